import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signToken, verifyToken } from '#embedded/supabase/tokens.server.ts'
import { injectFault } from '../support/backend-rows.ts'
import { Browser } from '../support/browser.ts'
import { forgeOwnerCookie, OWNER_EMAIL, OWNER_PASSWORD, ownerBrowser, signIn } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

const WRONG = 'That email and password do not open this door.'

describe('the sign-in', () => {
  const shop = openTestShop()

  test('responds to a wrong password and an unknown address alike, in the same time', async () => {
    const emails = [OWNER_EMAIL, 'nobody@wizardbox.example', 'not an address']
    const replies = await Promise.all(
      emails.map(async (email) => {
        const browser = shop.browser()
        const form = await browser.visit('/admin/sign-in')
        const began = performance.now()
        const page = await browser.submit(form, 'Sign in', { email, password: 'wrong horse' })
        expect(performance.now() - began).toBeGreaterThanOrEqual(490)
        expect(page.status).toBe(401)
        expect(page.main).toContain(WRONG)
        expect(page.html).not.toContain('wrong horse')
        expect(browser.cookies.has('owner')).toBe(false)
        expect(page.document.querySelector('#main input[type="email"]')?.getAttribute('value')).toBe(email)
        return page.main
      }),
    )
    expect(new Set(replies).size).toBe(1)
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
    expect((await elsewhere.visit('/admin')).path).toBe('/admin')
  })

  test('signing out with an expired access token ends the session at the auth server too', async () => {
    const { auth } = shop.services.backend
    const signedIn = await auth.signIn(OWNER_EMAIL, OWNER_PASSWORD)
    if (!signedIn.ok) throw new Error('Not signed in')
    const { session } = signedIn.value
    const ended = Math.floor(Date.now() / 1000) - 60
    const secretOf = (name: string) => readFileSync(join(shop.dataDir, 'secrets', name), 'utf8')
    const claims = await verifyToken(session.accessToken, secretOf('backend-jwt'), 0)
    const accessToken = await signToken({ ...claims, exp: ended }, secretOf('backend-jwt'))
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

describe('guessing the password', () => {
  /** How long the shop has waited before its responses, ms. */
  const waits: number[] = []
  const shop = openTestShop({ pause: async (ms) => void waits.push(ms) })

  test('blocks a visitor after ten tries, even with the right one, and no other visitor', async () => {
    const guesser = shop.browser()
    // Empty ones count as well, without the time that a password takes to be checked.
    for (let tries = 0; tries < 9; tries++)
      await guesser.post('/admin/sign-in', { email: OWNER_EMAIL, password: '' })
    const pages = await Promise.all([1, 2, 3].map(() => signIn(guesser, OWNER_EMAIL, 'guess')))
    expect(pages.map(({ status }) => status).sort()).toEqual([401, 429, 429])
    const refused = await signIn(guesser)
    expect(refused.status).toBe(429)
    expect(refused.main).toContain('Too many tries. Please wait a few minutes.')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('before a successful sign-in does not count', async () => {
    const browser = shop.browser()
    for (const day of ['Monday', 'Tuesday']) {
      for (let mistakes = 0; mistakes < 9; mistakes++)
        await browser.post('/admin/sign-in', { email: OWNER_EMAIL, password: '' })
      expect((await signIn(browser)).path, day).toBe('/admin')
      browser.cookies.delete('owner')
    }
  })

  const visitorAt = (address: string) =>
    new Browser((request) => shop.handle(request, { address }), shop.origin)

  test('by a hundred visitors, one of them next door, neither delays nor refuses whoever signed in here before', async () => {
    const [owner, neighbour] = [visitorAt('10.7.7.7'), visitorAt('10.7.7.7')]
    await signIn(owner)
    owner.cookies.delete('owner')
    await shop.services.limits.reset('sign-in-account', OWNER_EMAIL)
    waits.length = 0
    for (let tries = 0; tries < 10; tries++)
      await neighbour.post('/admin/sign-in', { email: OWNER_EMAIL, password: '' })
    const guesses = Array.from({ length: 100 }, () => signIn(shop.browser(), OWNER_EMAIL, 'guess'))
    expect((await signIn(owner)).path).toBe('/admin')
    const pages = await Promise.all(guesses)
    const [shed] = pages.filter(({ status }) => status === 503)
    expect(shed?.main).toContain('Too many people are at this door just now.')
    expect(Number(shed?.headers.get('Retry-After'))).toBeGreaterThan(0)
    // Strangers wait once the account has had too many guesses.
    expect(waits).toHaveLength(80)
    expect((await signIn(neighbour)).status).toBe(429)
  })

  test('of one account by many slows its sign-in down without locking it', async () => {
    const { limits } = shop.services
    waits.length = 0
    await limits.reset('sign-in-account', OWNER_EMAIL)
    // Nineteen counted by another instance; the twentieth is rejected here, and the next one is delayed.
    for (let tries = 0; tries < 19; tries++) await limits.consume('sign-in-account', OWNER_EMAIL)
    // A successful sign-in of the owner is not counted.
    await ownerBrowser(shop)
    expect(await limits.isBlocked('sign-in-account', OWNER_EMAIL)).toBe(false)
    await signIn(shop.browser(), OWNER_EMAIL, 'guess')
    expect(waits).toEqual([])
    await ownerBrowser(shop)
    expect(waits).toEqual([2_000])
  })
})
