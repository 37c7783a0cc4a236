import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createAdminTokens } from '#supabase/functions/_shared/admin-token.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'

const URL = 'https://shop.test/admin/api/2025-07/graphql.json'
const SHOP = { shop: { name: 'Wizard Box' } }
const REPLY = z.object({ shop: z.object({ name: z.string() }) })

/** Shopify's token endpoint and Admin API, which accept the newest token only, until it is revoked. */
function createShopify() {
  const state = {
    valid: '',
    /** What the token endpoint and the Admin API answer instead of a token and the shop, the first next. */
    refusals: [] as Response[],
    answers: [] as Response[],
    asked: [] as string[],
    calls: [] as string[],
  }
  const send: typeof fetch = async (input, init) => {
    await Promise.resolve()
    const request = new Request(input, init)
    // Whoever redirects a call gets no token.
    expect(request.redirect).toBe('manual')
    if (request.url !== URL) {
      const number = state.asked.push(`${request.url} ${await request.text()}`)
      const refusal = state.refusals.shift()
      if (refusal) return refusal
      state.valid = `shpat_${number}`
      return Response.json({ access_token: state.valid, expires_in: 86_399 })
    }
    const token = request.headers.get('X-Shopify-Access-Token') ?? ''
    state.calls.push(token)
    const refusal = Response.json({ errors: '[API] Invalid API key or access token' }, { status: 401 })
    return state.answers.shift() ?? (token === state.valid ? Response.json({ data: SHOP }) : refusal)
  }
  const client = { id: 'an-id', secret: 'a-secret' }
  const admin = { url: URL, token: createAdminTokens(URL, client, send), fetch: send }
  return { state, call: () => callAdmin(admin, 'query Shop { shop { name } }', {}, REPLY) }
}

it('a token is asked for once, by the grant that Shopify documents, and another one once where it is refused', async () => {
  const { state, call } = createShopify()
  await Promise.all([call(), call(), call()])
  await call()
  expect(state.asked).toEqual([
    'https://shop.test/admin/oauth/access_token grant_type=client_credentials&client_id=an-id&client_secret=a-secret',
  ])
  expect(state.calls).toEqual(Array(4).fill('shpat_1'))
  state.valid = 'another'
  await Promise.all([call(), call(), call()])
  expect(state.asked).toHaveLength(2)
  expect(state.calls.filter((token) => token === 'shpat_2')).toHaveLength(3)
  // One that is not given is asked for again, and the reason is told without the secret.
  for (const [refusal, reason] of [
    [Response.json({ error: 'app_not_found' }, { status: 400 }), 'HTTP 400 app_not_found'],
    [new Response('<html>'), 'the answer has another shape'],
  ] as const) {
    state.valid = 'another'
    state.refusals.push(refusal)
    await expect(call()).rejects.toThrow(`Shopify Shop: no access token: ${reason}`)
    expect(await call()).toEqual(SHOP)
  }
  expect(state.asked).toHaveLength(6)
})

it.each([
  ['by status', () => new Response('', { status: 429 })],
  [
    'by points',
    () => Response.json({ errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] }),
  ],
])('operations that Shopify throttles %s are sent again after growing pauses', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { state, call } = createShopify()
  state.answers.push(answer(), answer())
  const answered = call()
  await vi.runAllTimersAsync()
  expect([await answered, state.calls.length]).toEqual([SHOP, 3])
})
