import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { signToken, verifyToken } from '#embedded/supabase/factors.server.ts'
import { injectFault } from '../support/backend-rows.ts'
import type { Browser } from '../support/browser.ts'
import { OWNER_EMAIL, OWNER_PASSWORD, ownerBrowser, sealOwnerCookie, thiefOf } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The owner's session, which lasts for an hour and is refreshed before. */

const TOKEN = /POST \/auth\/v1\/token/
const DAY = 86_400_000
const CREDENTIALS = { email: OWNER_EMAIL, password: OWNER_PASSWORD }
const SECRET = 'mB4v0QkXb1dGc7LrT2yWzA=='

const clock = { ahead: 0 }
const shop = openTestShop({ now: () => Date.now() + clock.ahead, env: { SESSION_SECRET: SECRET } })
beforeEach(() => {
  clock.ahead = 0
})

async function expectOutside(browser: Browser) {
  const page = await browser.visit('/admin')
  expect(page.url.pathname).toBe('/admin/sign-in')
  return page
}

test('is refreshed ten minutes before it expires, not earlier, and once for concurrent requests', async () => {
  const owner = await ownerBrowser(shop)
  clock.ahead = 2900 * 1000
  const before = owner.cookies.get('owner')
  await owner.visit('/admin')
  expect(owner.cookies.get('owner')).toBe(before)
  clock.ahead = 3020 * 1000
  const pages = await Promise.all(
    ['/admin', '/admin/messages', '/admin/outbox'].map((path) => owner.fetch(path)),
  )
  expect(pages.map((page) => page.status)).toEqual([200, 200, 200])
  expect(owner.cookies.get('owner')).not.toBe(before)
  expect((await owner.visit('/admin')).path).toBe('/admin')
})

test('is refreshed by a retry after 200 and 400 ms when the auth server fails', async () => {
  const owner = await ownerBrowser(shop)
  clock.ahead = 3605 * 1000
  const takeBack = injectFault(shop, { match: TOKEN, kind: 'status', status: 500, times: 2 })
  const began = performance.now()
  const page = await owner.visit('/admin')
  takeBack()
  expect(page.path).toBe('/admin')
  expect(performance.now() - began).toBeGreaterThanOrEqual(590)
})

/** The admin says that it cannot be reached, and keeps the session for later. */
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
  // Both while the auth server is too busy.
  const [page] = await Promise.all([valid.visit('/admin'), expectUnreachable(expired)])
  takeBack()
  expect([page.path, page.status]).toEqual(['/admin', 200])
  expect(valid.cookies.get('owner')).toBe(before)
  const isAsked = injectFault(shop, { match: /GET \/auth\/v1\/user/, kind: 'status', status: 429 })
  await expectUnreachable(expired)
  isAsked()
  expect((await expired.visit('/admin')).status).toBe(200)
})

test.each([
  ['thirty days without a visit', [29], 60],
  ['ninety days, however often it was used', [25, 50, 75, 89], 91],
])('ends after %s, at the auth server too', async (_, visits, end) => {
  const owner = await ownerBrowser(shop)
  for (const day of visits) {
    clock.ahead = day * DAY
    expect((await owner.visit('/admin')).path).toBe('/admin')
  }
  const thief = thiefOf(shop, owner)
  clock.ahead = end * DAY
  expect((await expectOutside(owner)).main).toContain('You have been signed out. Please sign in again.')
  // The cookie opens nothing even where the time is another.
  clock.ahead = (visits.at(-1) ?? 0) * DAY
  await expectOutside(thief)
})

test.each([
  ['a new sign-in', (owner: Browser) => owner.post('/admin/sign-in', CREDENTIALS), '/admin'],
  ['the sign-out', (owner: Browser) => owner.post('/admin/sign-out', {}), '/admin/sign-in'],
] as const)(
  'ends with %s in its browser, at the auth server too, and no other does',
  async (_, act, path) => {
    const [owner, elsewhere] = [await ownerBrowser(shop), await ownerBrowser(shop)]
    const thief = thiefOf(shop, owner)
    expect((await thief.visit('/admin')).path).toBe('/admin')
    expect((await act(owner)).path).toBe(path)
    expect((await owner.visit('/admin')).path).toBe(path)
    await expectOutside(thief)
    expect((await elsewhere.visit('/admin')).path).toBe('/admin')
  },
)

test('ends with the sign-out at the auth server even where the access token has expired', async () => {
  const { auth } = shop.services.backend
  const signedIn = await auth.signIn(OWNER_EMAIL, OWNER_PASSWORD)
  if (!signedIn.ok) throw new Error('Not signed in')
  const { session } = signedIn.value
  const ended = Math.floor(Date.now() / 1000) - 60
  const jwtSecret = readFileSync(join(shop.dataDir, 'secrets', 'backend-jwt'), 'utf8')
  const claims = await verifyToken(session.accessToken, jwtSecret, 0)
  const accessToken = await signToken({ ...claims, exp: ended }, jwtSecret)
  const browser = shop.browser()
  const old = { ...session, accessToken, expiresAt: ended }
  browser.cookies.set('owner', await sealOwnerCookie(old, SECRET))
  expect((await browser.post('/admin/sign-out', {})).path).toBe('/admin/sign-in')
  expect(await auth.refresh(session)).toEqual({ ok: false, error: 'expired' })
})
