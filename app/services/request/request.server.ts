import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { isDataPath } from '#app/models/http.ts'
import { marketOfPath, marketPath, REFUSED_PATH } from '#app/models/market.ts'
import { PRIVACY_TOPICS, WEBHOOK_TOPICS, webhookPath } from '#app/models/store-requirements.ts'
import type { Config } from '../config/env.server.ts'
import { allowsHost } from '../config/problems.server.ts'
import { visitorKey } from '../limits/limits.server.ts'

/** Maximum body size of forms and cart changes. */
const MAX_BODY_BYTES = 65_536

/**
 * Maximum body size of webhooks. A refusal at every retry would end the subscription, so it is far above what a store
 * sends: an order line with properties, discounts and taxes is 2 to 5 kB, so this is an order of about 2,000 lines. It is
 * a bound at all because a body is in memory before its signature is known.
 */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024
/**
 * What bodies take in memory at a time, large ones of webhooks apart: whoever fills their share shuts out neither forms nor
 * the small webhooks that the shop subscribes to. A sender beyond it is asked to come back; the store does so by itself.
 */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024

/** Paths that Shopify posts to, which authenticate by signature instead of the Origin header. */
const WEBHOOK_PATHS = [...WEBHOOK_TOPICS, ...PRIVACY_TOPICS].map(webhookPath)
/** Resource routes, which have no page to show a refusal on. */
const PAGELESS_PATHS = /^\/(market|consent|(us|uk)\/(checkout|forms|cart\/changes))$/

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
  readonly status: 400 | 403 | 404 | 405 | 413 | 500 | 503
  readonly reason: 'host' | 'path' | 'origin' | 'method' | 'body' | 'busy' | 'crash'
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

/** The `Host` of a request. `X-Forwarded-Host` counts nowhere: caches do not tell responses apart by it. */
function hostOf(request: Request): string {
  const [, , host = ''] = request.url.split('/', 3)
  return host.toLowerCase()
}

/**
 * Where a page asked for with `www.` is, when the public address is without, or the reverse: there, its forms and the
 * visitor's cart are those of the public address. Null for any other name, which a proxy may have put there.
 */
export function publicAddressOf(request: Request, target: string, config: Config): string | null {
  if (config.publicOrigin === null) return null
  const asked = hostOf(request).replace(/:\d+$/, '')
  const { hostname } = new URL(config.publicOrigin)
  const isSibling = asked === `www.${hostname}` || hostname === `www.${asked}`
  return isSibling ? config.publicOrigin + target : null
}

/** The client of a request. The public address, where one is configured, decides what no header can change. */
export function describeClient(request: Request, connection: Connection, config: Config): ClientInfo {
  const ip = parseAddress(forwardedOf(request, config, 'X-Forwarded-For'))
  const origin = config.publicOrigin ?? askedOrigin(request, config)
  return {
    ip: ip ?? connection.address.replace(/^::ffff:/i, ''),
    origin,
    secure: origin.startsWith('https:'),
  }
}

/** Scheme and host of a request, as the client sees them. */
function askedOrigin(request: Request, config: Config): string {
  const forwarded = forwardedOf(request, config, 'X-Forwarded-Proto')
  const isKnown = forwarded === 'https' || forwarded === 'http'
  const [scheme] = request.url.split(':', 1)
  return `${isKnown ? forwarded : scheme}://${hostOf(request)}`
}

