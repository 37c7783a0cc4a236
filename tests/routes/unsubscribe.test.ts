import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailsContaining, rowsIn } from '../support/backend-rows.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

/** A new subscriber's unsubscribe token. */
async function newToken(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const signup = { fullName: 'Mira', email, source: 'Footer' } as const
  await shop.services.backend.signUp(signup, { market: 'us', wording: 'Join.' })
  const [row] = await rowsIn(shop, 'email_subscribers', 'email', email)
  return String(row?.unsubscribe_token)
}

async function hasLeft(token: string): Promise<boolean> {
  const [row] = await rowsIn(shop, 'email_subscribers', 'unsubscribe_token', token)
  return row?.unsubscribed_at !== null
}

test('opening the link, as mail scanners do, unsubscribes nobody', async () => {
  const token = await newToken()
  for (const method of ['GET', 'HEAD']) {
    const response = await shop.fetch(`/us/unsubscribe?token=${token}`, { method })
    expect([response.status, await hasLeft(token)]).toEqual([200, false])
  }
})

test('a link that a mail program changed works', async () => {
  const token = await newToken()
  const browser = shop.browser()
  const page = await browser.visit(`/us/unsubscribe?token=3D${token.toUpperCase()}%3E%0D%0A`)
  expect((await browser.submit(page, 'Unsubscribe')).main).toContain('You have left the list.')
  expect(await hasLeft(token)).toBe(true)
})

test.each([
  ['a form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
  ['a multipart form', multipart()],
  ['text', 'List-Unsubscribe=One-Click'],
  ['nothing', ''],
])('a mail provider unsubscribes by posting %s, without an Origin', async (_, body) => {
  const token = await newToken()
  const response = await shop.fetch(`/us/unsubscribe?token=${token}`, { method: 'POST', body })
  expect([response.status, await hasLeft(token)]).toEqual([200, true])
})

function multipart(): FormData {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  return form
}

const UNKNOWN = 'a'.repeat(44)

test('guessing tokens is limited, but a visitor beyond the limit can leave by a valid link', async () => {
  const token = await newToken()
  const browser = shop.browser()
  const guess = (turn: number) =>
    browser.post('/us/unsubscribe', { token: turn.toString(16).padStart(44, '0') })
  for (let turn = 0; turn < 20; turn++) expect((await guess(turn)).status).toBe(200)
  const refused = await guess(20)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.headers.get('Cache-Control')).toContain('no-store')
  expect((await browser.post('/us/unsubscribe', { token })).status).toBe(200)
  expect(await hasLeft(token)).toBe(true)
})

test('an unknown token gets the same response', async () => {
  const browser = shop.browser()
  const page = await browser.submit(await browser.visit(`/us/unsubscribe?token=${UNKNOWN}`), 'Unsubscribe')
  expect(page.main).toContain('You have left the list.')
})

test.each(['', '?token=', `?token=${UNKNOWN.slice(20)}`])(
  'a truncated link (%s) gets no confirmation',
  async (query) => {
    const browser = shop.browser()
    const page = await browser.visit(`/us/unsubscribe${query}`)
    expect(page.main).toContain('This link is not whole.')
    expect(page.texts('main form')).toEqual([])
    const posted = await browser.post(`/us/unsubscribe${query}`, {})
    expect(posted.status).toBe(400)
    expect(posted.main).not.toContain('You have left the list.')
  },
)

test('whoever left is not signed up again by a stranger: only by a mail that asks, and a press', async () => {
  const token = await newToken()
  await shop.browser().post('/us/unsubscribe', { token })
  const [row] = await rowsIn(shop, 'email_subscribers', 'unsubscribe_token', token)
  const stranger = shop.browser()
  const form = await stranger.visit('/us/subscribe')
  const sent = await stranger.submit(form, 'Subscribe', { fullName: 'Stranger', email: String(row?.email) })
  expect(sent.text).toContain("You've been added to our mailing list.")
  expect(await hasLeft(token)).toBe(true)
  const [mail = ''] = await mailsContaining(shop, 'Join our mailing list again?')
  const link = /\/us\/unsubscribe\?token=[0-9a-f]{44}&again=yes/.exec(
    mail.replace(/=\r\n/g, '').replaceAll('=3D', '='),
  )
  const mailbox = shop.browser()
  // The unsubscribe link of a mail that was forwarded.
  const forwarded = await mailbox.post('/us/unsubscribe', { token, again: 'yes' })
  expect([forwarded.status, await hasLeft(token)]).toEqual([404, true])
  expect(forwarded.main).toContain('This link no longer works.')
  const page = await mailbox.visit(link?.[0] ?? '')
  expect(await hasLeft(token)).toBe(true)
  expect((await mailbox.submit(page, 'Join again')).main).toContain('Welcome back!')
  expect(await hasLeft(token)).toBe(false)
})
