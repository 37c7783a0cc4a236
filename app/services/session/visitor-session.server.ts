import { type Cookie, createCookie } from 'react-router'
import { type Cart, emptyCart } from '#app/models/cart.ts'
import { CART_DAYS, REDEEM_HOURS } from '#app/models/cookie-lifetimes.ts'
import type { Market } from '#app/models/market.ts'
import { TOO_MUCH_TO_KEEP, type Toast } from '#app/models/messages.ts'
import { decodeCart, encodeCart } from './cart-cookie.server.ts'
import { createSeal } from './seal.server.ts'

/** Seconds. */
const DAY = 86_400
/** `Max-Age` of each cookie, seconds. */
const LIFETIMES = {
  cart: CART_DAYS * DAY,
  flash: 120,
  redeem: REDEEM_HOURS * 3600,
  owner: 30 * DAY,
  /** Marks a browser in which the owner has signed in. */
  known: 365 * DAY,
} as const

/** Signed, http-only cookies; that of the owner, whose tokens open the backend too, is encrypted. The privacy policy lists their content. */
export type SignedCookieName = keyof typeof LIFETIMES

const NAMES = Object.keys(LIFETIMES) as SignedCookieName[]

/** Browsers silently ignore longer cookies. */
const MAX_COOKIE_BYTES = 4096

const ANY_COOKIE = /(?:^|;\s*)(?:__Host-)?(?:cart|flash|redeem|owner)=/

/** Whether a Cookie header has any cookie that makes pages personal. */
export function hasSignedCookie(header: string | null): boolean {
  return header !== null && ANY_COOKIE.test(header)
}

