import { type Cookie, createCookie } from 'react-router'
import { type Cart, emptyCart } from '../../models/cart.ts'
import { decodeCart, encodeCart } from '../../models/cart-codec.ts'
import type { Market } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'
import { createCookieReader } from './signed-cookie.server.ts'

const DAY = 86_400
const LIFETIMES = { cart: 30 * DAY, flash: 120, redeem: 7_200, owner: 30 * DAY } as const

/** Signed, http-only cookies. Which one holds what is listed in the privacy policy. */
export type SignedCookieName = keyof typeof LIFETIMES

const NAMES = Object.keys(LIFETIMES) as SignedCookieName[]

/** What browsers keep of one cookie; longer ones are dropped silently, so nothing longer is sent. */
const COOKIE_BYTES = 4096

/** Whether a Cookie header carries anything that makes a page personal. */
export function hasSignedCookie(header: string | null): boolean {
  return header !== null && /(?:^|;\s*)(?:__Host-)?(?:cart|flash|redeem|owner)=/.test(header)
}

/** Whether a cart is all that makes this visitor's pages their own. */
export function hasOnlyCartCookie(header: string | null): header is string {
  return (
    header !== null &&
    /(?:^|;\s*)(?:__Host-)?cart=/.test(header) &&
    !/(?:^|;\s*)(?:__Host-)?(?:flash|redeem|owner)=/.test(header)
  )
}

/** Reads one plain (unsigned) cookie. Its value is untrusted. */
export function plainCookie(header: string | null, name: string): string | null {
  if (header === null) return null
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/**
 * Makes the cookie jar factory.
 * @param secrets signing secrets, newest first: the first signs, all of them verify
 */
export function createSessions(secrets: readonly string[]) {
  const jars = { plain: jar(secrets, false), secure: jar(secrets, true) }
  const readCookie = createCookieReader(secrets)
  return {
    /** Opens a visitor's session. Forged, expired or junk cookies count as absent; never throws. */
    async open(header: string | null, secure: boolean): Promise<VisitorSession> {
      const cookies = secure ? jars.secure : jars.plain
      const values = new Map<SignedCookieName, unknown>()
      if (hasSignedCookie(header))
        for (const name of NAMES) {
          const raw = plainCookie(header, cookies[name].name)
          if (raw) values.set(name, readCookie(raw))
        }
      return new VisitorSession(cookies, values, header, secure)
    },
  }
}
type Jar = Record<SignedCookieName, Cookie>

function jar(secrets: readonly string[], secure: boolean): Jar {
  const make = (name: SignedCookieName) =>
    createCookie(secure ? `__Host-${name}` : name, {
      secrets: [...secrets],
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      maxAge: LIFETIMES[name],
    })
  return {
    cart: make('cart'),
    flash: make('flash'),
    redeem: make('redeem'),
    owner: make('owner'),
  }
}

function hasCookie(header: string | null, name: string): boolean {
  return plainCookie(header, name) !== null || plainCookie(header, `__Host-${name}`) !== null
}

/** One visitor's cookies during one request. Changes are kept until `commit`. */
export class VisitorSession {
  readonly #jar: Jar
  readonly #values: Map<SignedCookieName, unknown>
  readonly #changed = new Set<SignedCookieName>()
  readonly #plain: string[] = []
  #taken: readonly Notice[] = []
  readonly #header: string | null
  readonly secure: boolean

  constructor(cookies: Jar, values: Map<SignedCookieName, unknown>, header: string | null, secure: boolean) {
    this.#jar = cookies
    this.#values = values
    this.#header = header
    this.secure = secure
  }

  /** The value of a signed cookie as JSON, or null. Parse it before trusting its shape. */
  read(name: SignedCookieName): unknown {
    return this.#values.get(name) ?? null
  }

  /** Sets a signed cookie; null removes it. */
  write(name: SignedCookieName, value: unknown): void {
    // A cookie that could not be read is removed as well.
    if (value === null && !hasCookie(this.#header, name) && !this.#values.get(name)) return
    this.#values.set(name, value)
    this.#changed.add(name)
  }

  /** The cart of `market`; a cart of the other market, junk or nothing is an empty cart. Spec: 4 Cart */
  cart(market: Market): Cart {
    const stored = this.read('cart')
    const cart = typeof stored === 'string' ? decodeCart(stored) : null
    return cart && cart.market === market ? cart : emptyCart(market)
  }

  /** Whether something lies in a stored cart of the other market, which a cart of `market` would replace. */
  hasOtherCart(market: Market): boolean {
    const stored = this.read('cart')
    const cart = typeof stored === 'string' ? decodeCart(stored) : null
    return cart !== null && cart.market !== market && cart.lines.length > 0
  }

  /** Whether a cart of any market is stored. */
  get hasCart(): boolean {
    return typeof this.read('cart') === 'string'
  }

  setCart(cart: Cart): void {
    const isBlank = cart.lines.length === 0 && cart.discountCode === null && cart.shippingCountry === null
    this.write('cart', isBlank ? null : encodeCart(cart))
  }

  clearCart(): void {
    this.write('cart', null)
  }

  /** Keeps a message for the next page this visitor sees. */
  flash(...notices: readonly Notice[]): void {
    this.write('flash', [...this.#notices(), ...notices].slice(-4))
  }

  /** Whether a message is kept for this page. */
  get hasNotices(): boolean {
    return this.#notices().length > 0
  }

  /** The messages kept for this page; they are shown once. */
  takeNotices(): readonly Notice[] {
    const notices = this.#notices()
    if (notices.length > 0) this.write('flash', null)
    this.#taken = notices
    return notices
  }

  /** Puts the messages of a page that was never shown, because it redirected, back for the next one. */
  returnNotices(): void {
    if (this.#taken.length > 0) this.write('flash', [...this.#taken, ...this.#notices()].slice(-4))
    this.#taken = []
  }

  #notices(): readonly Notice[] {
    const stored = this.read('flash')
    return Array.isArray(stored) ? (stored as Notice[]) : []
  }

  /** An unsigned cookie that scripts may read: `selected_market`, `cookieConsent`. Untrusted. */
  plain(name: 'selected_market' | 'cookieConsent'): string | null {
    return plainCookie(this.#header, name)
  }

  setPlain(name: 'selected_market' | 'cookieConsent', value: string): void {
    const secure = this.secure ? '; Secure' : ''
    this.#plain.push(
      `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${365 * DAY}; SameSite=Lax${secure}`,
    )
  }

  /** Adds a Set-Cookie header for every change. A value too long for browsers is not sent. */
  async commit(headers: Headers): Promise<void> {
    for (const name of this.#changed) {
      const value = this.#values.get(name) ?? null
      const cookie = this.#jar[name]
      const line = value === null ? await cookie.serialize('', { maxAge: 0 }) : await cookie.serialize(value)
      if (line.length <= COOKIE_BYTES) headers.append('Set-Cookie', line)
    }
    for (const line of this.#plain) headers.append('Set-Cookie', line)
  }
}
