import { beforeAll, describe, expect, test } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/totp.server.ts'
import { mailsContaining } from '../support/backend-rows.ts'
import type { Browser, Page } from '../support/browser.ts'
import { OWNER_EMAIL, OWNER_PASSWORD, ownerBrowser, signIn, thiefOf } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** Changes of the sign-in, which ask for the password again and for a code of the authenticator app. */

const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead

/** The current one-time code. A code works once, so every call advances the clock by half a minute. */
function nextCode(secret: string): string {
  clock.ahead += 30_000
  return codeOfStep(secret, currentStep(now()))
}

const password = OWNER_PASSWORD
const GUESSES: Record<string, string>[] = [{}, { password: '' }, { password: 'wrong horse' }]
const secretOn = (page: Page) => (page.texts('code')[0] ?? '').replaceAll(' ', '')

async function setUpApp(owner: Browser): Promise<string> {
  const steps = await owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
  await owner.submit(steps, 'Continue', { password, code: nextCode(secretOn(steps)) })
  return secretOn(steps)
}

/** What a form is refused with, at its page and as data. */
async function expectRefused(visitor: Browser, fields: Record<string, string>, status = 401) {
  for (const address of ['/admin/security', '/admin/security.data'])
    expect((await visitor.post(address, fields)).status, address).toBe(status)
}

describe('an authenticator app', () => {
  const shop = openTestShop({ now })

  test('is set up with a QR code, a key and a first code, and removed with a further one; the owner is mailed', async () => {
    const owner = await ownerBrowser(shop)
    const refused = await owner.submit(await owner.visit('/admin/security'), 'Set up', {
      password: 'wrong horse',
    })
    expect([refused.status, refused.texts('code')]).toEqual([401, []])
    expect(refused.main).toContain('That is not your password.')
    const steps = await owner.submit(refused, 'Set up', { password })
    expect(steps.document.querySelector('svg[aria-label="QR code for your app"] path')).not.toBeNull()
    const key = secretOn(steps)
    const wrong = await owner.submit(steps, 'Continue', { password, code: '000000' })
    expect([wrong.status, secretOn(wrong)]).toEqual([401, key])
    expect(wrong.main).toContain('That code does not fit.')
    const done = await owner.submit(wrong, 'Continue', { password, code: nextCode(key) })
    expect(done.path).toBe('/admin/security')
    expect(done.main).toContain('Your sign-in needs your password and your app.')
    const off = await owner.submit(done, 'Turn off', { password, code: nextCode(key) })
    expect(off.main).toContain('Your sign-in needs a password only.')
    for (const change of ['app was set up', 'was removed'])
      expect(await mailsContaining(shop, change)).toHaveLength(1)
  })

  test('cannot be set up by whoever stole the cookie, nor by a set-up that was started before', async () => {
    const owner = await ownerBrowser(shop)
    const steps = await owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
    const { data } = steps.formWith('Continue')
    const started = { ...Object.fromEntries(data), code: nextCode(secretOn(steps)) }
    for (const guess of GUESSES) {
      const thief = thiefOf(shop, owner)
      await expectRefused(thief, { intent: 'start', ...guess })
      await expectRefused(thief, { ...started, ...guess })
    }
    // The owner sets up an app of their own: the one that was started is of no use any more, with the password either.
    await setUpApp(owner)
    await expectRefused(owner, { ...started, code: nextCode(secretOn(steps)), password }, 409)
    // The id is part of an address at the auth server.
    for (const intent of ['confirm', 'remove'])
      await expectRefused(owner, { ...started, intent, factorId: '../user', password }, 400)
  })
})

describe('with an authenticator app', () => {
  const shop = openTestShop({ now })
  let secret = ''
  beforeAll(async () => {
    secret = await setUpApp(await ownerBrowser(shop))
  })

  async function enter(): Promise<Browser> {
    const browser = shop.browser()
    await browser.submit(await signIn(browser), 'Continue', { code: nextCode(secret) })
    return browser
  }

  test('a stolen cookie changes nothing, with the password either', async () => {
    const owner = await enter()
    const { data } = (await owner.visit('/admin/security')).formWith('Turn off')
    const factorId = data.get('factorId') ?? ''
    for (const guess of [...GUESSES, { password }, { password, code: '000000' }])
      for (const intent of ['remove', 'everywhere'])
        await expectRefused(thiefOf(shop, owner), { intent, factorId, ...guess })
    expect((await signIn(shop.browser())).main).toContain('Six-digit code')
  })

  test('a confirmed change leaves copies of the cookie behind', async () => {
    const [owner, elsewhere] = [await enter(), await enter()]
    const thief = thiefOf(shop, owner)
    const form = await owner.visit('/admin/security')
    const left = await owner.submit(form, 'Sign out everywhere', { password, code: nextCode(secret) })
    expect(left.path).toBe('/admin/sign-in')
    expect(left.main).toContain('You are signed out everywhere.')
    for (const browser of [thief, elsewhere])
      expect((await browser.visit('/admin')).url.pathname).toBe('/admin/sign-in')
    expect(await mailsContaining(shop, 'Everybody was signed out')).toHaveLength(1)
  })

  test('starting over keeps the requested page, and a code without a password is rejected', async () => {
    const browser = shop.browser()
    const asked = await browser.visit('/admin/messages?q=wand')
    const typed = { email: OWNER_EMAIL, password }
    const again = await browser.submit(await browser.submit(asked, 'Sign in', typed), 'Start over')
    expect(again.path).toBe(asked.path)
    const step = await browser.submit(again, 'Sign in', typed)
    expect((await browser.submit(step, 'Continue', { code: nextCode(secret) })).path).toBe(
      '/admin/messages?q=wand',
    )
    const stranger = await shop.browser().post('/admin/sign-in', { code: nextCode(secret) })
    expect([stranger.path, stranger.has('Sign in')]).toEqual(['/admin/sign-in', true])
  })

  test('codes cannot be enumerated; it is not kept locked by whoever knows the password', async () => {
    const thief = shop.browser()
    const step = await signIn(thief)
    const replies = []
    for (let code = 100_000; code < 100_012; code++)
      replies.push(await thief.submit(step, 'Continue', { code: String(code) }))
    expect(replies.at(-1)?.status).toBe(429)
    expect((await (await enter()).visit('/admin')).path).toBe('/admin')
  })
})

describe('the password', () => {
  const fixed = openTestShop({ now })
  const shop = openTestShop({ now, env: { OWNER_PASSWORD: '' } })

  test('is changed with the one before, to one that is long enough; the owner is mailed', async () => {
    const owner = await ownerBrowser(shop)
    const thief = thiefOf(shop, owner)
    const form = await owner.visit('/admin/security')
    const newPassword = 'a staple for the battery'
    await expectRefused(thief, { intent: 'password', password: 'wrong horse', newPassword })
    await expectRefused(owner, { intent: 'password', password, newPassword: 'short' }, 422)
    const changed = await owner.submit(form, 'Change password', { password, newPassword })
    expect(changed.path).toBe('/admin/sign-in')
    expect(changed.main).toContain('Your password is changed. Please sign in with it.')
    expect(await mailsContaining(shop, 'password of the owner')).toHaveLength(1)
  })

  test('is not changed where each start sets it', async () => {
    const owner = await ownerBrowser(fixed)
    expect((await owner.visit('/admin/security')).has('Change password')).toBe(false)
    await expectRefused(owner, { intent: 'password', password, newPassword: 'another battery' }, 409)
  })
})
