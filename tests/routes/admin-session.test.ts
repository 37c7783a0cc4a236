import { beforeEach, expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import type { Browser } from '../support/browser.ts'
import { endSessions, OWNER_EMAIL, OWNER_PASSWORD, ownerBrowser } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The owner's session, which lasts for an hour and is refreshed before. */

const TOKEN = /POST \/auth\/v1\/token/

const clock = { ahead: 0 }
const shop = openTestShop({ now: () => Date.now() + clock.ahead })
beforeEach(() => {
  clock.ahead = 0
})

/** The owner, whose session has that long to go. */
async function signedInAt(secondsToExpiry: number): Promise<Browser> {
  const owner = await ownerBrowser(shop)
  clock.ahead = (3600 - secondsToExpiry) * 1000
  return owner
}

test('is refreshed shortly before it expires, not earlier', async () => {
  const owner = await signedInAt(700)
  const before = owner.cookies.get('owner')
  await owner.visit('/admin')
  expect(owner.cookies.get('owner')).toBe(before)
  clock.ahead = 3020 * 1000
  expect((await owner.visit('/admin')).status).toBe(200)
  expect(owner.cookies.get('owner')).not.toBe(before)
})

test('is refreshed once for concurrent requests', async () => {
  const owner = await signedInAt(30)
  const pages = await Promise.all(
    ['/admin', '/admin/messages', '/admin/outbox'].map((path) => owner.fetch(path)),
  )
  expect(pages.map((page) => page.status)).toEqual([200, 200, 200])
  expect((await owner.visit('/admin')).path).toBe('/admin')
})

test('is refreshed by a retry after 200 and 400 ms when the auth server fails', async () => {
  const owner = await signedInAt(-5)
  const before = owner.cookies.get('owner')
  const takeBack = injectFault(shop, { match: TOKEN, kind: 'status', status: 500, times: 2 })
  const began = performance.now()
  const page = await owner.visit('/admin')
  takeBack()
  expect(page.path).toBe('/admin')
  expect(performance.now() - began).toBeGreaterThanOrEqual(590)
  expect(owner.cookies.get('owner')).not.toBe(before)
})

test('is removed when the auth server rejects it', async () => {
  const owner = await signedInAt(30)
  await endSessions(shop)
  const page = await owner.visit('/admin')
  expect(page.url.pathname).toBe('/admin/sign-in')
  expect(page.main).toContain('You have been signed out. Please sign in again.')
  expect(owner.cookies.has('owner')).toBe(false)
})

/** The room says that it cannot be reached, and keeps the session for later. */
async function expectUnreachable(owner: Browser): Promise<void> {
  const page = await owner.visit('/admin')
  expect([page.path, page.status]).toEqual(['/admin', 503])
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  expect(page.main).toContain('The room cannot be reached just now.')
  expect(owner.cookies.has('owner')).toBe(true)
}

test('that cannot be refreshed is used while it is valid, and kept without access once it has expired', async () => {
  const expired = await ownerBrowser(shop)
  clock.ahead = 65_000
  const valid = await ownerBrowser(shop)
  const before = valid.cookies.get('owner')
  clock.ahead = 3_605_000
  const takeBack = injectFault(shop, { match: TOKEN, kind: 'status', status: 429 })
  // The shop tries again for seconds before it gives the auth server up: for both at once.
  const [page] = await Promise.all([valid.visit('/admin'), expectUnreachable(expired)])
  takeBack()
  expect([page.path, page.status]).toEqual(['/admin', 200])
  expect(valid.cookies.get('owner')).toBe(before)
  expect((await expired.visit('/admin')).status).toBe(200)
})

test('is kept when asking for the owner is rate-limited', async () => {
  const owner = await signedInAt(-5)
  const takeBack = injectFault(shop, { match: /GET \/auth\/v1\/user/, kind: 'status', status: 429 })
  await expectUnreachable(owner)
  takeBack()
  expect((await owner.visit('/admin')).status).toBe(200)
})

const DAY = 86_400_000

test.each([
  ['thirty days without a visit', [29], 60],
  ['ninety days, however often it was used', [25, 50, 75, 89], 91],
])('ends after %s, at the auth server too', async (_, visits, end) => {
  const owner = await ownerBrowser(shop)
  for (const day of visits) {
    clock.ahead = day * DAY
    expect((await owner.visit('/admin')).path).toBe('/admin')
  }
  const cookie = owner.cookies.get('owner') ?? ''
  clock.ahead = end * DAY
  expect((await owner.visit('/admin')).url.pathname).toBe('/admin/sign-in')
  // The cookie opens nothing even where the time is another.
  clock.ahead = (visits.at(-1) ?? 0) * DAY
  owner.cookies.set('owner', cookie)
  expect((await owner.visit('/admin')).url.pathname).toBe('/admin/sign-in')
})

test('ends when a new sign-in in the same browser replaces it', async () => {
  const owner = await ownerBrowser(shop)
  const thief = shop.browser()
  thief.cookies.set('owner', owner.cookies.get('owner') ?? '')
  expect((await thief.visit('/admin')).path).toBe('/admin')
  await owner.post('/admin/sign-in', { email: OWNER_EMAIL, password: OWNER_PASSWORD })
  expect((await owner.visit('/admin')).path).toBe('/admin')
  expect((await thief.visit('/admin')).url.pathname).toBe('/admin/sign-in')
})