/** Whether the shop serves the host of this request. Health checks address the instance itself. */
export function isKnownHost(request: Request, path: string, config: Config): boolean {
  const { allowedHosts } = config
  return (
    allowedHosts === null || path === '/healthz' || allowsHost(allowedHosts, askedOrigin(request, config))
  )
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

/** The URL of the page in whose place an error page is rendered, for URLs without a page of their own. */
export function errorPageUrl(url: URL): URL {
  return new URL(marketPath(marketOfPath(url.pathname), REFUSED_PATH), url)
}

/**
 * Whether a webhook has the signature of Shopify, base64 HMAC-SHA256 of its raw body, in constant time.
 * @param secrets any of them may have signed
 */
function isSigned(body: Uint8Array, { headers }: Request, secrets: readonly string[]): boolean {
  const signature = headers.get('X-Shopify-Hmac-Sha256') ?? ''
  if (!/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false
  const given = Buffer.from(signature, 'base64')
  return secrets
    .map((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given))
    .includes(true)
}

/** What needs no memory. */
const keep = () => undefined

/**
 * Creates the function that refuses requests that no route should see, and reads the body of the others, so that no
 * route waits for a slow sender. Hono's `bodyLimit` leaves a body of a declared size unread, and does not count chunks.
 * @param webhookSecrets what webhooks are signed with
 */
export function createRequestScreen(webhookSecrets: readonly string[]) {
  const readSmall = createBodyReader(MAX_BUFFERED_BYTES)
  const readLarge = createBodyReader(MAX_BUFFERED_BYTES)

  /**
   * @param url the parsed URL of the request
   * @returns the request as it is passed on, or for a refusal the one that renders its error page; `release` is called
   * once there is a response
   */
  return async (request: Request, url: URL, { ip, origin }: ClientInfo) => {
    const accepted = { request, refusal: null as Refusal | null, isSigned: false, release: keep }
    const pageUrl = PAGELESS_PATHS.test(url.pathname) ? errorPageUrl(url) : url
    const refuse = (status: Refusal['status'], reason: Refusal['reason'], page = pageUrl) => {
      // The client router reads the answer to a form in another way than that to a page. Not where the origin is wrong:
      // React Router would refuse that form itself.
      const method = isDataPath(page.pathname) && reason === 'body' ? 'POST' : 'GET'
      const forPage = new Request(page, { method, headers: request.headers })
      return { ...accepted, request: forPage, refusal: { status, reason } }
    }
    if (!isDecodable(url.pathname)) return refuse(404, 'path', errorPageUrl(url))
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) return refuse(405, 'method')
    if (request.method !== 'POST') return accepted
    const isWebhook = WEBHOOK_PATHS.includes(url.pathname)
    if (!isWebhook && !isOwnOrigin(request, origin)) return refuse(403, 'origin')
    const isSmall = Number(request.headers.get('Content-Length') ?? Number.NaN) <= MAX_BODY_BYTES
    const read = await (isWebhook && !isSmall
      ? readLarge(request, MAX_WEBHOOK_BYTES, null)
      : readSmall(request, MAX_BODY_BYTES, ip))
    if (!read.ok) return read.error === 'busy' ? refuse(503, 'busy') : refuse(413, 'body')
    const { bytes, release } = read
    if (!isWebhook) return { ...accepted, request: withBody(request, bytes, origin), release }
    if (isSigned(bytes, request, webhookSecrets))
      return { ...accepted, request: withBody(request, bytes, origin), isSigned: true, release }
    release()
    return { ...accepted, request: withBody(request, new Uint8Array(), origin) }
  }
}

/**
 * The request with its body in memory, at the visitor's origin: React Router refuses a post whose Origin header differs
 * from its URL. As it also refuses a hidden origin, which `isOwnOrigin` has accepted by then, that header is removed.
 */
function withBody(request: Request, body: Uint8Array<ArrayBuffer>, origin: string): Request {
  const { method, signal } = request
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  if (headers.get('Origin') === HIDDEN_ORIGIN) headers.delete('Origin')
  return new Request(origin + pathname + search, { method, headers, body: request.body && body, signal })
}

/** No legitimate sender splits a body into more chunks, or smaller ones on average. Each costs more than its bytes. */
const MAX_CHUNKS = 5_000
const MIN_CHUNK_BYTES = 1_024
/** What a body without a declared size takes at first. */
const FIRST_BYTES = 4_096

/**
 * Creates the function that reads bodies chunk by chunk, each into one buffer: a list of many small chunks would take
 * far more memory. All bodies that are in memory at a time share `maxBytes`; a client who holds many of them back gets
 * an eighth of it, and shuts nobody else out.
 */
function createBodyReader(maxBytes: number) {
  const heldBy = new Map<string, number>()
  let heldByAll = 0

  /** Reserves so many bytes more, or releases them where it is less than zero. @returns whether they are reserved */
  function reserve(key: string | null, bytes: number): boolean {
    const own = key === null ? 0 : (heldBy.get(key) ?? 0) + bytes
    if (bytes > 0 && (heldByAll + bytes > maxBytes || own > maxBytes / 8)) return false
    heldByAll += bytes
    if (own > 0 && key !== null) heldBy.set(key, own)
    else heldBy.delete(key ?? '')
    return true
  }

  /**
   * @param ip null where a signature proves the sender
   * @returns the body, in memory until `release`; or why it was not read to its end
   */
  return async function read(request: Request, limit: number, ip: string | null) {
    const declared = Number(request.headers.get('Content-Length') ?? Number.NaN)
    // First, as a body that was touched cannot be skipped for the next request on the connection.
    if (declared > limit) return { ok: false, error: 'too-large' } as const
    const key = ip === null ? null : visitorKey(ip)
    let held = 0
    const hold = (bytes: number): boolean => {
      if (!reserve(key, bytes - held)) return false
      held = bytes
      return true
    }
    const release = () => void hold(0)
    const fail = (error: 'too-large' | 'busy') => {
      release()
      return { ok: false, error } as const
    }
    if (!hold(Math.min(limit, Number.isNaN(declared) ? FIRST_BYTES : declared))) return fail('busy')
    try {
      let bytes = new Uint8Array(held)
      let size = 0
      let chunks = 0
      for await (const chunk of request.body ?? []) {
        const end = size + chunk.length
        if (end > limit || ++chunks > Math.max(MAX_CHUNKS, limit / MIN_CHUNK_BYTES)) return fail('too-large')
        if (end > bytes.length) {
          if (!hold(Math.min(limit, Math.max(end, bytes.length * 2)))) return fail('busy')
          const larger = new Uint8Array(held)
          larger.set(bytes.subarray(0, size))
          bytes = larger
        }
        bytes.set(chunk, size)
        size = end
      }
      return { ok: true, bytes: bytes.subarray(0, size), release } as const
    } catch (error) {
      release()
      throw error
    }
  }
}
