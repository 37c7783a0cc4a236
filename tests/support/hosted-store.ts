import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { apiPath, SHOPIFY_API_VERSION } from '../../app/services/storefront/shopify-api.server.ts'
import { createTestShop, MIXED } from './test-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: any reply of the storefront
type Change = (data: any, variables: any) => unknown
type Call = { readonly operation: string; readonly headers: IncomingMessage['headers'] }

/**
 * A store at an address of its own, as Shopify's is: that of a backing shop, whose replies a test can change. Its Admin
 * API accepts the token that was granted last.
 */
export async function createHostedStore() {
  const backing = await createTestShop()
  const { store } = backing.embedded
  if (!store) throw new Error('the backing shop has no store')
  const changes = new Map<string, Change>()
  const calls: Call[] = []
  const state = { version: SHOPIFY_API_VERSION, granted: 0 }

  async function respond(request: IncomingMessage, body: string): Promise<Response> {
    const path = request.url ?? ''
    if (path === '/admin/oauth/access_token')
      return Response.json({ access_token: `token-${++state.granted}`, scope: '', expires_in: 86_399 })
    const isAdmin = path === apiPath('admin')
    const [, operation = ''] = /(?:query|mutation) (\w+)/.exec(body) ?? []
    calls.push({ operation, headers: request.headers })
    if (isAdmin && request.headers['x-shopify-access-token'] !== `token-${state.granted}`)
      return Response.json({ errors: 'Invalid API key or access token' }, { status: 401 })
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

  const server = createServer((request, response) => {
    void text(request)
      .then((body) => respond(request, body))
      .then(async (reply) => {
        response.writeHead(reply.status, {
          'Content-Type': 'application/json',
          'X-Shopify-API-Version': state.version,
        })
        response.end(await reply.text())
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    backing,
    store,
    /** The environment of a shop with this store. */
    env: {
      ...MIXED,
      STOREFRONT_API_URL: base + apiPath('storefront'),
      STOREFRONT_API_PRIVATE_TOKEN: 'a private token',
      ADMIN_API_URL: base + apiPath('admin'),
      ADMIN_API_CLIENT_ID: 'an id',
      ADMIN_API_CLIENT_SECRET: 'a secret',
      WEBHOOK_SECRET: backing.services.webhookSecret,
      SESSION_SECRET: 'the same secret for all shops of this store',
    },
    /** All calls so far. */
    calls,
    /** The version that replies say they have, and how many tokens were granted. */
    state,
    /** Changes the `data` of an operation's replies. */
    alter: (operation: string, change: Change) => void changes.set(operation, change),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await backing.close()
    },
  }
}