/** Reads one cookie without verifying it. Its value is untrusted. */
export function plainCookie(header: string | null, name: string): string | null {
  if (header === null) return null
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/**
 * Creates the factory of visitor sessions.
 * @param secrets signing secrets, newest first: the first signs, all of them verify
 */
export function createSessions(secrets: readonly string[]) {
  const jars = { plain: createJar(secrets, false), secure: createJar(secrets, true) }
  return {
    /**
     * Opens a visitor's session. Forged, expired or invalid cookies count as absent; never throws.
     * @param header the Cookie header
     * @param secure whether the visitor uses https
     */
    async open(header: string | null, secure: boolean): Promise<VisitorSession> {
      const cookies = secure ? jars.secure : jars.plain
      const values = new Map<SignedCookieName, unknown>()
      for (const name of NAMES)
        if (plainCookie(header, cookies[name].name)) values.set(name, await cookies[name].parse(header))
      return new VisitorSession(cookies, values, header, secure)
    },
  }
}

type SentCookie = Pick<Cookie, 'name' | 'parse' | 'serialize'>
type Jar = Record<SignedCookieName, SentCookie>

function createJar(secrets: readonly string[], secure: boolean): Jar {
  const { seal, open } = createSeal(secrets)
  const create = (name: SignedCookieName): SentCookie => {
    const cookie = createCookie(secure ? `__Host-${name}` : name, {
      secrets: [...secrets],
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      maxAge: LIFETIMES[name],
    })
    if (name !== 'owner') return cookie
    return {
      name: cookie.name,
      parse: async (header) => open(await cookie.parse(header)),
      serialize: (value, options) => cookie.serialize(value === '' ? '' : seal(value), options),
    }
  }
  return Object.fromEntries(NAMES.map((name) => [name, create(name)])) as Jar
}

function hasCookie(header: string | null, name: string): boolean {
  return plainCookie(header, name) !== null || plainCookie(header, `__Host-${name}`) !== null
}

/** One visitor's cookies during one request. Changes are sent by `commit`. */
export class VisitorSession {
  readonly #jar: Jar
  readonly #values: Map<SignedCookieName, unknown>
  readonly #changed = new Set<SignedCookieName>()
  readonly #plain: string[] = []
  #takenMessages: readonly Toast[] = []
  readonly #header: string | null
  readonly secure: boolean

  constructor(cookies: Jar, values: Map<SignedCookieName, unknown>, header: string | null, secure: boolean) {
    this.#jar = cookies
    this.#values = values
    this.#header = header
    this.secure = secure
  }

  /** The parsed JSON of a signed cookie, or null. Its shape is not validated. */
  read(name: SignedCookieName): unknown {
    return this.#values.get(name) ?? null
  }

  /** Sets a signed cookie; null removes it. */
  write(name: SignedCookieName, value: unknown): void {
    // Only a cookie that the browser has needs to be removed, even if it could not be read.
    if (value === null && !hasCookie(this.#header, name) && !this.#values.get(name)) return
    this.#values.set(name, value)
    this.#changed.add(name)
  }

  /** The cart of `market`; empty where the cookie has none, another market's, or is invalid. Spec: 4 Cart */
  cart(market: Market): Cart {
    const cart = decodeCart(this.read('cart'))
    return cart?.market === market ? cart : emptyCart(market)
  }

  /** The market of a stored cart with items that storing one of `market` would discard; null where there is none. */
  otherCartMarket(market: Market): Market | null {
    const cart = decodeCart(this.read('cart'))
    return cart !== null && cart.market !== market && cart.lines.length > 0 ? cart.market : null
  }

  /** Whether a cart of any market is stored. */
  get hasCart(): boolean {
    return typeof this.read('cart') === 'string'
  }

  setCart(cart: Cart): void {
    this.write('cart', encodeCart(cart))
  }

  clearCart(): void {
    this.write('cart', null)
  }

  /** Stores toasts for the next page that this visitor sees; only the last four are stored. */
  flash(...toasts: readonly Toast[]): void {
    this.write('flash', [...this.#storedToasts(), ...toasts].slice(-4))
  }

  /** Whether there are toasts for this page. */
  get hasToasts(): boolean {
    return this.#storedToasts().length > 0
  }

  /** Whether a toast waits for the next page, word for word. */
  hasUnread({ title, text }: Toast): boolean {
    return this.#storedToasts().some((toast) => toast.title === title && toast.text === text)
  }

  /** The toasts for this page, which are removed from the session. */
  takeToasts(): readonly Toast[] {
    const toasts = this.#storedToasts()
    if (toasts.length > 0) this.write('flash', null)
    this.#takenMessages = toasts
    return toasts
  }

  /** Puts taken toasts back for the next page, as this one was not shown but redirected. */
  returnToasts(): void {
    if (this.#takenMessages.length > 0)
      this.write('flash', [...this.#takenMessages, ...this.#storedToasts()].slice(-4))
    this.#takenMessages = []
  }

  #storedToasts(): readonly Toast[] {
    const stored = this.read('flash')
    return Array.isArray(stored) ? (stored as Toast[]) : []
  }

  /** An unsigned cookie that scripts can read. Untrusted. */
  plain(name: 'selected_market' | 'cookieConsent'): string | null {
    return plainCookie(this.#header, name)
  }

  /** Sets an unsigned cookie that scripts can read, for one year. */
  setPlain(name: 'selected_market' | 'cookieConsent', value: string): void {
    const secure = this.secure ? '; Secure' : ''
    this.#plain.push(
      `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${365 * DAY}; SameSite=Lax${secure}`,
    )
  }

  /**
   * Adds a Set-Cookie header for every change. A cookie too long for browsers is not sent, which the next page says.
   * @returns the names of these
   */
  async commit(headers: Headers): Promise<readonly SignedCookieName[]> {
    const tooLong: SignedCookieName[] = []
    const removals: string[] = []
    const add = async (name: SignedCookieName) => {
      const value = this.#values.get(name) ?? null
      const cookie = this.#jar[name]
      if (value === null) return removals.push(await cookie.serialize('', { maxAge: 0 }))
      const line = await cookie.serialize(value)
      return line.length <= MAX_COOKIE_BYTES ? headers.append('Set-Cookie', line) : tooLong.push(name)
    }
    for (const name of this.#changed) if (name !== 'flash') await add(name)
    if (tooLong.length > 0) this.flash(TOO_MUCH_TO_KEEP)
    if (this.#changed.has('flash')) await add('flash')
    if (tooLong.includes('flash')) {
      this.write('flash', [TOO_MUCH_TO_KEEP])
      await add('flash')
    }
    // Removals come last: curl forgets a removal when another cookie follows it.
    for (const line of [...this.#plain, ...removals]) headers.append('Set-Cookie', line)
    return tooLong
  }
}
