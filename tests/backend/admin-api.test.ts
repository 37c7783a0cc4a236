import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { createShopify } from '../support/shopify.ts'

const REPLY = z.object({ shop: z.object({ currencyCode: z.string() }) })
const SHOP = { shop: { currencyCode: 'USD' } }

/** Shopify, and the first answers that it gives instead of its own. */
function openShopify() {
  const shopify = createShopify()
  onTestFinished(() => shopify.close())
  const { clientId: id, clientSecret: secret } = shopify.tokens
  const [asked, refusals]: [string[], Response[]] = [[], []]
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    // Whoever redirects a call gets no token.
    expect(request.redirect).toBe('manual')
    const isGrant = request.url.endsWith('/admin/oauth/access_token')
    if (isGrant) asked.push(await request.clone().text())
    return (isGrant && refusals.shift()) || shopify.fetch(request)
  }
  const admin = adminApi({ url: shopify.adminUrl(), token: { id, secret } }, send)
  const call = () => callAdmin(admin, 'query Shop { shop { currencyCode } }', {}, REPLY)
  return { shopify, asked, refusals, call, secret }
}

it('a token is asked for once, by the grant that Shopify documents, and another one once where it is refused', async () => {
  const { shopify, asked, refusals, call, secret } = openShopify()
  await Promise.all([call(), call(), call()])
  expect(await call()).toEqual(SHOP)
  const { clientId } = shopify.tokens
  const grant = `grant_type=client_credentials&client_id=${clientId}&client_secret=${secret}`
  expect(asked).toEqual([grant])
  shopify.revokeTokens()
  await Promise.all([call(), call(), call()])
  expect(asked).toHaveLength(2)
  // One that is not given is asked for again.
  shopify.revokeTokens()
  refusals.push(Response.json({ error: 'app_not_found' }, { status: 400 }))
  await expect(call()).rejects.toThrow('Shopify Shop: no access token: HTTP 400 app_not_found')
  expect(await call()).toEqual(SHOP)
  expect(asked).toHaveLength(4)
})

it.each([
  ['by status', { status: 429 }],
  ['by points', { status: 200, body: { errors: [{ message: '', extensions: { code: 'THROTTLED' } }] } }],
])('operations that Shopify throttles %s are sent again after growing pauses', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { shopify, call } = openShopify()
  shopify.store.faults.inject({ kind: 'status', times: 2, ...answer })
  const answered = call()
  await vi.runAllTimersAsync()
  expect([await answered, shopify.calls.length]).toEqual([SHOP, 3])
})
