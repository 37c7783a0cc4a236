import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { isDataPath } from '#app/models/http.ts'
import { marketOfPath, marketPath, REFUSED_PATH } from '#app/models/market.ts'
import { PRIVACY_TOPICS, WEBHOOK_TOPICS, webhookPath } from '#app/models/store-requirements.ts'
import type { Config } from '../config/env.server.ts'
import { visitorKey } from '../limits/limits.server.ts'

/** Maximum body size of forms and cart changes. */
const MAX_BODY_BYTES = 65_536

/**
 * Maximum body size of webhooks. Refusing every retry would end the subscription, so this is far more than a store sends:
 * an order of about 2,000 lines, at 2 to 5 kB for a line with properties, discounts and taxes. There is a limit because a
 * body is in memory before its signature is checked.
 */
const MAX_WEBHOOK_BYTES = 8 * 1024 * 1024
/**
 * Maximum size of all bodies in memory. Large webhooks have a maximum of their own, so that they can block neither forms
 * nor small webhooks. Beyond it, senders are asked to try again, which the store does by itself.
 */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024

/** Paths that Shopify posts to, which authenticate by signature instead of the Origin header. */
const WEBHOOK_PATHS = [...WEBHOOK_TOPICS, ...PRIVACY_TOPICS].map(webhookPath)
/** Resource routes, which have no page to show a refusal. */
const PAGELESS_PATHS = /^\/(market|consent|(us|uk)\/(checkout|forms|cart\/changes))$/

export type Connection = {
  readonly address: string
  /** The response on the socket; destroyed when the client has gone away. */
  readonly outgoing?: { readonly destroyed: boolean }
  /** Set for requests by the shop itself, which may use any host. */
  readonly isShop?: true
}

/** The client of a request, with its forwarded headers taken into account. */
export type ClientInfo = {
  /** As the configured number of proxies forwards it. Never logged. */
  readonly ip: string
  /** Scheme and host as the visitor's browser knows them: for absolute URLs in pages and mails. */
  readonly origin: string
  readonly secure: boolean
}

/** Why a request was refused before its route ran, or its route failed. */
export type Refusal = {
  readonly status: 400 | 403 | 404 | 405 | 413 | 500 | 503
  readonly reason: 'host' | 'path' | 'origin' | 'method' | 'body' | 'busy' | 'crash'
}

/** The part of a forwarded header that the `trustProxy` nearest proxies wrote. */
function forwardedOf({ headers }: Request, { trustProxy }: Config, name: string): string | null {
  if (trustProxy === 0) return null
  const values = (headers.get(name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return values.at(-trustProxy) ?? values[0] ?? null
}

/** The `Host` of a request. `X-Forwarded-Host` is never used, as caches do not distinguish responses by it. */
function hostOf(request: Request): string {
  const [, , host = ''] = request.url.split('/', 3)
  return host.toLowerCase()
}

/**
 * Where to redirect a request for `www.` if the public address is without, or the reverse, so that forms and cart are
 * those of the public address. Null for any other host, which a proxy may have set.
 */
export function publicAddressOf(request: Request, target: string, config: Config): string | null {
  if (config.publicOrigin === null) return null
  const asked = hostOf(request).replace(/:\d+$/, '')
  const { hostname } = new URL(config.publicOrigin)
  const isSibling = asked === `www.${hostname}` || hostname === `www.${asked}`
  return isSibling ? config.publicOrigin + target : null
}

/** The client of a request. No header can change a configured public address. */
export function describeClient(request: Request, connection: Connection, config: Config): ClientInfo {
  const ip = parseAddress(forwardedOf(request, config, 'X-Forwarded-For'))
  const origin = config.publicOrigin ?? askedOrigin(request, config)
  return {
    ip: ip ?? connection.address.replace(/^::ffff:/i, ''),
    origin,
    secure: origin.startsWith('https:'),
  }
}

function askedOrigin(request: Request, config: Config): string {
  const forwarded = forwardedOf(request, config, 'X-Forwarded-Proto')
  const isKnown = forwarded === 'https' || forwarded === 'http'
  const [scheme] = request.url.split(':', 1)
  return `${isKnown ? forwarded : scheme}://${hostOf(request)}`
}

/** Whether the shop serves the host of this request. Health checks may use the address of the instance. */
export function isKnownHost(request: Request, path: string, config: Config): boolean {
  const { allowedHosts } = config
  if (allowedHosts === null || path === '/healthz') return true
  const { protocol, host, hostname, port } = new URL(askedOrigin(request, config))
  // One of the list without a port means the scheme's own port.
  const usual = `${hostname}:${protocol === 'https:' ? 443 : 80}`
  return allowedHosts.includes(host) || (port === '' && allowedHosts.includes(usual))
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

/** The URL at which an error page is rendered for URLs without a page. */
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

/** Releases nothing, for requests without a body. */
const keep = () => undefined

/**
 * Creates the function that refuses requests that no route should see. It reads the bodies of all others, so that no
 * route waits for a slow sender. Hono's `bodyLimit` does not read a body of a declared size, and does not count chunks.
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
      // The client router parses the answer to a form differently from that to a page. This does not work for a wrong
      // origin, as React Router would refuse the form itself.
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
 * The request with its body in memory and the visitor's origin in its URL, as React Router refuses a post whose Origin
 * header differs from its URL. It also refuses a hidden origin, so that header is removed after `isOwnOrigin` accepted it.
 */
function withBody(request: Request, body: Uint8Array<ArrayBuffer>, origin: string): Request {
  const { method, signal } = request
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  if (headers.get('Origin') === HIDDEN_ORIGIN) headers.delete('Origin')
  return new Request(origin + pathname + search, { method, headers, body: request.body && body, signal })
}

/** No legitimate sender uses more chunks, or smaller ones on average. Each chunk costs more than its bytes. */
const MAX_CHUNKS = 5_000
const MIN_CHUNK_BYTES = 1_024

/**
 * Creates the function that reads a body chunk by chunk into one buffer, as a list of many small chunks would take far
 * more memory. All bodies in memory share `maxBytes`, and each client gets an eighth of it, so that a client with many
 * unfinished bodies blocks nobody else.
 */
function createBodyReader(maxBytes: number) {
  const heldBy = new Map<string, number>()
  let heldByAll = 0

  /** Reserves more bytes, or releases a negative number of them. @returns whether they are reserved */
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
    // Checked before reading: the connection cannot skip a body that was partly read.
    if (declared > limit) return { ok: false, error: 'too-large' } as const
    const key = ip === null ? null : visitorKey(ip)
    let held = Number.isNaN(declared) ? limit : declared
    if (!reserve(key, held)) return { ok: false, error: 'busy' } as const
    const release = () => {
      reserve(key, -held)
      held = 0
    }
    try {
      const bytes = new Uint8Array(held)
      let size = 0
      let chunks = 0
      for await (const chunk of request.body ?? []) {
        if (size + chunk.length > bytes.length || ++chunks > Math.max(MAX_CHUNKS, limit / MIN_CHUNK_BYTES)) {
          release()
          return { ok: false, error: 'too-large' } as const
        }
        bytes.set(chunk, size)
        size += chunk.length
      }
      return { ok: true, bytes: bytes.subarray(0, size), release } as const
    } catch (error) {
      release()
      throw error
    }
  }
}
