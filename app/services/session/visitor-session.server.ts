import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Cookie, createCookie } from 'react-router'
import { z } from 'zod'
import { type Cart, emptyCart, lineKey, storedCart } from '#app/models/cart.ts'
import { CART_DAYS, REDEEM_HOURS } from '#app/models/facts.ts'
import { MARKETS, type Market, shipsAbroad, shipsToCountry } from '#app/models/market.ts'
import type { Toast } from '#app/models/messages.ts'
import { UPGRADE_CHOICES } from '#app/models/redeem.ts'
import { WAND_STYLES } from '#app/models/wands.ts'

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

/**
 * Signed, http-only cookies. The owner's is also encrypted, as its tokens open the backend. The privacy policy lists
 * their content.
 */
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

/** Opens visitors' sessions. @param secrets signing secrets, newest first: the first signs, all of them verify */
export function createSessions(secrets: readonly string[]) {
  const jars = { plain: createJar(secrets, false), secure: createJar(secrets, true) }
  return {
    /** Forged, expired or invalid cookies count as absent; never throws. `secure`: by https. */
    async open(header: string | null, secure: boolean): Promise<VisitorSession> {
      const jar = secure ? jars.secure : jars.plain
      const values = new Map<SignedCookieName, unknown>()
      for (const name of NAMES)
        if (plainCookie(header, jar[name].name)) values.set(name, await jar[name].parse(header))
      return openSession(jar, values, header, secure)
    },
  }
}

type Jar = Record<SignedCookieName, Pick<Cookie, 'name' | 'parse' | 'serialize'>>

