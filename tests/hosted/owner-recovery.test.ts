import { afterAll, expect, test } from 'vitest'
import { recoverOwner } from '#app/services/owner/recover.server.ts'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import { newDataDir, settings } from '../support/first-start.ts'
import { OWNER_EMAIL, OWNER_PASSWORD, signIn } from '../support/owner.ts'
import { createTestShop, MIXED } from '../support/test-shop.ts'
import { OWNER, startSupabase } from './supabase-double.ts'

/** The way back in, of an owner who has lost the password and the authenticator app. */

const project = await startSupabase()
afterAll(() => project.close())
const HOSTED = {
  ...MIXED,
  SESSION_SECRET: 'for-the-tests-of-recovery-'.repeat(3),
  SUPABASE_URL: project.url,
  SUPABASE_PUBLISHABLE_KEY: project.keys.publishable,
  SUPABASE_SECRET_KEY: project.keys.secret,
}

test.each([
  ['embedded', {}, { email: OWNER_EMAIL, password: OWNER_PASSWORD }],
  ['hosted', HOSTED, OWNER],
])('the %s owner who has locked themselves out gets back in', async (_kind, env, { email, password }) => {
  const dataDir = await newDataDir()
  const shop = await createTestShop({ dataDir, env })
  const owner = shop.browser()
  const enter = async (typed: string, browser = shop.browser()) => (await signIn(browser, email, typed)).main
  await enter(password, owner)
  const steps = await owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
  const code = codeOfStep((steps.texts('code')[0] ?? '').replaceAll(' ', ''), currentStep(Date.now()))
  await owner.submit(steps, 'Continue', { code, password })
  expect(await enter(password)).toContain('One more key')

  const { OWNER_PASSWORD: _, ...plain } = { ...settings(dataDir), ...env } as Record<string, string>
  const recovered = await recoverOwner(plain)
  expect(recovered).toEqual({ email, removedFactors: 1, password: expect.stringMatching(/^[\w-]{16}$/) })
  // The sessions of before are over, and so is the old password.
  expect((await owner.visit('/admin')).url.pathname).toBe('/admin/sign-in')
  expect(await enter(password)).toContain('do not open this door')
  expect(await enter(recovered.password)).toContain('The owner’s room')
  expect(await recoverOwner(plain, 'a password of mine')).toMatchObject({ removedFactors: 0 })
  expect(await enter('a password of mine')).toContain('The owner’s room')
  await shop.close()
})

test('says what to do where it cannot help', async () => {
  const { OWNER_PASSWORD: _, ...plain } = settings(await newDataDir())
  await expect(recoverOwner({ ...plain, OWNER_PASSWORD: 'from the environment' })).rejects.toThrow(
    'OWNER_PASSWORD is set',
  )
  const hosted = () => recoverOwner({ ...plain, ...HOSTED })
  project.sql(`UPDATE "auth.users" SET raw_app_meta_data = '{}'`)
  await expect(hosted()).rejects.toThrow('0 accounts have the role of the owner')
  project.sql(`UPDATE "auth.users" SET raw_app_meta_data = '{"role": "owner"}'`)
  project.faults.inject({ match: /admin\/users/, kind: 'status', status: 500 })
  await expect(hosted()).rejects.toThrow('does not list its accounts')
})
