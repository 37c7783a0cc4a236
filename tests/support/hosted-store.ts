import type { IncomingHttpHeaders } from 'node:http'
import { apiPath } from '#app/services/storefront/shopify-api.server.ts'
import { serve } from './loopback.ts'
import { createTestShop, MIXED } from './test-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: any reply of the storefront
type Change = (data: any, variables: any) => unknown
type Call = { readonly operation: string; readonly headers: IncomingHttpHeaders }

/**
 * A store at an address of its own, as Shopify's is: that of a backing shop, whose replies a test can change. Its Admin
 * API grants one token.
 */
export async function createHostedStore() {
  const backing = await createTestShop()
  const { store } = backing.embedded
  if (!store) throw new Error('the backing shop has no store')
  const changes = new Map<string, Change>()
  const calls: Call[] = []

  async function respond(request: Request, received: IncomingHttpHeaders): Promise<Response> {
    const path = new URL(request.url).pathname
    if (path === '/admin/oauth/access_token')
      return Response.json({ access_token: 'a token', scope: '', expires_in: 86_399 })
    const isAdmin = path === apiPath('admin')
    const body = await request.text()
    const [, operation = ''] = /(?:query|mutation) (\w+)/.exec(body) ?? []
    calls.push({ operation, headers: received })
    const headers = {
      'Content-Type': 'application/json',
      'X-Shopify-Access-Token': backing.embedded.store?.adminToken ?? '',
    }
    const init = { method: 'POST', headers, body }
    const [url, send] = isAdmin
      ? [store?.adminUrl, store?.adminFetch]
      : [store?.storefrontUrl, store?.storefrontFetch]
    const reply = url && send ? await send(url, init) : Response.error()
    const change = changes.get(operation)
    if (!change) return reply
    const { variables } = JSON.parse(body)
    return Response.json({ data: change((await reply.json()).data, variables) })
  }

  const { origin, close } = await serve(async (request, { incoming }) => {
    const reply = await respond(request, incoming.headers)
    const headers = { 'Content-Type': 'application/json' }
    return new Response(reply.body, { status: reply.status, headers })
  })

  return {
    backing,
    store,
    /** The environment of a shop with this store. */
    env: {
      ...MIXED,
      STOREFRONT_API_URL: origin + apiPath('storefront'),
      STOREFRONT_API_PRIVATE_TOKEN: 'a-private-token',
      ADMIN_API_URL: origin + apiPath('admin'),
      ADMIN_API_CLIENT_ID: 'an-id',
      ADMIN_API_CLIENT_SECRET: 'a-secret',
      WEBHOOK_SECRET: backing.services.webhookSecret,
      SESSION_SECRET: 'the same secret for all shops of this store',
    },
    /** All calls so far. */
    calls,
    /** Changes the `data` of an operation's replies. */
    alter: (operation: string, change: Change) => void changes.set(operation, change),
    async close() {
      await close()
      await backing.close()
    },
  }
}
