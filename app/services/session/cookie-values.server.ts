import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Cart, lineKey } from '#app/models/cart.ts'
import { MARKETS, shipsToCountry } from '#app/models/market.ts'
import { storedCart } from '#app/models/stored-cart.ts'

/** In characters: what fits into a cookie of 4096 bytes once it is signed. */
const MAX_LENGTH = 2_900
/** Bytes of JSON; a full cart has a third of that. */
const MAX_JSON_LENGTH = 65_536

/** What repeats in JSON costs next to nothing once it is deflated. */
function deflate(cart: Cart): string {
  return deflateRawSync(JSON.stringify(cart)).toString('base64url')
}

/**
 * Encodes a cart as text for the signed cookie. A cart that would be longer than 2900 characters forgets what its lines
 * were called when they were added, then its checkout. Never throws.
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
    const { needsCountry, countryCode } = MARKETS[cart.market]
    return { ...cart, shippingCountry: needsCountry ? null : countryCode }
  } catch {
    return null
  }
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts values that the browser keeps and nobody but the shop may read. Compressed, as tokens would hardly fit into a
 * cookie otherwise.
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
          // Sealed with another secret, or not at all.
        }
      }
      return null
    },
  }
}
