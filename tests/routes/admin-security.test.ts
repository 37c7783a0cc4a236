import { beforeAll, describe, expect, test } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import { mailsContaining } from '../support/backend-rows.ts'
import type { Browser, Page } from '../support/browser.ts'
import { OWNER_PASSWORD, ownerBrowser, signIn, thiefOf } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** Changes of the sign-in, which ask for the password again and for a code of the authenticator app. */

const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead
const password = OWNER_PASSWORD
const GUESSES: Record<string, string>[] = [{}, { password: '' }, { password: 'wrong horse' }]

/** The current one-time code. A code works once, so every call advances the clock by half a minute. */
function nextCode(secret: string): string {
  clock.ahead += 30_000
  return codeOfStep(secret, currentStep(now()))
}
const secretOn = (page: Page) => (page.texts('code')[0] ?? '').replaceAll(' ', '')
const press = async (owner: Browser, button: string, fields: Record<string, string> = {}) =>
  owner.submit(await owner.visit('/admin/security'), button, { password, ...fields })

async function expectRefused(visitor: Browser, fields: Record<string, string>, status = 401) {
  expect((await visitor.post('/admin/security', fields)).status).toBe(status)
}

const shop = openTestShop({ now, env: { OWNER_PASSWORD: '' } })
/** Its password is set at each start. */
const fixed = openTestShop({ now })

describe('without an authenticator app', () => {
  test('one is set up by the owner only, and removed by a further code; copies of the cookie end, and mails tell it', async () => {
    const owner = await ownerBrowser(shop)
    const thief = thiefOf(shop, owner)
    const started = await press(owner, 'Set up')
    expect((await thief.visit('/admin')).url.pathname).toBe('/admin/sign-in')
    const typed = Object.fromEntries(started.formWith('Continue').data)
    const former = { ...typed, code: nextCode(secretOn(started)) }
    for (const copy of GUESSES.map((guess) => ({ guess, thief: thiefOf(shop, owner) })))
      for (const fields of [{ intent: 'start' }, former])
        await expectRefused(copy.thief, { ...fields, ...copy.guess })

    const steps = await press(owner, 'Set up')
    const picture = steps.document.querySelector('img[alt="QR code for your app"]')
    expect(picture?.getAttribute('src')).toMatch(/^data:image\/svg.*path/)
    const wrong = await owner.submit(steps, 'Continue', { password, code: '000000' })
    expect([wrong.status, secretOn(wrong)]).toEqual([401, secretOn(steps)])
    const code = nextCode(secretOn(steps))
    const done = await owner.submit(wrong, 'Continue', { password, code })
    expect(done.path).toBe('/admin/security')
    await expectRefused(owner, { ...former, code: nextCode(secretOn(started)), password }, 409)
    expect((await owner.submit(done, 'Turn off', { password, code })).status).toBe(401)
    const off = await owner.submit(done, 'Turn off', { password, code: nextCode(secretOn(steps)) })
    expect(off.main).toContain('Your sign-in needs a password only.')
    await expectRefused(owner, { intent: 'remove', password }, 409)
    for (const change of ['app was set up', 'was removed'])
      expect(await mailsContaining(shop, change)).toHaveLength(1)
  })

  test('the password is changed with the one before to one that is long enough, and not where each start sets it', async () => {
    const owner = await ownerBrowser(shop)
    const newPassword = 'a staple for the battery'
    await expectRefused(thiefOf(shop, owner), { intent: 'password', password: 'wrong horse', newPassword })
    await expectRefused(owner, { intent: 'password', password, newPassword: 'short' }, 422)
    expect((await press(owner, 'Change password', { newPassword })).path).toBe('/admin/sign-in')
    expect(await mailsContaining(shop, 'password of the owner')).toHaveLength(1)
    const another = await ownerBrowser(fixed)
    expect((await another.visit('/admin/security')).has('Change password')).toBe(false)
    await expectRefused(another, { intent: 'password', password, newPassword }, 409)
  })
})

describe('with an authenticator app', () => {
  let secret = ''
  const enter = async (browser = fixed.browser()) =>
    browser.submit(await signIn(browser), 'Continue', { code: nextCode(secret) }).then(() => browser)
  beforeAll(async () => {
    const owner = await ownerBrowser(fixed)
    const steps = await press(owner, 'Set up')
    secret = secretOn(steps)
    await owner.submit(steps, 'Continue', { password, code: nextCode(secret) })
  })

  test('a stolen cookie changes nothing, with the password either', async () => {
    const owner = await enter()
    for (const guess of [...GUESSES, { password }, { password, code: '000000' }])
      for (const intent of ['remove', 'everywhere'])
        await expectRefused(thiefOf(fixed, owner), { intent, ...guess })
    expect((await signIn(fixed.browser())).main).toContain('Six-digit code')
  })

  test('codes cannot be enumerated; it is not kept locked by whoever knows the password', async () => {
    const thief = fixed.browser()
    const step = await signIn(thief)
    const statuses = []
    for (let code = 100_000; code < 100_012; code++)
      statuses.push((await thief.submit(step, 'Continue', { code: String(code) })).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await (await enter()).visit('/admin')).path).toBe('/admin')
    // Nor is a code enough without the password.
    const stranger = await fixed.browser().post('/admin/sign-in', { code: nextCode(secret) })
    expect([stranger.path, stranger.has('Sign in')]).toEqual(['/admin/sign-in', true])
  })
})
