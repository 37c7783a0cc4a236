import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { marketOfPath, marketPath } from '../models/market.ts'
import { REFUSED_PATH } from '../models/page-paths.ts'
import type { Config } from './env.server.ts'

/** Largest body of a form or a change list, bytes. */
const MAX_BODY_BYTES = 65_536

/** The same of a webhook. */
const MAX_WEBHOOK_BYTES = 1024 * 1024
/** No sender has a reason to cut a body into more pieces; each takes more room and time than the bytes in it. */
const MOST_PIECES = 5_000

/** Posts to these come from services, not from pages: they prove themselves by signature or token. */
const WEBHOOK_PATHS = /^\/webhooks\/(orders-paid|orders-cancelled|refunds-create)$/
const GRAPHQL_PATHS = /^\/embedded\/(storefront|admin)\/api\/2025-07\/graphql\.json$/
const PAGELESS_PATHS = /^\/(market|consent|(us|uk)\/(checkout|cart\/changes))$/

/** What is known of the connection a request came by. */
export type Client = {
  readonly address: string
  /** The shop itself, at whatever name it has for itself. */
  readonly isShop?: true
}

/** Why a request is turned away before any route sees it, or gets no answer of its route. */
export type Refusal = {
  readonly status: 400 | 403 | 404 | 405 | 413 | 500
  readonly reason: 'host' | 'path' | 'origin' | 'method' | 'body' | 'crash'
}

/**
 * The visitor's address and the origin they used. Forwarded headers are believed only for as many proxies as
 * `trustProxy` says, counted from the nearest.
 */
