import { expect, test } from 'vitest'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import type { Browser, Page } from '../support/browser.ts'
import { OWNER_PASSWORD, ownerBrowser, signIn, thiefOf } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** What a stolen cookie cannot change of the sign-in. What the owner changes is shown by `tests/journeys/owner-sign-in`. */

const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead
const password = OWNER_PASSWORD
const GUESSES: Record<string, string>[] = [{}, { password: 'wrong horse' }]
const shop = openTestShop({ now })

/** The current one-time code. A code works once, so every call advances the clock by half a minute. */
function nextCode(secret: string): string {
  clock.ahead += 30_000
  return codeOfStep(secret, currentStep(now()))
}
const secretOn = (page: Page) => (page.texts('code')[0] ?? '').replaceAll(' ', '')

async function expectRefused(visitor: Browser, fields: Record<string, string>, status = 401) {
  expect((await visitor.post('/admin/security', fields)).status).toBe(status)
}

test('without the password it sets up no app; with an app it removes none, with the password either, and copies of it end', async () => {
  const owner = await ownerBrowser(shop)
  const setUp = async () => owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
  const thief = thiefOf(shop, owner)
  const started = await setUp()
  expect((await thief.visit('/admin')).url.pathname).toBe('/admin/sign-in')
  const typed = Object.fromEntries(started.formWith('Continue').data)
  const former = { ...typed, code: nextCode(secretOn(started)) }
  for (const guess of GUESSES)
    for (const fields of [{ intent: 'start' }, former])
      await expectRefused(thiefOf(shop, owner), { ...fields, ...guess })

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
