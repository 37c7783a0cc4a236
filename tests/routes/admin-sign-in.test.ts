import { beforeEach, expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { Browser } from '../support/browser.ts'
import { OWNER_EMAIL, OWNER_PASSWORD, signIn } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** How long the shop has waited before its responses, ms. */
const waits: number[] = []
const shop = openTestShop({ pause: async (ms) => void waits.push(ms) })
beforeEach(() => {
  waits.length = 0
})

const tryWithout = (browser: Browser) => browser.post('/admin/sign-in', { email: OWNER_EMAIL, password: '' })

test.each([OWNER_EMAIL, 'nobody@wizardbox.example', 'not an address'])(
  'a wrong password is refused to %s in the same words, after the same time',
  async (email) => {
    const browser = shop.browser()
    const began = performance.now()
    const page = await signIn(browser, email, 'wrong horse')
    expect((waits.at(-1) ?? 0) + performance.now() - began).toBeGreaterThanOrEqual(490)
    expect([page.status, browser.cookies.has('owner')]).toEqual([401, false])
    expect(page.main).toContain('That email and password do not open this door.')
    expect(page.html).not.toContain('wrong horse')
    expect(page.document.querySelector('#main input[type="email"]')?.getAttribute('value')).toBe(email)
  },
)

test.each([
  ['an unavailable backend', { kind: 'unreachable' }],
  ['a rejected key', { kind: 'status', status: 401, body: { message: 'Invalid API key' } }],
  ['a suspended project', { kind: 'status', status: 402, body: { message: 'Payment required' } }],
] as const)('%s is distinguished from a wrong password', async (_, fault) => {
  injectFault(shop, { match: /\/auth\/v1\/token/, ...fault })
  const page = await signIn(shop.browser())
  expect(page.status).toBe(503)
  expect(page.main).toContain('The room cannot be reached just now.')
})

test('a visitor is blocked after ten tries, also when they are made at once, and told for how long', async () => {
  const guesser = shop.browser()
  // Empty ones count as well, without the time that a password takes to be checked.
  for (let tries = 0; tries < 9; tries++) await tryWithout(guesser)
  const pages = await Promise.all([1, 2, 3].map(() => signIn(guesser, OWNER_EMAIL, 'guess')))
  expect(pages.map(({ status }) => status).sort()).toEqual([401, 429, 429])
  const blocked = pages.find(({ status }) => status === 429)
  expect(blocked?.main).toContain('Too many tries. Please wait a few minutes.')
  expect(Number(blocked?.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('mistakes before a successful sign-in do not count', async () => {
  const browser = shop.browser()
  for (const day of ['Monday', 'Tuesday']) {
    for (let mistakes = 0; mistakes < 9; mistakes++) await tryWithout(browser)
    expect((await signIn(browser)).path, day).toBe('/admin')
    browser.cookies.delete('owner')
  }
})

test('a hundred guessers, one of them next door, neither delay nor refuse whoever signed in here before', async () => {
  const visitorAt = (address: string) =>
    new Browser((request) => shop.handle(request, { address }), shop.origin)
  const [owner, neighbour] = [visitorAt('10.7.7.7'), visitorAt('10.7.7.7')]
  await signIn(owner)
  owner.cookies.delete('owner')
  for (let tries = 0; tries < 10; tries++) await tryWithout(neighbour)
  const guess = { email: OWNER_EMAIL, password: 'guess' }
  const guesses = Array.from({ length: 100 }, () => shop.browser().post('/admin/sign-in', guess))
  const entered = await owner.post('/admin/sign-in', { email: OWNER_EMAIL, password: OWNER_PASSWORD })
  expect(entered.path).toBe('/admin')
  const pages = await Promise.all(guesses)
  // On a busy machine the auth server answers some of the others late, which is a 503 too.
  const shed = pages.find(({ main }) => main.includes('Too many people are at this door just now.'))
  expect(shed?.status).toBe(503)
  expect(Number(shed?.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await signIn(neighbour)).status).toBe(429)
  // Nobody is locked out for good, once the auth server has ended what it was asked.
  await expect.poll(async () => (await signIn(shop.browser())).path, { timeout: 30_000 }).toBe('/admin')
})
