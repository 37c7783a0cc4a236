import { expect, onTestFinished, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { openOwnersRoom, signIn } from '../support/owner.ts'

/** An auth server whose answers have another shape counts as unavailable: nobody gets in, and nothing changes. */

const { shop, owner } = openOwnersRoom()
const UNREACHABLE = 'The room cannot be reached just now.'
const USER = { id: 'x', email: 'owner@wizardbox.example', app_metadata: { role: 'owner' } }
const TOKENS = { access_token: 'a', refresh_token: 'b', expires_in: 'soon', user: USER }

function answer(match: RegExp, body: unknown): void {
  injectFault(shop, { match, kind: 'status', status: 200, body })
  onTestFinished(() => shop.embedded.backend?.faults.clear())
}

test.each([
  [null],
  ['user'],
  [{ ...USER, app_metadata: null }],
  [{ ...USER, factors: [null] }],
  [{ ...USER, id: 5 }],
])('for a user: %j', async (body) => {
  answer(/GET \/auth\/v1\/user/, body)
  const page = await owner.visit('/admin')
  expect([page.status, page.main.includes(UNREACHABLE)]).toEqual([503, true])
  expect((await owner.post('/admin/security', { intent: 'start' })).status).toBe(503)
})

test.each([[null], [TOKENS]])('for a sign-in: %j', async (body) => {
  answer(/POST \/auth\/v1\/token/, body)
  const page = await signIn(shop.browser())
  expect([page.status, page.main.includes(UNREACHABLE)]).toEqual([503, true])
})
