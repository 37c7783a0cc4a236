import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createAdminTokens } from '#supabase/functions/_shared/admin-token.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'

const URL = 'https://shop.test/admin/api/2025-07/graphql.json'
const DAY_MS = 24 * 3_600_000
const SHOP = { shop: { name: 'Wizard Box' } }
const REPLY = z.object({ shop: z.object({ name: z.string() }) })

/** Shopify's token endpoint and Admin API, which accept the newest token only, until it is revoked. */
function createShopify() {
  const state = {
    now: Date.UTC(2026, 0, 1),
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
      const scope = 'write_products,read_orders'
      return Response.json({ access_token: state.valid, scope, expires_in: 86_399 })
    }
    const token = request.headers.get('X-Shopify-Access-Token') ?? ''
    state.calls.push(token)
    const refusal = Response.json({ errors: '[API] Invalid API key or access token' }, { status: 401 })
    return state.answers.shift() ?? (token === state.valid ? Response.json({ data: SHOP }) : refusal)
  }
  const client = { id: 'an-id', secret: 'a-secret' }
  const admin = { url: URL, token: createAdminTokens(URL, client, send, () => state.now), fetch: send }
  return { state, call: () => callAdmin(admin, 'query Shop { shop { name } }', {}, REPLY) }
}

describe('tokens that end', () => {
  it('are asked for once, by the grant that Shopify documents, and renewed once where one is refused', async () => {
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
  })

  it('are renewed before their end, without a caller that waits', async () => {
    const { state, call } = createShopify()
    await call()
    state.now += DAY_MS - 5 * 60_000
    state.refusals.push(new Response('busy', { status: 503 }))
    await call()
    expect(state.calls.at(-1)).toBe('shpat_1')
    state.now += DAY_MS
    await call()
    expect(state.calls.at(-1)).toBe('shpat_3')
  })

  it.each([
    [
      Response.json({ error: 'application_cannot_be_found', error_description: '…' }, { status: 400 }),
      'no access token: HTTP 400 application_cannot_be_found',
    ],
    [new Response('<html>', { status: 200 }), 'no access token: the answer has another shape'],
  ])(
    'that are of no use are asked for once, and the reason is told without the secret',
    async (refusal, reason) => {
      const { state, call } = createShopify()
      await call()
      state.valid = 'another'
      state.refusals.push(refusal)
      await expect(call()).rejects.toThrow(`Shopify Shop: ${reason}`)
      expect(state.asked).toHaveLength(2)
      expect(await call()).toEqual(SHOP)
    },
  )
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
