import { beforeAll, describe, expect, test } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
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

/** What a form is refused with, at its page and as data. */
async function expectRefused(visitor: Browser, fields: Record<string, string>, status = 401) {
  for (const address of ['/admin/security', '/admin/security.data'])
    expect((await visitor.post(address, fields)).status, address).toBe(status)
}

describe('without an authenticator app', () => {
  const shop = openTestShop({ now, env: { OWNER_PASSWORD: '' } })
  const fixed = openTestShop({ now })

  test('one is set up by the owner only, and removed by a further code; copies of the cookie end, and mails tell it', async () => {
    const owner = await ownerBrowser(shop)
    const thieves = GUESSES.map(() => thiefOf(shop, owner))
    const refused = await owner.submit(await owner.visit('/admin/security'), 'Set up', GUESSES[2])
    expect([refused.status, refused.texts('code')]).toEqual([401, []])
    expect(refused.main).toContain('That is not your password.')
    const started = await owner.submit(refused, 'Set up', { password })
    const former = {
      ...Object.fromEntries(started.formWith('Continue').data),
      code: nextCode(secretOn(started)),
    }
    const copies = GUESSES.map(() => thiefOf(shop, owner))
    for (const thief of thieves) expect((await thief.visit('/admin')).url.pathname).toBe('/admin/sign-in')
    for (const [at, guess] of GUESSES.entries())
      for (const fields of [{ intent: 'start' }, former])
        await expectRefused(copies[at] ?? owner, { ...fields, ...guess })

    const steps = await owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
    const picture = steps.document.querySelector('img[alt="QR code for your app"]')
    expect(picture?.getAttribute('src')).toMatch(/^data:image\/svg.*path/)
    const wrong = await owner.submit(steps, 'Continue', { password, code: '000000' })
    expect([wrong.status, secretOn(wrong)]).toEqual([401, secretOn(steps)])
    expect(wrong.main).toContain('That code does not fit.')
    const code = nextCode(secretOn(steps))
    const done = await owner.submit(wrong, 'Continue', { password, code })
    expect(done.path).toBe('/admin/security')
    expect(done.main).toContain('Your sign-in needs your password and your app.')
    await expectRefused(owner, { ...former, code: nextCode(secretOn(started)), password }, 409)
    for (const used of ['000000', code])
      expect((await owner.submit(done, 'Turn off', { password, code: used })).status).toBe(401)
    const off = await owner.submit(done, 'Turn off', { password, code: nextCode(secretOn(steps)) })
    expect(off.main).toContain('Your sign-in needs a password only.')
    await expectRefused(owner, { intent: 'remove', password }, 409)
    for (const change of ['app was set up', 'was removed'])
      expect(await mailsContaining(shop, change)).toHaveLength(1)
  })

  test('the password is changed with the one before to one that is long enough, and not where each start sets it', async () => {
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
    const another = await ownerBrowser(fixed)
    expect((await another.visit('/admin/security')).has('Change password')).toBe(false)
    await expectRefused(another, { intent: 'password', password, newPassword }, 409)
  })
})

describe('with an authenticator app', () => {
  const shop = openTestShop({ now })
  let secret = ''
  beforeAll(async () => {
    const owner = await ownerBrowser(shop)
    const steps = await owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
    secret = secretOn(steps)
    await owner.submit(steps, 'Continue', { password, code: nextCode(secret) })
  })

  async function enter(): Promise<Browser> {
    const browser = shop.browser()
    await browser.submit(await signIn(browser), 'Continue', { code: nextCode(secret) })
    return browser
  }

  test('a stolen cookie changes nothing, with the password either', async () => {
    const owner = await enter()
    for (const guess of [...GUESSES, { password }, { password, code: '000000' }])
      for (const intent of ['remove', 'everywhere'])
        await expectRefused(thiefOf(shop, owner), { intent, ...guess })
    expect((await signIn(shop.browser())).main).toContain('Six-digit code')
  })

  test('starting over keeps the requested page, and a code without a password is rejected', async () => {
    const browser = shop.browser()
    const asked = await browser.visit('/admin/messages?q=wand')
    const typed = { email: OWNER_EMAIL, password }
    const again = await browser.submit(await browser.submit(asked, 'Sign in', typed), 'Start over')
    expect(again.path).toBe(asked.path)
    const step = await browser.submit(again, 'Sign in', typed)
    const entered = await browser.submit(step, 'Continue', { code: nextCode(secret) })
    expect(entered.path).toBe('/admin/messages?q=wand')
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
