import { beforeEach, describe, expect, test } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import { injectFault } from '../support/backend-rows.ts'
import { Browser, type Page } from '../support/browser.ts'
import { CREDENTIALS, ownerBrowser, signIn, thiefOf } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The owner's sign-in, and the session, which lasts for an hour and is refreshed before. */

const DAY = 86_400_000
const TOKEN = /POST \/auth\/v1\/token/
const USER = /GET \/auth\/v1\/user/
const { email, password } = CREDENTIALS

/** `waits`: how long the shop has waited before its responses, ms. */
const clock = { ahead: 0, waits: [] as number[] }
const now = () => Date.now() + clock.ahead
const shop = openTestShop({ now, pause: async (ms) => void clock.waits.push(ms) })
beforeEach(() => {
  clock.ahead = 0
})

const tryWithout = (browser: Browser) => browser.post('/admin/sign-in', { ...CREDENTIALS, password: '' })
const outside = async (browser: Browser) => (await browser.visit('/admin')).url.pathname === '/admin/sign-in'

/** The admin says that it cannot be reached. */
async function expectUnreachable(browser: Browser): Promise<void> {
  const page = await browser.visit('/admin')
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([503, 'private, no-store'])
  expect(page.main).toContain('The room cannot be reached just now.')
}

describe('a sign-in', () => {
  test('that is refused takes as long at any address', async () => {
    for (const typed of [email, 'nobody@wizardbox.example']) {
      const began = performance.now()
      expect((await signIn(shop.browser(), typed, 'wrong horse')).status).toBe(401)
      expect((clock.waits.at(-1) ?? 0) + performance.now() - began).toBeGreaterThanOrEqual(490)
    }
  })

  test('mistakes before a successful one do not count; a visitor is blocked after ten tries, also at once', async () => {
    const guesser = shop.browser()
    // Empty ones count as well, without the time that a password takes to be checked.
    for (let mistakes = 0; mistakes < 9; mistakes++) await tryWithout(guesser)
    expect((await signIn(guesser)).path).toBe('/admin')
    guesser.cookies.delete('owner')
    const pages = await Promise.all(Array.from({ length: 12 }, () => tryWithout(guesser)))
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(Number((await signIn(guesser)).headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  // How many strangers wait is shown by services/limits.
  test('many guessers, one of them next door, neither delay nor refuse whoever signed in here before', async () => {
    const visitorAt = (address: string) =>
      new Browser((request) => shop.handle(request, { address }), shop.origin)
    const [owner, neighbour] = [visitorAt('10.7.7.7'), visitorAt('10.7.7.7')]
    await signIn(owner)
    owner.cookies.delete('owner')
    for (let tries = 0; tries < 10; tries++) await tryWithout(neighbour)
    const guess = () => shop.browser().post('/admin/sign-in', { email, password: 'guess' })
    const guesses = Array.from({ length: 8 }, guess)
    const answers: string[] = []
    // On a busy machine the auth server answers late, which is a 503 too.
    const enter = async () => {
      const { main, path } = await owner.post('/admin/sign-in', CREDENTIALS)
      answers.push(main)
      return path
    }
    await expect.poll(enter).toBe('/admin')
    expect(answers.join()).not.toContain('Too many')
    await Promise.all(guesses)
    expect((await signIn(neighbour)).status).toBe(429)
    // Nobody is locked out for good, once the auth server has ended what it was asked.
    await expect.poll(async () => (await signIn(shop.browser())).path, { timeout: 30_000 }).toBe('/admin')
  })
})

describe('a session', () => {
  test('is refreshed ten minutes before it expires, not earlier, and once for concurrent requests', async () => {
    const owner = await ownerBrowser(shop)
    const cookies: unknown[] = []
    for (const seconds of [2900, 3020]) {
      clock.ahead = seconds * 1000
      expect(await Promise.all([1, 2, 3].map(() => outside(owner)))).toEqual([false, false, false])
      cookies.push(owner.cookies.get('owner'))
    }
    expect(cookies[0]).not.toBe(cookies[1])
  })

  test('that cannot be refreshed is used while it is valid, and kept without access once it has expired', async () => {
    const expired = await ownerBrowser(shop)
    clock.ahead = 65_000
    const valid = await ownerBrowser(shop)
    const before = valid.cookies.get('owner')
    clock.ahead = 3_605_000
    for (const match of [TOKEN, USER]) {
      const takeBack = injectFault(shop, { match, kind: 'status', status: 429 })
      // Both while the auth server is too busy.
      const all = [expectUnreachable(expired), ...(match === TOKEN ? [valid.visit('/admin')] : [])]
      const [, page] = await Promise.all(all)
      if (page) expect([page.path, valid.cookies.get('owner')]).toEqual(['/admin', before])
      takeBack()
    }
    expect(await outside(expired)).toBe(false)
  })

  test.each([
    ['thirty days without a visit', [29], 60],
    ['ninety days, however often it was used', [25, 50, 75, 89], 91],
  ])('ends after %s, at the auth server too', async (_, visits, end) => {
    const owner = await ownerBrowser(shop)
    for (const day of visits) {
      clock.ahead = day * DAY
      expect(await outside(owner)).toBe(false)
    }
    const thief = thiefOf(shop, owner)
    clock.ahead = end * DAY
    expect((await owner.visit('/admin')).main).toContain('You have been signed out. Please sign in again.')
    // The cookie opens nothing even where the time is another.
    clock.ahead = (visits.at(-1) ?? 0) * DAY
    expect(await outside(thief)).toBe(true)
  })

  test('ends with a new sign-in in its browser, at the auth server too, and no other does', async () => {
    const [owner, elsewhere] = [await ownerBrowser(shop), await ownerBrowser(shop)]
    const thief = thiefOf(shop, owner)
    expect(await outside(thief)).toBe(false)
    expect((await owner.post('/admin/sign-in', CREDENTIALS)).path).toBe('/admin')
    expect([await outside(thief), await outside(elsewhere)]).toEqual([true, false])
  })
})

/** What the owner changes of the sign-in is shown by `tests/journeys/owner-sign-in`. */
describe('who has stolen the cookie', () => {
  /** The current one-time code. A code works once, so every call advances the clock by half a minute. */
  function nextCode(secret: string): string {
    clock.ahead += 30_000
    return codeOfStep(secret, currentStep(now()))
  }
  const secretOn = (page: Page) => (page.texts('code')[0] ?? '').replaceAll(' ', '')
  const expectRefused = async (visitor: Browser, fields: Record<string, string>, status = 401) =>
    expect((await visitor.post('/admin/security', fields)).status).toBe(status)

  test('without the password sets up no app; with an app it removes none, with the password either, and copies of it end', async () => {
    const owner = await ownerBrowser(shop)
    const setUp = async () => owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
    const thief = thiefOf(shop, owner)
    const started = await setUp()
    expect(await outside(thief)).toBe(true)
    const typed = Object.fromEntries(started.formWith('Continue').data)
    const former = { ...typed, code: nextCode(secretOn(started)) }
    await expectRefused(thiefOf(shop, owner), { intent: 'start' })
    await expectRefused(thiefOf(shop, owner), { ...former, password: 'wrong horse' })

    const steps = await setUp()
    await owner.submit(steps, 'Continue', { password, code: nextCode(secretOn(steps)) })
    await expectRefused(owner, { ...former, code: nextCode(secretOn(started)), password }, 409)
    for (const code of ['', '000000'])
      await expectRefused(thiefOf(shop, owner), { intent: 'remove', password, code })
    await expectRefused(thiefOf(shop, owner), { intent: 'everywhere', password })
    expect((await signIn(shop.browser())).main).toContain('Six-digit code')
    // Nor is a code enough without the password.
    const stranger = await shop.browser().post('/admin/sign-in', { code: nextCode(secretOn(steps)) })
    expect([stranger.path, stranger.has('Sign in')]).toEqual(['/admin/sign-in', true])
  })
})
