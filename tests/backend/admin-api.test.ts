import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAdminTokens } from '#supabase/functions/_shared/admin-token.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'

const URL = 'https://shop.test/admin/api/2025-07/graphql.json'
const CLIENT = { id: 'an-id', secret: 'a-secret' }
const DAY_MS = 24 * 3_600_000
const QUERY = 'query Shop { shop { name } }'
const SHOP = { shop: { name: 'Wizard Box' } }
const REPLY = z.object({ shop: z.object({ name: z.string() }) })

/** Shopify's token endpoint and Admin API, which accept the newest token only, until it is revoked. */
function createShopify() {
  const state = {
    now: Date.UTC(2026, 0, 1),
    granted: 0,
    valid: '',
    /** Answers that the token endpoint gives instead of a token, the first next. */
    refusals: [] as Response[],
    asked: [] as { url: string; body: string }[],
    /** The same for the Admin API. */
    answers: [] as Response[],
    calls: [] as string[],
  }
  const grantToken = () => {
    state.valid = `shpat_${++state.granted}`
    return Response.json({
      access_token: state.valid,
      scope: 'write_products,read_orders',
      expires_in: 86_399,
    })
  }
  const send: typeof fetch = async (input, init) => {
    await Promise.resolve()
    const request = new Request(input, init)
    if (request.url !== URL) {
      state.asked.push({ url: request.url, body: await request.text() })
      return state.refusals.shift() ?? grantToken()
    }
    const token = request.headers.get('X-Shopify-Access-Token') ?? ''
    state.calls.push(token)
    const refusal = Response.json({ errors: '[API] Invalid API key or access token' }, { status: 401 })
    return state.answers.shift() ?? (token === state.valid ? Response.json({ data: SHOP }) : refusal)
  }
  const admin = { url: URL, token: createAdminTokens(URL, CLIENT, send, () => state.now), fetch: send }
  return { state, call: () => callAdmin(admin, QUERY, {}, REPLY) }
}

describe('tokens that end', () => {
  it('are asked for once, by the grant that Shopify documents, for many callers', async () => {
    const { state, call } = createShopify()
    await Promise.all([call(), call(), call()])
    await call()
    expect(state.asked).toEqual([
      {
        url: 'https://shop.test/admin/oauth/access_token',
        body: 'grant_type=client_credentials&client_id=an-id&client_secret=a-secret',
      },
    ])
    expect(state.calls).toEqual(Array(4).fill('shpat_1'))
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
    expect(state.calls.at(-1)).toBe('shpat_2')
  })

  it('are renewed once, and the call repeated, when Shopify refuses one; also for many callers', async () => {
    const { state, call } = createShopify()
    await call()
    state.valid = 'another'
    await Promise.all([call(), call(), call()])
    expect(state.asked).toHaveLength(2)
    expect(state.calls.filter((token) => token === 'shpat_2')).toHaveLength(3)
  })

  it('are not asked for again and again when new ones are refused too', async () => {
    const { state, call } = createShopify()
    await call()
    state.valid = 'another'
    state.refusals.push(Response.json({ access_token: 'useless', expires_in: 60 }))
    await expect(call()).rejects.toThrow('Shopify Shop: HTTP 401')
    expect(state.asked).toHaveLength(2)
  })

  it('that Shopify does not give are named with its reason, and without the secret', async () => {
    const { state, call } = createShopify()
    state.refusals.push(
      Response.json({ error: 'application_cannot_be_found', error_description: '…' }, { status: 400 }),
      new Response('<html>', { status: 200 }),
    )
    await expect(call()).rejects.toThrow(
      'Shopify Shop: no access token: HTTP 400 application_cannot_be_found',
    )
    await expect(call()).rejects.toThrow('Shopify Shop: no access token: the answer has another shape')
    await call()
    expect(state.asked).toHaveLength(3)
  })
})

describe('operations that Shopify throttles', () => {
  const throttled = {
    'by status': () => new Response('', { status: 429, headers: { 'Retry-After': '0.01' } }),
    'by points': () => {
      const throttleStatus = { maximumAvailable: 1000, currentlyAvailable: 9, restoreRate: 100 }
      return Response.json({
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: { cost: { requestedQueryCost: 10, actualQueryCost: null, throttleStatus } },
      })
    },
  }

  it.each(['by status', 'by points'] as const)('%s are sent again when it says so', async (how) => {
    const { state, call } = createShopify()
    state.answers.push(...Array.from({ length: 3 }, throttled[how]))
    expect(await call()).toEqual(SHOP)
    expect(state.calls).toHaveLength(4)
  })

  it('for ever are given up', async () => {
    const { state, call } = createShopify()
    state.answers.push(...Array.from({ length: 9 }, throttled['by status']))
    await expect(call()).rejects.toThrow('Shopify Shop: HTTP 429')
    expect(state.calls).toHaveLength(5)
  })
})
