import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { signToken, verifyToken } from '../../embedded/backend/tokens.server.ts'
import { codeOfStep, currentStep } from '../../embedded/backend/totp.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Browser, Page } from '../support/browser.ts'
import {
  endSessions,
  forgeOwnerCookie,
  OWNER_EMAIL,
  OWNER_PASSWORD,
  ownerBrowser,
  signIn,
} from '../support/owner.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

const WRONG = 'That email and password do not open this door.'

describe('the sign-in', () => {
  const shop = openTestShop()

  test('has its two fields and its button', async () => {
    const page = await shop.browser().visit('/admin/sign-in')
    expect(page.texts('label')).toEqual(['Email', 'Password'])
    expect(page.has('Sign in')).toBe(true)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('signs the owner in, and records it', async () => {
    const browser = shop.browser()
    const page = await signIn(browser, ' OWNER@wizardbox.example ')
    expect(page.path).toBe('/admin')
    expect(page.text).toContain(OWNER_EMAIL)
    expect(page.has('Sign out')).toBe(true)
    const [entry] = await rowsIn(shop, 'audit_trail', 'action', 'signed-in')
    expect(entry).toMatchObject({ actor_email: OWNER_EMAIL })
    const again = await browser.visit('/admin/sign-in')
    expect(again.path).toBe('/admin')
  })

  test('stores the session in an http-only cookie that is short enough for browsers', async () => {
    const response = await shop.fetch('/admin/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shop.origin },
      body: new URLSearchParams({ email: OWNER_EMAIL, password: OWNER_PASSWORD }),
    })
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('owner='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie?.length).toBeLessThan(4096)
  })

  test('prefixes the cookie with __Host- over https', async () => {
    const secure = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const response = await secure.fetch('/admin/sign-in', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'https://shop.test',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '1.2.3.4',
      },
      body: new URLSearchParams({ email: OWNER_EMAIL, password: OWNER_PASSWORD }),
    })
    expect(response.status).toBe(303)
    expect(response.headers.getSetCookie().some((line) => /^__Host-owner=.*; Secure/.test(line))).toBe(true)
    await secure.close()
  })

  test('responds to a wrong password and an unknown address alike, in the same time', async () => {
    const replies = []
    for (const email of [OWNER_EMAIL, 'nobody@wizardbox.example', 'not an address']) {
      const browser = shop.browser()
      const began = performance.now()
      const page = await signIn(browser, email, 'wrong horse')
      replies.push({ page, took: performance.now() - began })
      expect(page.status).toBe(401)
      expect(page.main).toContain(WRONG)
      expect(browser.cookies.has('owner')).toBe(false)
      expect(page.document.querySelector('#main input[type="email"]')?.getAttribute('value')).toBe(email)
    }
    const skeleton = (page: Page) => page.main.replace(/\s+/g, ' ')
    expect(new Set(replies.map(({ page }) => skeleton(page))).size).toBe(1)
    for (const { took } of replies) expect(took).toBeGreaterThanOrEqual(490)
  })

  test('responds to empty fields with the same message', async () => {
    const page = await signIn(shop.browser(), '', '')
    expect(page.status).toBe(401)
    expect(page.main).toContain(WRONG)
  })

  test('never echoes the password', async () => {
    const page = await signIn(shop.browser(), OWNER_EMAIL, 'hunter-seven')
    expect(page.html).not.toContain('hunter-seven')
  })

  test('redirects to the requested page', async () => {
    const browser = shop.browser()
    const asked = await browser.visit('/admin/messages?q=wand')
    expect(asked.url.pathname).toBe('/admin/sign-in')
    const page = await browser.submit(asked, 'Sign in', { email: OWNER_EMAIL, password: OWNER_PASSWORD })
    expect(page.path).toBe('/admin/messages?q=wand')
  })

  test.each(['https://evil.example/', '//evil.example', '/us/cart', '/admin/sign-in', '/\\evil.example'])(
    'never redirects to %s',
    async (returnTo) => {
      const browser = shop.browser()
      const form = await browser.visit(`/admin/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
      const page = await browser.submit(form, 'Sign in', { email: OWNER_EMAIL, password: OWNER_PASSWORD })
      expect(page.url.href).toBe('http://shop.test/admin')
    },
  )

  test('ten wrong attempts block a visitor, even with the right password, and no other visitor', async () => {
    const browser = shop.browser()
    const pages = await Promise.all(Array.from({ length: 12 }, () => signIn(browser, OWNER_EMAIL, 'guess')))
    const refused = pages.filter((page) => page.status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(2)
    expect(refused[0]?.main).toContain('Too many tries. Please wait a few minutes.')
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await signIn(browser)).status).toBe(429)
    expect((await signIn(shop.browser())).path).toBe('/admin')
  })

  test('failed attempts are recorded in sum, when the owner signs in or the shop stops', async () => {
    const guarded = await createTestShop()
    const entries = () => rowsIn(guarded, 'audit_trail', 'action', 'sign-in.failed')
    const guesser = guarded.browser()
    for (let round = 0; round < 4; round++)
      await Promise.all([1, 2, 3].map(() => signIn(guesser, OWNER_EMAIL, 'guess')))
    await signIn(guarded.browser(), 'nobody@example.com', 'guess')
    expect(await entries()).toEqual([])
    const owner = await ownerBrowser(guarded)
    const detail = { password: 11, code: 0, refused: 2, visitors: 2 }
    expect(await entries()).toMatchObject([{ actor_email: 'sign-in page', detail }])
    expect((await owner.visit('/admin/security')).main).toContain(
      '11 wrong passwords, 2 tries beyond the limit, from 2 visitors',
    )
    await guarded.close()
  })

  test('failed attempts before a successful sign-in are not counted', async () => {
    const browser = shop.browser()
    const form = await browser.visit('/admin/sign-in')
    for (const day of ['Monday', 'Tuesday']) {
      for (let mistakes = 0; mistakes < 9; mistakes++)
        await browser.post('/admin/sign-in', { email: OWNER_EMAIL, password: '' })
      const page = await browser.submit(form, 'Sign in', { email: OWNER_EMAIL, password: OWNER_PASSWORD })
      expect(page.path, day).toBe('/admin')
      browser.cookies.delete('owner')
    }
  })

  test('many guesses at one account slow its sign-in down without locking it', async () => {
    const crowded = await createTestShop()
    // Nineteen counted by another instance; the twentieth is rejected here, and the next one is delayed.
    for (let tries = 0; tries < 19; tries++)
      await crowded.services.limits.consume('sign-in-account', OWNER_EMAIL)
    const comeIn = async () => {
      const began = performance.now()
      expect((await signIn(crowded.browser())).path).toBe('/admin')
      return performance.now() - began
    }
    // A successful sign-in of the owner is not counted.
    for (let times = 0; times < 2; times++) await comeIn()
    expect(await crowded.services.limits.isBlocked('sign-in-account', OWNER_EMAIL)).toBe(false)
    await signIn(crowded.browser(), OWNER_EMAIL, 'guess')
    expect(await comeIn()).toBeGreaterThanOrEqual(1_900)
    await crowded.close()
  })

  test('signing out ends this session only, here and at the auth server', async () => {
    const [browser, elsewhere] = [await ownerBrowser(shop), await ownerBrowser(shop)]
    const cookie = browser.cookies.get('owner') ?? ''
    const page = await browser.submit(await browser.visit('/admin'), 'Sign out')
    expect(page.path).toBe('/admin/sign-in')
    expect(page.main).toContain('You are signed out. Good night.')
    expect(browser.cookies.has('owner')).toBe(false)
    browser.cookies.set('owner', cookie)
    expect((await browser.visit('/admin')).url.pathname).toBe('/admin/sign-in')
    expect(await rowsIn(shop, 'audit_trail', 'action', 'signed-out')).not.toEqual([])
    expect((await elsewhere.visit('/admin')).path).toBe('/admin')
  })

  test('signing out with an expired access token ends the session at the auth server too', async () => {
    const { auth } = shop.services.backend
    const signedIn = await auth.signIn(OWNER_EMAIL, OWNER_PASSWORD)
    if (!signedIn.ok) throw new Error('Not signed in')
    const { session } = signedIn.value
    const ended = Math.floor(Date.now() / 1000) - 60
    const secretOf = (name: string) => readFileSync(join(shop.dataDir, 'secrets', name), 'utf8')
    const claims = verifyToken(session.accessToken, secretOf('backend-jwt'), 0)
    const accessToken = signToken({ ...claims, exp: ended }, secretOf('backend-jwt'))
    const browser = shop.browser()
    const old = { ...session, accessToken, expiresAt: ended }
    browser.cookies.set('owner', await forgeOwnerCookie(old, secretOf('session')))
    expect((await browser.post('/admin/sign-out', {})).path).toBe('/admin/sign-in')
    expect(await auth.refresh(session)).toEqual({ ok: false, error: 'expired' })
    expect(await auth.getOwner(session)).toEqual({ ok: false, error: 'expired' })
  })

  test.each([
    ['an unavailable backend', { kind: 'unreachable' }],
    ['a rejected key', { kind: 'status', status: 401, body: { message: 'Invalid API key' } }],
    ['a suspended project', { kind: 'status', status: 402, body: { message: 'Payment required' } }],
  ] as const)('%s is distinguished from a wrong password', async (_, fault) => {
    const takeBack = injectFault(shop, { match: /\/auth\/v1\/token/, ...fault })
    const page = await signIn(shop.browser())
    takeBack()
    expect(page.status).toBe(503)
    expect(page.main).toContain('The room cannot be reached just now.')
  })
})

const TOKEN = /POST \/auth\/v1\/token/

describe('an expiring session', () => {
  const clock = { ahead: 0 }
  let browser: Browser
  const shop = openTestShop({ now: () => Date.now() + clock.ahead })

  async function signedInAt(secondsToExpiry: number) {
    clock.ahead = 0
    browser = await ownerBrowser(shop)
    clock.ahead = (3600 - secondsToExpiry) * 1000
    return browser.cookies.get('owner')
  }
  test('is refreshed shortly before it expires, not earlier', async () => {
    const before = await signedInAt(600)
    await browser.visit('/admin')
    expect(browser.cookies.get('owner')).toBe(before)
    clock.ahead = 3570 * 1000
    expect((await browser.visit('/admin')).status).toBe(200)
    expect(browser.cookies.get('owner')).not.toBe(before)
  })

  test('is refreshed once for concurrent requests', async () => {
    await signedInAt(30)
    const pages = await Promise.all(
      ['/admin', '/admin/messages', '/admin/outbox'].map((path) => browser.fetch(path)),
    )
    expect(pages.map((page) => page.status)).toEqual([200, 200, 200])
    expect((await browser.visit('/admin')).path).toBe('/admin')
  })

  test('is retried after 200 and 400 ms when the auth server fails', async () => {
    const before = await signedInAt(-5)
    const takeBack = injectFault(shop, { match: TOKEN, kind: 'status', status: 500, times: 2 })
    const began = performance.now()
    const page = await browser.visit('/admin')
    takeBack()
    expect(page.path).toBe('/admin')
    expect(performance.now() - began).toBeGreaterThanOrEqual(590)
    expect(browser.cookies.get('owner')).not.toBe(before)
  })

  test('is removed when the auth server rejects it', async () => {
    await signedInAt(30)
    await endSessions(shop)
    const page = await browser.visit('/admin')
    expect(page.url.pathname).toBe('/admin/sign-in')
    expect(page.main).toContain('You have been signed out. Please sign in again.')
    expect(browser.cookies.has('owner')).toBe(false)
  })
})

/** The shop tries again for seconds before it gives the auth server up: in all of these at once. */
describe.concurrent('a session that cannot be refreshed', () => {
  const CASES = [
    ['is still used while it is valid', 60, 500, TOKEN, 200],
    ['is kept without access when it has expired', -5, 500, TOKEN, 503],
    ['is kept when refreshing is rate-limited', -5, 429, TOKEN, 503],
    ['is kept when asking for the owner is rate-limited', -5, 429, /GET \/auth\/v1\/user/, 503],
  ] as const
  const clocks = CASES.map(() => ({ ahead: 0 }))
  const shops = clocks.map((clock) => openTestShop({ now: () => Date.now() + clock.ahead }))
  const owners: Browser[] = []
  // One after the other, as checking a password takes the whole machine.
  beforeAll(async () => {
    for (const shop of shops) owners.push(await ownerBrowser(shop))
  })

  test.for(CASES.map((one, at) => [...one, at] as const))(
    '%s',
    async ([, secondsToExpiry, failure, match, status, at]) => {
      const [shop, clock, browser] = [shops[at], clocks[at], owners[at]]
      if (!shop || !clock || !browser) throw new Error('no shop for this case')
      clock.ahead = (3600 - secondsToExpiry) * 1000
      const before = browser.cookies.get('owner')
      const takeBack = injectFault(shop, { match, kind: 'status', status: failure })
      const page = await browser.visit('/admin')
      takeBack()
      expect(page.path).toBe('/admin')
      expect(page.status).toBe(status)
      if (match === TOKEN) expect(browser.cookies.get('owner')).toBe(before)
      if (status === 200) return
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
      expect(page.main).toContain('The room cannot be reached just now.')
      expect((await browser.visit('/admin')).status).toBe(200)
    },
  )
})

describe('the authenticator app', () => {
  const clock = { ahead: 0 }
  const shop = openTestShop({ now: () => Date.now() + clock.ahead })

  /** The current one-time code. A code works once, so every call advances the clock by half a minute. */
  function nextCode(secret: string): string {
    clock.ahead += 30_000
    return codeOfStep(secret, currentStep(Date.now() + clock.ahead))
  }
  let secret = ''

  test('is set up with a QR code, a key and a first code', async () => {
    const browser = await ownerBrowser(shop)
    const security = await browser.visit('/admin/security')
    expect(security.main).toContain('Your sign-in needs a password only. Add an app for a second key.')
    const steps = await browser.submit(security, 'Set up')
    expect(steps.document.querySelector('svg[aria-label="QR code for your app"] path')).not.toBeNull()
    secret = (steps.texts('code')[0] ?? '').replaceAll(' ', '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const wrong = await browser.submit(steps, 'Continue', { code: '000000' })
    expect(wrong.status).toBe(401)
    expect(wrong.main).toContain('That code does not fit.')
    expect(wrong.texts('code')[0]).toBe(steps.texts('code')[0])
    const done = await browser.submit(wrong, 'Continue', { code: nextCode(secret) })
    expect(done.path).toBe('/admin/security')
    expect(done.main).toContain('Your sign-in needs your password and your app.')
    expect(await rowsIn(shop, 'audit_trail', 'action', 'two-factor.on')).toHaveLength(1)
  })

  test('is required after the password; before it nothing is accessible', async () => {
    const browser = shop.browser()
    const step = await signIn(browser)
    expect(step.path).toBe('/admin/sign-in')
    expect(step.main).toContain('One more key')
    expect((await browser.visit('/admin/gift-codes')).main).toContain('One more key')
    const refused = await browser.post('/admin', { intent: 'complete', id: crypto.randomUUID() })
    expect(refused.main).toContain('One more key')
    const wrong = await browser.submit(step, 'Continue', { code: '123456' })
    expect(wrong.status).toBe(401)
    expect(wrong.main).toContain('That code does not fit. Codes change every 30 seconds: try the next one.')
    const inside = await browser.submit(wrong, 'Continue', { code: nextCode(secret) })
    expect(inside.path).toBe('/admin')
  })

  test('starting over keeps the requested page', async () => {
    const browser = shop.browser()
    const asked = await browser.visit('/admin/messages?q=wand')
    const step = await browser.submit(asked, 'Sign in', { email: OWNER_EMAIL, password: OWNER_PASSWORD })
    const again = await browser.submit(step, 'Start over')
    expect(again.path).toBe(asked.path)
    const next = await browser.submit(again, 'Sign in', { email: OWNER_EMAIL, password: OWNER_PASSWORD })
    const inside = await browser.submit(next, 'Continue', { code: nextCode(secret) })
    expect(inside.path).toBe('/admin/messages?q=wand')
  })

  test('a code without a password is rejected', async () => {
    const page = await shop.browser().post('/admin/sign-in', { code: nextCode(secret) })
    expect(page.path).toBe('/admin/sign-in')
    expect(page.has('Sign in')).toBe(true)
  })

  test('codes cannot be enumerated', async () => {
    const browser = shop.browser()
    const step = await signIn(browser)
    const replies = []
    for (let code = 100_000; code < 100_012; code++)
      replies.push(await browser.submit(step, 'Continue', { code: String(code) }))
    expect(replies.at(-1)?.status).toBe(429)
  })

  test('is not kept locked by whoever knows the password, and their tries are recorded', async () => {
    const before = (await rowsIn(shop, 'audit_trail', 'action', 'sign-in.failed')).length
    const thief = shop.browser()
    const step = await signIn(thief)
    for (let code = 200_000; code < 200_003; code++)
      await thief.submit(step, 'Continue', { code: String(code) })
    const owner = shop.browser()
    const inside = await owner.submit(await signIn(owner), 'Continue', { code: nextCode(secret) })
    expect(inside.path).toBe('/admin')
    expect((await owner.visit('/admin/security')).main).toMatch(/Refused sign-ins.*1\d wrong codes/)
    const entries = await rowsIn(shop, 'audit_trail', 'action', 'sign-in.failed')
    expect(entries).toHaveLength(before + 1)
  })

  test('is removed after a confirmation with a code', async () => {
    clock.ahead += 20 * 60_000
    const browser = shop.browser()
    const step = await signIn(browser)
    await browser.submit(step, 'Continue', { code: nextCode(secret) })
    const security = await browser.visit('/admin/security')
    expect(security.main).toContain('Sign in with a password only from now on?')
    const off = await browser.submit(security, 'Turn off')
    expect(off.main).toContain('Your sign-in needs a password only.')
    expect((await signIn(shop.browser())).path).toBe('/admin')
  })
})
