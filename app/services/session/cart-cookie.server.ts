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