export function describeRequest(
  request: Request,
  client: Client,
  config: Config,
): { ip: string; origin: string; secure: boolean } {
  const url = new URL(request.url)
  const nth = (name: string): string | null => {
    if (config.trustProxy === 0) return null
    const list = (request.headers.get(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    return list.at(-config.trustProxy) ?? list[0] ?? null
  }
  const forwardedProtocol = nth('X-Forwarded-Proto')
  const protocol =
    forwardedProtocol === 'https' || forwardedProtocol === 'http'
      ? forwardedProtocol
      : url.protocol.slice(0, -1)
  const forwardedHost = nth('X-Forwarded-Host')
  const host = forwardedHost && isHost(forwardedHost) ? forwardedHost : url.host
  return {
    ip: bareAddress(nth('X-Forwarded-For')) ?? client.address.replace(/^::ffff:/i, ''),
    origin: config.publicOrigin ?? `${protocol}://${host.toLowerCase()}`,
    secure: protocol === 'https',
  }
}

/** An address without the port that some proxies add: with it every connection would be a new visitor. */
function bareAddress(text: string | null): string | null {
  const address = (text ?? '').replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) > 0 ? plain : null
}

function isHost(text: string): boolean {
  return /^[\w.-]+(:\d{1,5})?$/.test(text) && URL.canParse(`http://${text}`)
}

/** Whether every escape in a path stands for a letter. What does not is no address of ours. */
function isDecodable(pathname: string): boolean {
  try {
    // The result is used, or the build leaves the call out as one without effect.
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/** A request id from a proxy in front of us, or a new one. */
export function requestId(request: Request, config: Config): string {
  const given = config.trustProxy > 0 ? request.headers.get('X-Request-Id') : null
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

const HIDDEN_ORIGIN = 'null'

/**
 * Whether a write comes from one of our own pages. Browsers say so in Sec-Fetch-Site and Origin; a client that sends
 * neither is no browser and carries nobody's cookies.
 */
function isOwnOrigin(request: Request, origin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const given = request.headers.get('Origin')
  // A browser that was told to name no referrer hides its origin as well, and says whose page it was all the same.
  const isHidden = given === HIDDEN_ORIGIN && site === 'same-origin'
  if (given !== null && !isHidden) return sameHost(given, origin)
  const referrer = request.headers.get('Referer')
  return referrer === null || sameHost(referrer, origin)
}

function sameHost(address: string, origin: string): boolean {
  try {
    return new URL(address).host === new URL(origin).host
  } catch {
    return false
  }
}

/** An address as the visitor's browser knows it: behind a proxy the scheme or the host may be another one. */
function addressAt(url: string, origin: string): URL {
  const address = new URL(url)
  const { protocol, hostname, port } = new URL(origin)
  address.protocol = protocol
  address.hostname = hostname
  address.port = port
  return address
}

/**
 * The request with its body read, so that no route waits for a slow or endless sender, and at the origin the visitor
 * used: React Router refuses a post whose address is not of the origin that the browser names. It asks that of a hidden one
 * as well, which was let in by then.
 * @returns null when the body is larger than `limit` bytes, or comes in crumbs
 */
async function withBody(request: Request, limit: number, origin: string): Promise<Request | null> {
  const { method, signal } = request
  const address = addressAt(request.url, origin)
  const headers = new Headers(request.headers)
  if (headers.get('Origin') === HIDDEN_ORIGIN) headers.delete('Origin')
  if (request.body === null) return new Request(address, { method, headers, signal })
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null
  const body = await readBody(request.body, limit)
  return body && new Request(address, { method, headers, body, signal })
}

/** A body in one piece, into which each of its pieces is copied as it comes: kept one by one, many small ones fill the memory. */
async function readBody(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let bytes = new Uint8Array(Math.min(limit, 16_384))
  let size = 0
  let pieces = 0
  for await (const piece of body) {
    const end = size + piece.length
    if (end > limit || ++pieces > MOST_PIECES) return null
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.min(limit, Math.max(end, bytes.length * 2)))
      larger.set(bytes.subarray(0, size))
      bytes = larger
    }
    bytes.set(piece, size)
    size = end
  }
  return bytes.subarray(0, size)
}

/** Whether a browser asks for a document that nobody has gone to yet (speculation rules). */
export function isAhead(headers: { get(name: string): string | null }): boolean {
  return /\bprefetch\b/.test(headers.get('Sec-Purpose') ?? '') && headers.get('Sec-Fetch-Dest') === 'document'
}

/** Whether a program asked, which no page is of use to. */
export function speaksJson(headers: Headers): boolean {
  return ['Content-Type', 'Accept'].some((name) => headers.get(name)?.startsWith('application/json') ?? false)
}

/** Addresses without a page of their own borrow one, so that a refusal has the look of the shop. */
export function borrowedPage(url: URL): URL {
  return new URL(marketPath(marketOfPath(url.pathname), REFUSED_PATH), url)
}

/** Turns away what no route should see, and reads the body of what remains. */
export async function admit(
  request: Request,
  url: URL,
  origin: string,
): Promise<{ request: Request; refusal: Refusal | null }> {
  const address = PAGELESS_PATHS.test(url.pathname) ? borrowedPage(url) : url
  const bodyless = () => new Request(address, { headers: request.headers })
  if (!isDecodable(url.pathname)) {
    return {
      request: new Request(borrowedPage(url), { headers: request.headers }),
      refusal: { status: 404, reason: 'path' },
    }
  }
  if (!['GET', 'HEAD', 'POST'].includes(request.method))
    return { request: bodyless(), refusal: { status: 405, reason: 'method' } }
  if (request.method !== 'POST') return { request, refusal: null }
  const isWebhook = WEBHOOK_PATHS.test(url.pathname)
  if (!isWebhook && !GRAPHQL_PATHS.test(url.pathname) && !isOwnOrigin(request, origin))
    return { request: bodyless(), refusal: { status: 403, reason: 'origin' } }
  const read = await withBody(request, isWebhook ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES, origin)
  return read
    ? { request: read, refusal: null }
    : { request: bodyless(), refusal: { status: 413, reason: 'body' } }
}
