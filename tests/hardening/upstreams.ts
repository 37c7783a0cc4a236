import type { IncomingMessage } from 'node:http'
import { apiPath } from '#app/services/storefront/shopify-api.server.ts'
import { serve } from '../support/loopback.ts'
import { createTestShop, MIXED } from '../support/test-shop.ts'

/** What a failing service says; visitors must not read it. */
export const SECRET_WORDS = 'Error: boom at /srv/secret.js'

const never = () => new Promise<Response>(() => {})

/** Ways in which an HTTP service can fail, each of which another part of our clients notices. */
const RESPONSES = {
  refused(incoming: IncomingMessage) {
    incoming.socket.destroy()
    return never()
  },
  hanging: never,
  throttled: () => Response.json({ message: SECRET_WORDS }, { status: 429, headers: { 'Retry-After': '1' } }),
  /** A connection that ends before its Content-Length. */
  truncated: () =>
    new Response('{"data":{"products":', { headers: { 'Content-Length': '500', Connection: 'close' } }),
  endless: () => new Response(endlessBody(), { headers: { 'Content-Type': 'application/json' } }),
  null: () => Response.json(null),
}
export type Fault = keyof typeof RESPONSES
export const FAULTS = Object.keys(RESPONSES) as Fault[]

/** How much was sent of one response at most, bytes. */
let longestSent = 0

function endlessBody(): ReadableStream {
  const chunk = new TextEncoder().encode('x'.repeat(2 ** 20))
  let sent = 0
  return new ReadableStream({
    pull(stream) {
      stream.enqueue(chunk)
      sent += chunk.length
      longestSent = Math.max(longestSent, sent)
    },
  })
}

export type Service = 'storefront' | 'backend' | 'functions' | 'geo'

function serviceOf(path: string): Service | 'admin' {
  if (path.startsWith('/functions/')) return 'functions'
  if (/^\/(?:auth|rest)\//.test(path)) return 'backend'
  if (path.startsWith('/geo/')) return 'geo'
  return path.startsWith('/admin/') ? 'admin' : 'storefront'
}

/**
 * Services on a real socket, backed by an embedded shop. A shop talks to them exactly as to hosted Shopify and Supabase.
 */
export async function createUpstreams() {
  const backing = await createTestShop()
  const { backend, store } = backing.embedded
  if (!backend || !store) throw new Error('the upstreams need embedded servers')
  const failing = new Map<string, Fault>()

  const respond = async (path: string, request: Request): Promise<Response> => {
    const { method, headers } = request
    const body = await request.text()
    const init = { method, headers, ...(body && { body }) }
    switch (serviceOf(path)) {
      case 'geo':
        return Response.json({ country_code: 'US' })
      case 'storefront':
        return store.storefrontFetch(store.storefrontUrl, init)
      case 'admin':
        return store.adminFetch(store.adminUrl, init)
      default:
        return backend.fetch(backend.url + path, init)
    }
  }

  const server = await serve((request, { incoming }) => {
    const { pathname, search } = new URL(request.url)
    const fault = failing.get(serviceOf(pathname))
    return fault ? RESPONSES[fault](incoming as IncomingMessage) : respond(pathname + search, request)
  })
  const at = (path: string) => server.origin + path

  return {
    backing,
    /** The environment of a shop with these services. */
    env: {
      ...MIXED,
      STOREFRONT_API_URL: at(apiPath('storefront')),
      STOREFRONT_API_TOKEN: 'any-token',
      ADMIN_API_URL: at(apiPath('admin')),
      ADMIN_API_TOKEN: store.adminToken,
      SUPABASE_URL: server.origin,
      SUPABASE_PUBLISHABLE_KEY: backend.anonKey,
      SUPABASE_SECRET_KEY: backend.serviceRoleKey,
      GEO_API_URL: `${at('/geo')}/{ip}/json/`,
      SESSION_SECRET: 'a secret that only this test knows, long enough',
      WEBHOOK_SECRET: backing.services.webhookSecrets[0] ?? '',
    },
    /** Makes services fail, until all are healed. */
    fail(fault: Fault, ...services: Service[]) {
      for (const service of services) failing.set(service, fault)
    },
    heal: () => failing.clear(),
    longestSent: () => longestSent,
    async close() {
      await server.close()
      await backing.close()
    },
  }
}

export type Upstreams = Awaited<ReturnType<typeof createUpstreams>>
