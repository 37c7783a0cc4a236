import { isIP } from 'node:net'
import { isDataPath, isHost } from '#app/models/http.ts'
import { marketOfPath, marketPath, REFUSED_PATH } from '#app/models/market.ts'
import { WEBHOOK_TOPICS, webhookPath } from '#app/models/store-requirements.ts'
import type { Config } from '../config/env.server.ts'

/** Maximum body size of forms and cart changes. */
const MAX_BODY_BYTES = 65_536

/**
 * Maximum body size of webhooks. A refusal at every retry would end the subscription, so it is far above what a store
 * sends: an order line with properties, discounts and taxes is 2 to 5 kB, so this is an order of about 2,000 lines. It is
 * a bound at all because the signature can only be verified once the body is in memory.
 */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024
/** No legitimate sender splits a body into more chunks, or smaller ones on average. Each costs more than its bytes. */
const MAX_CHUNKS = 5_000
const MIN_CHUNK_BYTES = 1_024

/** Paths that Shopify posts to, which authenticate by signature instead of the Origin header. */
const WEBHOOK_PATHS = WEBHOOK_TOPICS.map(webhookPath)
/** Resource routes, which have no page to show a refusal on. */
const PAGELESS_PATHS = /^\/(market|consent|(us|uk)\/(checkout|cart\/changes))$/

export type Connection = {
  /** Remote IP address. */
  readonly address: string
  /** The response on the socket; destroyed when the client has gone away. */
  readonly outgoing?: { readonly destroyed: boolean }
  /** Set for requests by the shop itself, which may use any host. */
  readonly isShop?: true
}

/** The client of a request, with its forwarded headers taken into account. */
export type ClientInfo = {
  /** As told by the configured number of proxies. Never logged. */
  readonly ip: string
  /** Scheme and host as the visitor's browser knows them: for absolute URLs in pages and mails. */
  readonly origin: string
  /** Whether the visitor uses https. */
  readonly secure: boolean
}

/** Why a request was refused before its route ran, or its route failed. */
export type Refusal = {
  readonly status: 400 | 403 | 404 | 405 | 413 | 500
  readonly reason: 'host' | 'path' | 'origin' | 'method' | 'body' | 'crash'
}

