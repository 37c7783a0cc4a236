import { expect, onTestFinished, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { openOwnersRoom, signIn } from '../support/owner.ts'

/** An auth server whose answers have another shape counts as unavailable: nobody gets in, and nothing changes. */

const { shop, owner } = openOwnersRoom()
const USER = { id: 'x', email: 'owner@wizardbox.example', app_metadata: { role: 'owner' } }
const TOKENS = { access_token: 'a', refresh_token: 'b', expires_in: 'soon', user: USER }

test.each([
  ...[null, 'user', { ...USER, app_metadata: null }, { ...USER, factors: [null] }, { ...USER, id: 5 }].map(
    (body) => [/GET \/auth\/v1\/user/, body, () => owner.visit('/admin')] as const,
  ),
  ...[null, TOKENS].map((body) => [/POST \/auth\/v1\/token/, body, () => signIn(shop.browser())] as const),
])('%s: %j', async (match, body, open) => {
  injectFault(shop, { match, kind: 'status', status: 200, body })
  onTestFinished(() => shop.embedded.backend?.faults.clear())
  const page = await open()
  expect([page.status, page.main.includes('The room cannot be reached just now.')]).toEqual([503, true])
})
