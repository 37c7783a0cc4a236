import { beforeAll, expect, test } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/totp.server.ts'
import type { Browser } from '../support/browser.ts'
import { OWNER_EMAIL, OWNER_PASSWORD, ownerBrowser, signIn } from '../support/owner.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

/** The authenticator app, from its setup to its removal. */

const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead
const shop = openTestShop({ now })

/** The current one-time code. A code works once, so every call advances the clock by half a minute. */
function nextCode(secret: string): string {
  clock.ahead += 30_000
  return codeOfStep(secret, currentStep(now()))
}

/** Opens the setup of the app. @returns the page with the steps, and the key on it */
async function startSetup(browser: Browser) {
  const security = await browser.visit('/admin/security')
  expect(security.main).toContain('Your sign-in needs a password only. Add an app for a second key.')
  const steps = await browser.submit(security, 'Set up')
  return { steps, secret: (steps.texts('code')[0] ?? '').replaceAll(' ', '') }
}

/** Of the shop of all tests but the first. */
let secret = ''
beforeAll(async () => {
  const browser = await ownerBrowser(shop)
  const setup = await startSetup(browser)
  secret = setup.secret
  await browser.submit(setup.steps, 'Continue', { code: nextCode(secret) })
})

test('is set up with a QR code, a key and a first code, and removed after a confirmation with a code', async () => {
  const other = await createTestShop({ now })
  const owner = await ownerBrowser(other)
  const { steps, secret: key } = await startSetup(owner)
  expect(steps.document.querySelector('svg[aria-label="QR code for your app"] path')).not.toBeNull()
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  const wrong = await owner.submit(steps, 'Continue', { code: '000000' })
  expect(wrong.status).toBe(401)
  expect(wrong.main).toContain('That code does not fit.')
  expect(wrong.texts('code')[0]).toBe(steps.texts('code')[0])
  const done = await owner.submit(wrong, 'Continue', { code: nextCode(key) })
  expect(done.path).toBe('/admin/security')
  expect(done.main).toContain('Your sign-in needs your password and your app.')

  const browser = other.browser()
  await browser.submit(await signIn(browser), 'Continue', { code: nextCode(key) })
  const security = await browser.visit('/admin/security')
  expect(security.main).toContain('Sign in with a password only from now on?')
  const off = await browser.submit(security, 'Turn off')
  expect(off.main).toContain('Your sign-in needs a password only.')
  expect((await signIn(other.browser())).path).toBe('/admin')
  await other.close()
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

test('codes cannot be enumerated; it is not kept locked by whoever knows the password', async () => {
  const thief = shop.browser()
  const step = await signIn(thief)
  const replies = []
  for (let code = 100_000; code < 100_012; code++)
    replies.push(await thief.submit(step, 'Continue', { code: String(code) }))
  expect(replies.at(-1)?.status).toBe(429)
  const owner = shop.browser()
  const inside = await owner.submit(await signIn(owner), 'Continue', { code: nextCode(secret) })
  expect(inside.path).toBe('/admin')
})
