import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { apiPath } from '../../app/services/storefront/shopify-api.server.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'

/** Ways in which an HTTP service can fail. */
export const FAULTS = [
  'refused',
  'hanging',
  'slow',
  '429',
  '500',
  'html',
  'truncated',
  'endless',
  'graphql-errors',
  'nulls',
] as const
export type FaultKind = (typeof FAULTS)[number]

type Service = 'storefront' | 'admin' | 'backend' | 'functions' | 'geo'
type BrokenService = { readonly service: Service; readonly fault: FaultKind }

const SLOW_MS = 700

// biome-ignore lint/suspicious/noExplicitAny: any storefront response
type Override = (data: any, variables: any) => unknown
type LaneState = {
  broken: BrokenService | null
  readonly altered: Map<string, Override>
  readonly seen: Lane['seen']
  longestSent: number
}

/** The proxy between one shop and its services; its faults affect that shop only. */
export type Lane = {
  readonly env: Record<string, string>
  fail(service: Service, fault: FaultKind): void
  heal(): void
  /** Overrides a storefront operation: gets its variables and the real `data`, returns the data to send. */
  alter(operation: string, change: Override | null): void
  /** Requests so far, by service. */
  readonly seen: Record<Service, number>
  /** Bytes of an endless response that the shop read at most. */
  longestSent(): number
}

/**
 * Services on a real socket, backed by an embedded shop, with a lane for each shop under test. A shop talks to them
 * exactly as to hosted Shopify and Supabase.
 */
