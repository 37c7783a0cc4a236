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

const eighty = Array.from({ length: 80 }, (_, index) => index)

test('one visitor can write to twenty addresses at most', async () => {
  const posts = eighty.map((n) => ({ form: 'signup', ip: '192.0.2.1', email: `a${n}@example.com` }))
  expect(await allowed(posts)).toBe(20)
})

test('eighty visitors can write to one mailbox twenty times at most, however it is spelled', async () => {
  const posts = eighty.map((n) => ({ form: 'signup', ip: `192.0.2.${n}`, email: `Ann+${n}@Example.com` }))
  expect(await allowed(posts)).toBe(20)
})

test('eighty visitors with the words of one gift can write to five addresses at most', async () => {
  const posts = eighty.map((n) => ({
    form: 'redeem',
    ip: `192.0.2.${n}`,
    email: `a${n}@example.com`,
    giftId: 'gift',
  }))
  expect(await allowed(posts)).toBe(5)
})

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+box+2@example.com', 'ann@example.com'],
  ['a.n.n+box@GoogleMail.com', 'ann@gmail.com'],
  [' no address ', 'no address'],
])('%s has the mailbox %s', (email, key) => {
  expect(mailboxKey(email)).toBe(key)
})
