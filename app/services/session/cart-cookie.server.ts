import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { type Cart, lineKey, MAX_LINES, MAX_QUANTITY } from '#app/models/cart.ts'
import { MARKET_IDS, MARKETS, shipsToCountry } from '#app/models/market.ts'
import { EDITIONS, WRAPPINGS } from '#app/models/option-choice.ts'
import { parseVariantId } from '#app/models/product.ts'
import { WAND_STYLES } from '#app/models/wands.ts'

/** In characters: what fits into a cookie of 4096 bytes once it is signed. */
const MAX_LENGTH = 2_900
/** Bytes of JSON; a full cart has a third of that. */
const MAX_JSON_LENGTH = 65_536

const text = z.string().nullable()
const lines = z
  .array(
    z.object({
      variantId: z.string().refine((id) => parseVariantId(id) === id),
      quantity: z.int().min(1).max(MAX_QUANTITY),
      kind: z.enum(['gift', 'upgrade', 'print-on-demand']).optional(),
      edition: z.enum(EDITIONS).optional(),
      wrapping: z.enum(WRAPPINGS).optional(),
      wands: z.array(z.enum(WAND_STYLES)).optional(),
      added: z
        .object({ handle: z.string(), title: z.string(), variantTitle: z.string(), picture: text })
        .optional(),
    }),
  )
  .max(MAX_LINES)
  .refine((all) => new Set(all.map(lineKey)).size === all.length)
const storedCart: z.ZodType<Cart> = z.object({
  market: z.enum(MARKET_IDS),
  lines,
  shippingCountry: text,
  discountCode: text,
  giftDiscountCode: text,
  checkout: z
    .object({
      remoteCartId: z.string(),
      url: z.string(),
      lines,
      country: z.string(),
      discountCode: text,
      giftDiscountCode: text,
      openedAt: z.number(),
    })
    .nullable(),
  unavailable: z.array(z.string()).max(MAX_LINES),
  lastPress: text.default(null),
})

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
    // The countries that a store ships to may have changed since.
    if (shipsToCountry(cart.market, cart.shippingCountry)) return cart
    const { needsCountry, countryCode } = MARKETS[cart.market]
    return { ...cart, shippingCountry: needsCountry ? null : countryCode }
  } catch {
    return null
  }
}
