import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { isDataPath } from '#app/models/http.ts'
import { marketOfPath, marketPath, REFUSED_PATH } from '#app/models/market.ts'
import { PRIVACY_TOPICS, WEBHOOK_TOPICS, webhookPath } from '#app/models/store-requirements.ts'
import type { Config } from '../config/env.server.ts'
import { allowsHost } from '../config/problems.server.ts'
import { createBodyReader } from './body.server.ts'

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

/** A request as it is passed on, or for a refusal the one that renders its error page. */
export type ScreenedRequest = {
  readonly request: Request
  readonly refusal: Refusal | null
  /** Whether it is a webhook that the store has signed; the body of one that is not is dropped. */
  readonly isSigned: boolean
  /** Gives back the memory of its body; called once there is a response. */
  readonly release: () => void
}

const keep = () => undefined

/** Computes the signatures of Shopify's webhooks, base64 HMAC-SHA256 of the raw body, while the body comes. */
function createVerifier(secrets: readonly string[]) {
  const hmacs = secrets.map((secret) => createHmac('sha256', secret))
  return {
    update(chunk: Uint8Array): void {
      for (const hmac of hmacs) hmac.update(chunk)
    },
    /** In constant time. */
    isSignedWith(signature: string | null): boolean {
      if (signature === null || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false
      const given = Buffer.from(signature, 'base64')
      return hmacs.map((hmac) => timingSafeEqual(hmac.digest(), given)).includes(true)
    },
  }
}

/**
 * Creates the function that refuses requests that no route should see, and reads the body of the others, so that no
 * route waits for a slow sender. Hono's `bodyLimit` leaves a body of a declared size unread, and does not count chunks.
 * @param webhookSecrets what webhooks are signed with
 */
export function createRequestScreen(webhookSecrets: readonly string[]) {
  const readSmall = createBodyReader(MAX_BUFFERED_BYTES)
  const readLarge = createBodyReader(MAX_BUFFERED_BYTES)

  /** @param url the parsed URL of the request */
  return async (request: Request, url: URL, { ip, origin }: ClientInfo): Promise<ScreenedRequest> => {
    const pageUrl = PAGELESS_PATHS.test(url.pathname) ? errorPageUrl(url) : url
    const refuse = (status: Refusal['status'], reason: Refusal['reason'], page = pageUrl) => {
      // The client router reads the answer to a form in another way than that to a page. Not where the origin is wrong:
      // React Router would refuse that form itself.
      const method = isDataPath(page.pathname) && reason === 'body' ? 'POST' : 'GET'
      const forPage = new Request(page, { method, headers: request.headers })
      return { request: forPage, refusal: { status, reason }, isSigned: false, release: keep }
    }
    if (!isDecodable(url.pathname)) return refuse(404, 'path', errorPageUrl(url))
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) return refuse(405, 'method')
    if (request.method !== 'POST') return { request, refusal: null, isSigned: false, release: keep }
    const isWebhook = WEBHOOK_PATHS.includes(url.pathname)
    if (!isWebhook && !isOwnOrigin(request, origin)) return refuse(403, 'origin')
    const verifier = createVerifier(isWebhook ? webhookSecrets : [])
    const isSmall = Number(request.headers.get('Content-Length') ?? Number.NaN) <= MAX_BODY_BYTES
    const read =
      isWebhook && !isSmall
        ? await readLarge(request, MAX_WEBHOOK_BYTES, null, verifier.update)
        : await readSmall(request, MAX_BODY_BYTES, ip, verifier.update)
    if (!read.ok) return read.error === 'busy' ? refuse(503, 'busy') : refuse(413, 'body')
    const isSigned = verifier.isSignedWith(request.headers.get('X-Shopify-Hmac-Sha256'))
    if (isWebhook && !isSigned) read.release()
    const bytes = isWebhook && !isSigned ? new Uint8Array() : read.bytes
    return { request: withBody(request, bytes, origin), refusal: null, isSigned, release: read.release }
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
