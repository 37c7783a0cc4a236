import { expect, test } from 'vitest'
import { mailboxKey } from '#supabase/functions/_shared/text/mailbox.ts'
import { limitMail } from './mail-limit.server.ts'
import { createRateLimits } from './rate-limit.server.ts'

const silent = { warn() {} } as unknown as Parameters<typeof createRateLimits>[1]

async function allowed(posts: readonly Parameters<typeof limitMail>[1][]): Promise<number> {
  const limits = createRateLimits(null, silent)
  let count = 0
  for (const post of posts) if ((await limitMail(limits, post)) === null) count++
  return count
}

test.each([
  ['one visitor can write to twenty addresses', 20, () => ({ ip: '192.0.2.1' })],
  [
    'visitors can write to one mailbox twenty times, however it is spelled',
    20,
    (n: number) => ({
      email: `Ann+${n}@Example.com`,
    }),
  ],
  ['visitors with the words of one gift can write to five addresses', 5, () => ({ giftId: 'gift' })],
])('%s at most', async (_, most, post) => {
  const posts = Array.from({ length: 80 }, (_, n) => ({
    ...{ form: 'signup', ip: `192.0.2.${n}`, email: `a${n}@example.com` },
    ...post(n),
  }))
  expect(await allowed(posts)).toBe(most)
})

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+box+2@example.com', 'ann@example.com'],
  ['a.n.n+box@GoogleMail.com', 'ann@gmail.com'],
  [' no address ', 'no address'],
])('%s has the mailbox %s', (email, key) => {
  expect(mailboxKey(email)).toBe(key)
})