export async function createUpstreams() {
  const backing = await createTestShop()
  const lanes = new Map<string, LaneState>()
  const server = createHttpServer((request, response) => {
    void serve(backing, lanes, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    backing,
    lane(): Lane {
      const name = `lane-${lanes.size}`
      const seen = { storefront: 0, admin: 0, backend: 0, functions: 0, geo: 0 }
      const state: LaneState = { broken: null, altered: new Map(), seen, longestSent: 0 }
      lanes.set(name, state)
      const at = (path: string) => `${base}/${name}${path}`
      const { backend, store } = backing.embedded
      if (!backend || !store) throw new Error('the upstreams need embedded servers')
      return {
        env: {
          ...MIXED,
          STOREFRONT_API_URL: at(apiPath('storefront')),
          STOREFRONT_API_TOKEN: store.storefrontToken,
          ADMIN_API_URL: at(apiPath('admin')),
          ADMIN_API_TOKEN: store.adminToken,
          SUPABASE_URL: at('/supabase'),
          SUPABASE_PUBLISHABLE_KEY: backend.anonKey,
          SUPABASE_SECRET_KEY: backend.serviceRoleKey,
          GEO_API_URL: `${at('/geo')}/{ip}/json/`,
          SESSION_SECRET: 'a secret that only this test knows, long enough',
          WEBHOOK_SECRET: backing.services.webhookSecret,
        },
        fail(service, fault) {
          state.broken = { service, fault }
        },
        heal() {
          state.broken = null
        },
        alter(operation, change) {
          if (change) state.altered.set(operation, change)
          else state.altered.delete(operation)
        },
        seen,
        longestSent: () => state.longestSent,
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await backing.close()
    },
  }
}

export type Upstreams = Awaited<ReturnType<typeof createUpstreams>>

function serviceOf(path: string): Service {
  if (path.startsWith('/supabase/functions/')) return 'functions'
  if (path.startsWith('/supabase/')) return 'backend'
  return path.startsWith('/admin') ? 'admin' : path.startsWith('/geo/') ? 'geo' : 'storefront'
}

async function serve(
  backing: TestShop,
  lanes: ReadonlyMap<string, LaneState>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = '', path = ''] = /^\/(lane-\d+)(\/.*)$/.exec(request.url ?? '') ?? []
  const lane = lanes.get(name)
  const body = await text(request)
  const service = serviceOf(path)
  if (lane) lane.seen[service] += 1
  const fault = lane?.broken?.service === service ? lane.broken.fault : null
  if (fault === 'refused') return void request.socket.destroy()
  if (fault === 'hanging') return
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  if (fault === 'endless' && lane) return sendEndlessly(response, lane)
  const faulty = fault === null || fault === 'slow' || fault === 'endless' ? null : faultyResponse(fault)
  if (faulty) return send(response, faulty, fault === 'truncated')
  const real = await respond(backing, service, path, request, body)
  const realBody = Buffer.from(await real.arrayBuffer())
  const payload = service === 'storefront' && lane ? overriddenResponse(lane, body, realBody) : realBody
  const headers = Object.fromEntries(real.headers)
  delete headers['content-encoding']
  delete headers['content-length']
  response.writeHead(real.status, headers).end(payload)
}

function overriddenResponse({ altered }: LaneState, body: string, realBody: Buffer): Buffer {
  const [, operation = ''] = /(?:query|mutation) (\w+)/.exec(body) ?? []
  const change = altered.get(operation)
  if (!change) return realBody
  const { data } = JSON.parse(realBody.toString())
  return Buffer.from(JSON.stringify({ data: change(data, JSON.parse(body).variables) }))
}

function faultyResponse(fault: Exclude<FaultKind, 'refused' | 'hanging' | 'slow' | 'endless'>): Response {
  switch (fault) {
    case '429':
      return Response.json({ message: 'slow down' }, { status: 429, headers: { 'Retry-After': '1' } })
    case '500':
      return new Response('Error: boom\n    at Object.<anonymous> (/srv/secret.js:1:1)', { status: 500 })
    case 'html':
      return new Response('<!doctype html><title>Be right back</title>', {
        headers: { 'Content-Type': 'text/html' },
      })
    case 'truncated':
      return new Response('{"data":{"products":{"edges":[{"node":{"id":"gid://shopify/Pro', {
        headers: { 'Content-Type': 'application/json' },
      })
    case 'graphql-errors':
      return Response.json({ errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL' } }] })
    case 'nulls':
      return Response.json(null)
  }
}

/** Sends for as long as the client reads. */
async function sendEndlessly(response: ServerResponse, lane: LaneState): Promise<void> {
  const chunk = Buffer.alloc(2 ** 16, 'x')
  const closing = new AbortController()
  response.once('close', () => closing.abort())
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data":"')
  for (let sent = 0; !response.destroyed; sent += chunk.length) {
    lane.longestSent = Math.max(lane.longestSent, sent)
    // Rejects only by the signal: the client has stopped reading.
    if (!response.write(chunk))
      await once(response, 'drain', { signal: closing.signal }).catch(() => undefined)
  }
}

async function send(response: ServerResponse, source: Response, isCutOff: boolean): Promise<void> {
  const body = Buffer.from(await source.arrayBuffer())
  const headers = Object.fromEntries(source.headers)
  // A connection that ends before its Content-Length.
  response.writeHead(
    source.status,
    isCutOff ? { ...headers, 'content-length': String(body.length + 500) } : headers,
  )
  response.write(body, () => (isCutOff ? response.destroy() : response.end()))
}

function respond(
  backing: TestShop,
  service: Service,
  path: string,
  request: IncomingMessage,
  body: string,
): Promise<Response> {
  const { backend, store } = backing.embedded
  if (!backend || !store) throw new Error('the upstreams need embedded servers')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'host' && name !== 'content-length') headers.set(name, value)
  const init = { method: request.method ?? 'GET', headers, ...(body ? { body } : {}) }
  if (service === 'geo') return Promise.resolve(Response.json({ country_code: 'US' }))
  if (service === 'storefront') return respondAsStorefront(store, init, body)
  if (service === 'admin') return store.adminFetch(store.adminUrl, init)
  return backend.fetch(`${backend.url}${path.slice('/supabase'.length)}`, init)
}

type Store = NonNullable<TestShop['embedded']['store']>
const catalogue = new Map<string, Promise<string>>()

/** Catalogue responses are always the same, so they are computed once for all shops under test. */
async function respondAsStorefront(store: Store, init: RequestInit, body: string): Promise<Response> {
  const request = () => store.storefrontFetch(store.storefrontUrl, init)
  if (/cart/i.test(body)) return request()
  const known = catalogue.get(body) ?? request().then((response) => response.text())
  catalogue.set(body, known)
  return new Response(await known, { headers: { 'Content-Type': 'application/json' } })
}

export type TcpFault = 'refused' | 'hanging' | 'nonsense' | 'cut-off' | 'refusing-words'

/** A TCP server that misbehaves, for mail and Redis. */
export async function createBadSocket(fault: TcpFault, words: string) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (fault === 'nonsense') socket.write('<!doctype html><title>Welcome</title>\r\n')
    if (fault === 'refusing-words') {
      socket.write(words)
      socket.on('data', () => socket.write(words))
    }
    if (fault === 'cut-off') socket.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  if (fault === 'refused') await close()
  return { port, close: fault === 'refused' ? async () => {} : close }
}

/** A mail server that accepts everything. */
export async function createMailSink(port: number) {
  const mails: string[] = []
  const server = createTcpServer((socket) => {
    let inData = false
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      const received = chunk.toString()
      mails.push(received)
      if (inData && !received.endsWith('\r\n.\r\n')) return
      const isData = !inData && /^DATA/i.test(received)
      inData = isData
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { mails, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
