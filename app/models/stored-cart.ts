import { z } from 'zod'
import { LINE_KINDS, MAX_LINES, MAX_QUANTITY } from './cart-fields.ts'
import { MARKET_IDS } from './market.ts'
import { EDITIONS, WRAPPINGS } from './option-choice.ts'
import { parseVariantId } from './product.ts'
import { WAND_STYLES } from './wands.ts'

const text = z.string().nullable()

/** A line as stored in the signed cookie; everything else about it comes from the catalogue. */
export type CartLine = z.output<typeof cartLine>
const cartLine = z
  .object({
    variantId: z.string().refine((id) => parseVariantId(id) === id),
    quantity: z.int().min(1).max(MAX_QUANTITY),
    /** What has rules of its own in a cart, as the catalogue named it when it was added; missing for anything else. */
    kind: z.enum(LINE_KINDS).optional(),
    edition: z.enum(EDITIONS).optional(),
    wrapping: z.enum(WRAPPINGS).optional(),
    wands: z.array(z.enum(WAND_STYLES)).readonly().optional(),
    /** What the catalogue said of it when it was added: all that is known of it once the store does not tell. */
    added: z
      .object({ handle: z.string(), title: z.string(), variantTitle: z.string(), picture: text })
      .optional(),
  })
  .readonly()
/** What is ordered, and where it goes. */
const order = {
  lines: z.array(cartLine).max(MAX_LINES).readonly(),
  /** ISO 3166-1 alpha-2; null where a store of several countries has not been told. */
  shippingCountry: text,
  discountCode: text,
  /** That of the gift in the lines; null without one. */
  giftDiscountCode: text,
}

export type Cart = z.output<typeof storedCart>
export const storedCart = z
  .object({
    market: z.enum(MARKET_IDS),
    ...order,
    /** The one opened last, and what it was opened with: the cart may have changed since. */
    checkout: z
      .object({
        ...order,
        // Missing in cookies of a build before, which named it differently. Remove the default when `CART_DAYS` are over.
        shippingCountry: text.default(null),
        remoteCartId: z.string(),
        url: z.string(),
        /** ms since 1970 */ openedAt: z.number(),
      })
      .readonly()
      .nullable(),
    /** Ids of the variants for which the last checkout was refused, in the country of the cart. */
    unavailable: z.array(z.string()).max(MAX_LINES).readonly(),
    /** The press that has changed the cart last, so that its repetition does not. */
    lastPress: text,
  })
  .readonly()
