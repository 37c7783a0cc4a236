import { randomInt } from 'node:crypto'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { type Market, WAND } from './addresses.ts'
import { type Fields, Page } from './page.ts'

/** An address that no other visitor has: limits are counted by it. */
export const newAddress = () => [10, randomInt(1, 255), randomInt(255), randomInt(1, 255)].join('.')

type Sent = { readonly method?: string; readonly headers?: OutgoingHttpHeaders; readonly body?: string }
type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string }

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** A visitor without JavaScript: has cookies, follows links and redirects, and sends forms by their buttons. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  /** A visitor who keeps none has a browser that refuses them. */
  keepsCookies = true
  readonly origin: string
  readonly #headers: OutgoingHttpHeaders
  #page: Page | undefined

  /** @param headers sent with each request, such as that of a CDN that knows the country */
  constructor({
    origin = inject('shop').origin,
    headers = {},
  }: { origin?: string; headers?: OutgoingHttpHeaders } = {}) {
    this.origin = origin
    this.#headers = { 'X-Forwarded-For': newAddress(), ...headers }
  }

  /** The page that is open. */
  get page(): Page {
    if (!this.#page) throw new Error('No page is open')
    return this.#page
  }

  /** Opens an address, and follows redirects. */
  visit(path: string): Promise<Page> {
    return this.#open(new URL(path, this.origin), {}, [])
  }

  /** Follows a link of the open page by its name. */
  follow(name: string | RegExp): Promise<Page> {
    return this.visit(this.page.link(name))
  }

  /** Presses a button of the open page, and sends what a browser would, with `fields` filled in. */
  submit(button: string | RegExp, fields: Fields = {}): Promise<Page> {
    const { method, action, data } = this.page.formWith(button, fields)
    const url = new URL(action, this.page.url)
    if (method !== 'get') return this.post(url.href, data)
    url.search = data.toString()
    return this.#open(url, {}, [])
  }

  /** Sends a form's fields as the open page would, also such as it does not have. */
  post(path: string, fields: URLSearchParams | Record<string, string>): Promise<Page> {
    const url = new URL(path, this.origin)
    const from = this.#page?.url ?? new URL('/us', this.origin)
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: from.origin,
      Referer: from.href,
      'Sec-Fetch-Site': from.origin === url.origin ? 'same-origin' : 'cross-site',
    }
    return this.#open(url, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }, [])
  }

  /** One request with this visitor's cookies; redirects are not followed. */
  async request(path: string | URL, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = request(new URL(path, this.origin), {
      method,
      headers: {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
        ...this.#headers,
        ...(Cookie && { Cookie }),
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      },
    })
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.on('response', resolve).on('error', reject).end(body),
    )
    if (this.keepsCookies) for (const line of response.headers['set-cookie'] ?? []) this.#keep(line)
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
  }

  async #open(url: URL, sent: Sent, trail: readonly string[]): Promise<Page> {
    const { status, headers, body } = await this.request(url, sent)
    const { location } = headers
    if (!REDIRECTS.has(status) || !location) {
      const all = Object.entries(headers).flatMap(([name, value]) =>
        [value ?? ''].flat().map((one) => [name, one]),
      )
      this.#page = new Page(url, { status, headers: new Headers(all as [string, string][]) }, body, trail)
      return this.#page
    }
    if (trail.length > 8) throw new Error(`Too many redirects: ${trail.join(' ')}`)
    const keepsMethod = status === 307 || status === 308
    return this.#open(new URL(location, url), keepsMethod ? sent : {}, [...trail, location])
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const at = pair.indexOf('=')
    const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8)
    const isGone =
      attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute)) ||
      (expires && Date.parse(expires) < Date.now())
    if (isGone) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** Puts a wand into a visitor's cart. */
export async function withWand(
  market: Market = 'us',
  visitor = new Visitor(),
  wand = 'Dragon & Oak',
): Promise<Visitor> {
  await visitor.visit(`/${market}${WAND}`)
  await visitor.submit(new RegExp(`^Add to Cart.*${wand}`))
  return visitor
}
