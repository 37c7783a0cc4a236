import { describe, expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { openOwnersRoom, signIn } from '../support/owner.ts'

/** How the admin area handles invalid responses and forms. */

const { shop, owner } = openOwnersRoom()

const UNREACHABLE = 'The room cannot be reached just now.'
const USER = { id: 'x', email: 'owner@wizardbox.example', app_metadata: { role: 'owner' } }
const NONSENSE: readonly unknown[] = [
  {},
  [],
  null,
  'user',
  { ...USER, app_metadata: null },
  { ...USER, factors: 'x' },
  { ...USER, factors: [null] },
  { ...USER, id: 5 },
]

describe('an auth server that responds for a user with', () => {
  test.each(NONSENSE.map((body) => [body]))('%j counts as unavailable', async (body) => {
    injectFault(shop, { match: /GET \/auth\/v1\/user/, kind: 'status', status: 200, body })
    const page = await owner.visit('/admin')
    expect(page.status).toBe(503)
    expect(page.main).toContain(UNREACHABLE)
    expect((await owner.post('/admin/security', { intent: 'start' })).status).toBe(503)
    shop.embedded.backend?.faults.clear()
    expect((await owner.visit('/admin')).status).toBe(200)
  })
})

const TOKENS = { access_token: 'a', refresh_token: 'b', expires_in: 'soon', user: USER }

test.each([[{}], [[]], [null], [TOKENS]])(
  'an auth server that responds to a sign-in with %j counts as unavailable',
  async (body) => {
    injectFault(shop, { match: /POST \/auth\/v1\/token/, kind: 'status', status: 200, body })
    const page = await signIn(shop.browser())
    expect(page.status).toBe(503)
    expect(page.main).toContain(UNREACHABLE)
  },
)

test.each([[{}], [[]], [null], [{ id: 'x', totp: null }]])(
  'an auth server that responds to the setup of an authenticator app with %j changes nothing',
  async (body) => {
    injectFault(shop, { match: /POST \/auth\/v1\/factors/, kind: 'status', status: 200, body })
    const page = await owner.post('/admin/security', { intent: 'start' })
    expect(page.status).toBe(503)
    expect(page.main).toContain('That did not save.')
  },
)

test.each([
  ['of many bytes in few characters', `otpauth://totp/${'😀'.repeat(290)}`],
  ['that is too long', `otpauth://totp/${'a'.repeat(600)}`],
])('the setup of an authenticator app at a URL %s is rejected', async (_, uri) => {
  const fields = { intent: 'confirm', factorId: 'x', code: '1', uri }
  expect((await owner.post('/admin/security', fields)).status).toBe(400)
})