function createJar(secrets: readonly string[], secure: boolean): Jar {
  const { seal, open } = createSeal(secrets)
  const create = (name: SignedCookieName): Jar['cart'] => {
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

export type VisitorSession = ReturnType<typeof openSession>

/** One visitor's cookies during one request. Changes are sent by `commit`. */
function openSession(
  jar: Jar,
  values: Map<SignedCookieName, unknown>,
  header: string | null,
  secure: boolean,
) {
  const changed = new Set<SignedCookieName>()
  const plainCookies: string[] = []
  let taken: readonly Toast[] = []

  /** The parsed JSON of a signed cookie, or null. Its shape is not validated. */
  const read = (name: SignedCookieName): unknown => values.get(name) ?? null
  function storedToasts(): readonly Toast[] {
    const stored = read('flash')
    return Array.isArray(stored) ? stored : []
  }
  const isSent = (name: string) =>
    plainCookie(header, name) !== null || plainCookie(header, `__Host-${name}`) !== null

  /** Sets a signed cookie; null removes it. */
  function write(name: SignedCookieName, value: unknown): void {
    // Removes only a cookie that the browser has, even if it could not be read.
    if (value === null && !isSent(name) && !values.get(name)) return
    values.set(name, value)
    changed.add(name)
  }

  /** Stores toasts for the next page that this visitor sees; only the last four are stored. */
  function flash(...toasts: readonly Toast[]): void {
    write('flash', [...storedToasts(), ...toasts].slice(-4))
  }

  return {
    read,
    write,
    flash,

    /** The cart of `market`; empty where the cookie has none, another market's, or is invalid. Spec: 4 Cart */
    cart(market: Market): Cart {
      const cart = decodeCart(read('cart'))
      return cart?.market === market ? cart : emptyCart(market)
    },

    /** The market of a stored cart with items, if it is not `market`: storing a cart of `market` would discard it. */
    otherCartMarket(market: Market): Market | null {
      const cart = decodeCart(read('cart'))
      return cart !== null && cart.market !== market && cart.lines.length > 0 ? cart.market : null
    },

    /** Whether a cart of any market is stored, and can be read. */
    get hasCart(): boolean {
      return decodeCart(read('cart')) !== null
    },

    setCart: (cart: Cart): void => write('cart', encodeCart(cart)),

    clearCart: (): void => write('cart', null),

    /** The toasts for this page, which are removed from the session. */
    takeToasts(): readonly Toast[] {
      taken = storedToasts()
      if (taken.length > 0) write('flash', null)
      return taken
    },

    /** Puts taken toasts back for the next page, as this one was not shown but redirected. */
    returnToasts(): void {
      if (taken.length > 0) write('flash', [...taken, ...storedToasts()].slice(-4))
      taken = []
    },

    /** An unsigned cookie that scripts can read. Untrusted. */
    plain: (name: 'selected_market' | 'cookieConsent'): string | null => plainCookie(header, name),

    /** Sets an unsigned cookie that scripts can read, for one year. */
    setPlain(name: 'selected_market' | 'cookieConsent', value: string): void {
      const rest = `Path=/; Max-Age=${365 * DAY}; SameSite=Lax${secure ? '; Secure' : ''}`
      plainCookies.push(`${name}=${encodeURIComponent(value)}; ${rest}`)
    },

    /** Sets the changed cookies. @returns those that are too long for browsers, which are left out */
    async commit(headers: Headers): Promise<readonly SignedCookieName[]> {
      const tooLong: SignedCookieName[] = []
      const removals: string[] = []
      for (const name of changed) {
        const value = read(name)
        const line = await jar[name].serialize(value ?? '', value === null ? { maxAge: 0 } : {})
        if (value === null) removals.push(line)
        else if (line.length <= MAX_COOKIE_BYTES) headers.append('Set-Cookie', line)
        else tooLong.push(name)
      }
      // Removals come last: curl forgets a removal when another cookie follows it.
      for (const line of [...plainCookies, ...removals]) headers.append('Set-Cookie', line)
      return tooLong
    },
  }
}

/** In characters. Fits into a cookie of 4096 bytes with its signature. */
const MAX_LENGTH = 2_900
/** Bytes of JSON; a full cart has a third of that. */
const MAX_JSON_LENGTH = 65_536

/** Deflated, because JSON repeats itself. */
function deflate(cart: Cart): string {
  return deflateRawSync(JSON.stringify(cart)).toString('base64url')
}

/**
 * Encodes a cart as text for the signed cookie. If that is longer than 2900 characters, the names of the lines are left
 * out, then the checkout. Never throws.
 */
export function encodeCart(cart: Cart): string {
  const encoded = deflate(cart)
  if (encoded.length <= MAX_LENGTH) return encoded
  const plain = (all: Cart['lines']) => all.map(({ added: _, ...line }) => line)
  const checkout = cart.checkout && { ...cart.checkout, lines: plain(cart.checkout.lines) }
  const short = { ...cart, lines: plain(cart.lines), checkout }
  const shorter = deflate(short)
  return shorter.length <= MAX_LENGTH ? shorter : deflate({ ...short, checkout: null })
}

/** Decodes the text of a cookie; null for anything that `encodeCart` did not write. Never throws. */
export function decodeCart(encoded: unknown): Cart | null {
  if (typeof encoded !== 'string') return null
  try {
    const json = inflateRawSync(Buffer.from(encoded, 'base64url'), { maxOutputLength: MAX_JSON_LENGTH })
    const cart = storedCart.parse(JSON.parse(json.toString()))
    if (new Set(cart.lines.map(lineKey)).size < cart.lines.length) return null
    // The countries that a store ships to may have changed since.
    if (shipsToCountry(cart.market, cart.shippingCountry)) return cart
    const { market } = cart
    return { ...cart, shippingCountry: shipsAbroad(market) ? null : MARKETS[market].countryCode }
  } catch {
    return null
  }
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts values that the browser stores and only the shop may read. They are compressed, as tokens would hardly fit
 * into a cookie otherwise.
 * @param secrets signing secrets, newest first: the first encrypts, all of them decrypt
 */
export function createSeal(secrets: readonly string[]) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'encrypted cookie', 32)))
  return {
    seal(value: unknown): string {
      const [newest] = keys
      if (newest === undefined) throw new Error('Encrypted cookies need a secret')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, newest, nonce)
      const sealed = [cipher.update(deflateRawSync(JSON.stringify(value))), cipher.final()]
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
    },
    /** The value of a sealed text; null for anything else. */
    open(text: unknown): unknown {
      const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64url')
      for (const key of keys) {
        try {
          const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
            authTagLength: TAG_BYTES,
          })
          decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
          const packed = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
          return JSON.parse(inflateRawSync(Buffer.concat(packed)).toString('utf8'))
        } catch {
          // Encrypted with another secret, or not at all.
        }
      }
      return null
    },
  }
}

/** The progress of a visitor: the gift, when its words were entered, and what was added to the cart. */
const stepSchema = z.object({
  giftCodeId: z.uuid(),
  /** ms since 1970. */
  at: z.number().int(),
  /** The selection added to the cart; null before. */
  done: z.object({ upgrade: z.enum(UPGRADE_CHOICES), wand: z.enum(WAND_STYLES).nullable() }).nullable(),
  isOrdered: z.literal(true).optional(),
})
export type RedeemStep = z.output<typeof stepSchema>

const LIFETIME_MS = LIFETIMES.redeem * 1_000
/** The clock of another server may be ahead. */
const CLOCK_SLACK_MS = 60_000

/** The step in the signed cookie, which has the gift's id but never its words; null if there is none, or it is too old. */
export function readStep(session: VisitorSession, now: number): RedeemStep | null {
  const step = stepSchema.safeParse(session.read('redeem')).data
  if (step === undefined || now - step.at >= LIFETIME_MS || step.at - now > CLOCK_SLACK_MS) return null
  return step
}

export function saveStep(session: VisitorSession, step: RedeemStep): void {
  session.write('redeem', step)
}

/** Marks the gift of the step as ordered, if it was added to the cart. */
export function markStepOrdered(session: VisitorSession, now: number): void {
  const step = readStep(session, now)
  if (step?.done) saveStep(session, { ...step, isOrdered: true })
}