/** A forwarded header, trusted only as far as the `trustProxy` nearest proxies wrote it. */
function forwardedOf({ headers }: Request, { trustProxy }: Config, name: string): string | null {
  if (trustProxy === 0) return null
  const values = (headers.get(name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return values.at(-trustProxy) ?? values[0] ?? null
}

/** The host that the client asked for. */
function hostOf(request: Request, config: Config): string {
  const [, , ownHost = ''] = request.url.split('/', 3)
  const forwarded = forwardedOf(request, config, 'X-Forwarded-Host')
  return (forwarded && isHost(forwarded) ? forwarded : ownHost).toLowerCase()
}

/**
 * Where a page asked for with `www.` is, when the public address is without, or the reverse: there, its forms and the
 * visitor's cart are those of the public address. Null for any other name, which a proxy may have put there.
 */
export function publicAddressOf(request: Request, target: string, config: Config): string | null {
  if (config.publicOrigin === null) return null
  const asked = hostOf(request, config).replace(/:\d+$/, '')
  const { hostname } = new URL(config.publicOrigin)
  const isSibling = asked === `www.${hostname}` || hostname === `www.${asked}`
  return isSibling ? config.publicOrigin + target : null
}

/** The client of a request, as the configured proxies tell it. */
export function describeClient(request: Request, connection: Connection, config: Config): ClientInfo {
  const forwarded = (name: string) => forwardedOf(request, config, name)
  const [ownProtocol = 'http:'] = request.url.split('/', 1)
  const forwardedProtocol = forwarded('X-Forwarded-Proto')
  const protocol =
    forwardedProtocol === 'https' || forwardedProtocol === 'http'
      ? forwardedProtocol
      : ownProtocol.slice(0, -1)
  return {
    ip: parseAddress(forwarded('X-Forwarded-For')) ?? connection.address.replace(/^::ffff:/i, ''),
    origin: config.publicOrigin ?? `${protocol}://${hostOf(request, config)}`,
    secure: protocol === 'https',
  }
}

/** An IP address without the port that some proxies add and that differs by connection; null for anything else. */
function parseAddress(text: string | null): string | null {
  if (text === null) return null
  const address = text.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) > 0 ? plain : null
}

/** Whether all escapes in a path are valid UTF-8; no URL of the shop has others. */
function isDecodable(pathname: string): boolean {
  try {
    // The result is used because the build removes a call without effect.
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/** The Origin header of a browser that hides its origin. */
const HIDDEN_ORIGIN = 'null'

/**
 * Whether a write was sent by a page of the shop (CSRF protection). Browsers say so in Sec-Fetch-Site, Origin or
 * Referer; a client without any of these is no browser, so it has no visitor's cookies. Hono's `csrf` checks the types
 * of forms only, not the cart's JSON, accepts a foreign Sec-Fetch-Site with our Origin, and refuses what is no browser.
 */
function isOwnOrigin(request: Request, origin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  const sender = request.headers.get('Origin')
  const referrer = request.headers.get('Referer')
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    // WebKit calls a form that opens a new tab, such as the checkout's, cross-site; its origin and referrer are right.
    const isWebKitTab = site === 'cross-site' && request.headers.get('Sec-Fetch-Mode') === 'navigate'
    return isWebKitTab && [sender, referrer].every((from) => from !== null && hasSameHost(from, origin))
  }
  // `Referrer-Policy: no-referrer` hides the origin too, but Sec-Fetch-Site still tells that the page is ours.
  const isHidden = sender === HIDDEN_ORIGIN && site === 'same-origin'
  if (sender !== null && !isHidden) return hasSameHost(sender, origin)
  return referrer === null || hasSameHost(referrer, origin)
}

function hasSameHost(address: string, origin: string): boolean {
  return URL.parse(address)?.host === new URL(origin).host
}

/**
 * Reads the body of a request, so that no route waits for a slow sender, and sets its URL to the visitor's origin:
 * React Router refuses a post whose Origin header differs from its URL. As it also refuses a hidden origin, which
 * `isOwnOrigin` has accepted by then, that header is removed. Hono's `bodyLimit` leaves a body of a declared size
 * unread, and does not count chunks.
 * @param limit maximum size of the body, bytes
 * @returns null when the body is too large, or has too many chunks
 */
async function readRequest(request: Request, limit: number, origin: string): Promise<Request | null> {
  const { method, signal } = request
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  if (headers.get('Origin') === HIDDEN_ORIGIN) headers.delete('Origin')
  // First, as a body that was touched cannot be skipped for the next request on the connection.
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null
  const body = request.body && (await readBody(request.body, limit))
  if (request.body && body === null) return null
  return new Request(origin + pathname + search, { method, headers, body, signal })
}

/** Reads a body into one buffer, chunk by chunk: a list of many small chunks would take far more memory. */
async function readBody(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let bytes = new Uint8Array(Math.min(limit, 16_384))
  let size = 0
  let chunks = 0
  for await (const chunk of body) {
    const end = size + chunk.length
    if (end > limit || ++chunks > Math.max(MAX_CHUNKS, limit / MIN_CHUNK_BYTES)) return null
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(end, bytes.length * 2)))
      larger.set(bytes.subarray(0, size))
      bytes = larger
    }
    bytes.set(chunk, size)
    size = end
  }
  return bytes.subarray(0, size)
}

/** Whether a browser prefetches a document (speculation rules), which the visitor has not navigated to yet. */
export function isPrefetch(headers: { get(name: string): string | null }): boolean {
  return /\bprefetch\b/.test(headers.get('Sec-Purpose') ?? '') && headers.get('Sec-Fetch-Dest') === 'document'
}

/** Whether the client sends or accepts JSON, so that an error page is of no use to it. */
export function expectsJson(headers: Headers): boolean {
  return ['Content-Type', 'Accept'].some((name) => headers.get(name)?.startsWith('application/json') ?? false)
}

/** The URL of the page in whose place an error page is rendered, for URLs without a page of their own. */
export function errorPageUrl(url: URL): URL {
  return new URL(marketPath(marketOfPath(url.pathname), REFUSED_PATH), url)
}

/**
 * Refuses requests that no route should see, and reads the body of the others.
 * @param url the parsed URL of the request
 * @param origin as the visitor's browser knows it
 * @returns the request to pass on; for a refusal, the one that renders its error page
 */
export async function screenRequest(
  request: Request,
  url: URL,
  origin: string,
): Promise<{ request: Request; refusal: Refusal | null }> {
  const pageUrl = PAGELESS_PATHS.test(url.pathname) ? errorPageUrl(url) : url
  const refuse = (status: Refusal['status'], reason: Refusal['reason'], page = pageUrl) => {
    // The client router reads the answer to a form in another way than that to a page. Not where the origin is wrong:
    // React Router would refuse that form itself.
    const method = isDataPath(page.pathname) && reason === 'body' ? 'POST' : 'GET'
    return { request: new Request(page, { method, headers: request.headers }), refusal: { status, reason } }
  }
  if (!isDecodable(url.pathname)) return refuse(404, 'path', errorPageUrl(url))
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return refuse(405, 'method')
  if (request.method !== 'POST') return { request, refusal: null }
  const isWebhook = WEBHOOK_PATHS.includes(url.pathname)
  if (!isWebhook && !isOwnOrigin(request, origin)) return refuse(403, 'origin')
  const read = await readRequest(request, isWebhook ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES, origin)
  return read ? { request: read, refusal: null } : refuse(413, 'body')
}
