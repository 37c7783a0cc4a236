import { z } from 'zod'
import {
  hasKind,
  isFixed,
  LINE_KINDS,
  type LineKind,
  MAX_LINES,
  MAX_QUANTITY,
  withQuantity,
} from './cart-fields.ts'
import { MARKET_IDS, MARKETS, type Market, shipsAbroad, shipsToCountry } from './market.ts'
import { EDITIONS, WRAPPINGS } from './option-choice.ts'
import {
  type Image,
  isGiftVariant,
  isUpgradeVariant,
  type Product,
  parseVariantId,
  type Variant,
  variantDigits,
} from './product.ts'
import { isCartable, isHiddenInMarket, isListedInMarket, isPrintOnDemand } from './product-kind.ts'
import { err, ok, type Result } from './result.ts'
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
        /** ms since 1970 */
        openedAt: z.number(),
      })
      .readonly()
      .nullable(),
    /** Ids of the variants for which the last checkout was refused, in the country of the cart. */
    unavailable: z.array(z.string()).max(MAX_LINES).readonly(),
    /** The press that has changed the cart last, so that its repetition does not. */
    lastPress: text,
  })
  .readonly()

/** A variant with the fields of its product that the cart needs. */
export type CartVariant = Variant & {
  readonly handle: string
  readonly productTitle: string
  readonly productTags: readonly string[]
  readonly image: Image | null
}

/** Catalogue data by full variant id (`gid://shopify/ProductVariant/…`); unknown variants are absent. */
export type VariantsById = ReadonlyMap<string, CartVariant>

/** An empty cart that ships to the market's default country. Spec: 4 Market */
export function emptyCart(market: Market): Cart {
  return {
    market,
    lines: [],
    shippingCountry: MARKETS[market].countryCode,
    discountCode: null,
    giftDiscountCode: null,
    lastPress: null,
    checkout: null,
    unavailable: [],
  }
}

/** Combines a variant with the product fields that the cart needs. */
export function toCartVariant(product: Product, variant: Variant): CartVariant {
  return {
    ...variant,
    handle: product.handle,
    productTitle: product.title,
    productTags: product.tags,
    image: product.images[0] ?? null,
  }
}

/**
 * Identifies a line by variant and options, as in the form field `line`: `7`, `7-e2g1`, `7-g0w12` (indexes of
 * `EDITIONS`, `WRAPPINGS`, `WAND_STYLES`). Lines with the same key are merged. Product: 6 Cart line identity
 */
export function lineKey(line: CartLine): string {
  const id = variantDigits(line.variantId) ?? line.variantId
  const edition = line.edition ? `e${EDITIONS.indexOf(line.edition)}` : ''
  const wrapping = line.wrapping ? `g${WRAPPINGS.indexOf(line.wrapping)}` : ''
  const indexes = line.wands?.map((wand) => WAND_STYLES.indexOf(wand)).sort() ?? []
  const wands = indexes.length > 0 ? `w${indexes.join('')}` : ''
  const options = `${edition}${wrapping}${wands}`
  return options === '' ? id : `${id}-${options}`
}

/** What a variant is in a cart: gifts come by magic words, their upgrades with them. Spec: 3 Variant title conventions */
export function lineKind(
  variant: Pick<CartVariant, 'productTitle' | 'title' | 'productTags'>,
): LineKind | null {
  if (isGiftVariant(variant.productTitle, variant.title)) return 'gift'
  if (isUpgradeVariant(variant.title)) return 'upgrade'
  return isPrintOnDemand(variant.productTags) ? 'print-on-demand' : null
}

export type AddError = NonNullable<ReturnType<typeof findAddError>> | 'too-many-lines'
function findAddError(cart: Cart, variant: CartVariant, via: 'shop' | 'redeem') {
  const kind = lineKind(variant)
  if (variant.price === null) return 'missing-price'
  if (!isCartable(variant.productTags)) return 'not-cartable'
  // Gifts and upgrades are only sold after magic words have been accepted.
  if (via === 'shop' && isFixed(kind)) return 'not-cartable'
  const product = { title: variant.productTitle, handle: variant.handle, tags: variant.productTags }
  // A gift may come from the other store's Vol. II: its magic words say which store it is for. Spec: 7 Storefront
  const isOffered =
    via === 'redeem' ? !isHiddenInMarket(product, cart.market) : isListedInMarket(product, cart.market)
  if (!isOffered) return 'wrong-market'
  if (kind === 'print-on-demand' && hasKind(cart, 'gift')) return 'pod-with-gift'
  if (kind === 'gift' && hasKind(cart, 'print-on-demand')) return 'gift-with-pod'
  if (kind === 'gift' && hasKind(cart, 'gift')) return 'gift-twice'
  return variant.availableForSale ? null : 'sold-out'
}

/**
 * Adds a line, or increases the quantity of the line with the same key, to `MAX_QUANTITY` at most.
 * @param variant that of the line
 * @param via gifts and upgrades can be added by the redeem flow only; their quantity stays 1
 * Spec: 4 Cart, 5 Cart add
 */
export function addLine(
  cart: Cart,
  line: CartLine,
  variant: CartVariant | undefined,
  via: 'shop' | 'redeem' = 'shop',
): Result<Cart, AddError> {
  if (!variant) return err('missing-price')
  const error = findAddError(cart, variant, via)
  if (error) return err(error)
  const quantity = Math.max(1, line.quantity)
  const there = findLine(cart, lineKey(line))
  if (there) return ok({ ...cart, lines: withQuantity(cart.lines, there, there.quantity + quantity) })
  if (cart.lines.length >= MAX_LINES) return err('too-many-lines')
  const kind = lineKind(variant)
  const { handle, productTitle: title, title: variantTitle, image } = variant
  const added = { handle, title, variantTitle, picture: image?.url ?? null }
  const named = { ...line, ...(kind && { kind }), added }
  return ok({ ...cart, lines: withQuantity([...cart.lines, named], named, quantity) })
}

/** The line with a key. */
export function findLine({ lines }: Pick<Cart, 'lines'>, key: string): CartLine | undefined {
  return lines.find((line) => lineKey(line) === key)
}

/** Sets the quantity of a line: see `withQuantity`. The discount code of a gift goes with it. */
export function updateLine(cart: Cart, line: CartLine, quantity: number): Cart {
  return withLines(cart, withQuantity(cart.lines, line, quantity))
}

/** Removes the gift, its upgrade and its discount code; returns the same cart when it has no gift. */
export function withoutGift(cart: Cart): Cart {
  const gift = cart.lines.find(({ kind }) => kind === 'gift')
  return gift ? updateLine(cart, gift, 0) : cart
}

/** The cart with other lines; without a gift among them it has no discount code of one. */
function withLines(cart: Cart, lines: Cart['lines']): Cart {
  return { ...cart, lines, giftDiscountCode: hasKind({ lines }, 'gift') ? cart.giftDiscountCode : null }
}

/**
 * Sets the shipping country.
 * @param country ISO 3166-1 alpha-2; empty for "not chosen", which a store with one country ignores
 * @returns `bad-country` when the store does not ship there
 */
export function setShippingCountry(cart: Cart, country: string): Result<Cart, 'bad-country'> {
  const code = country.trim().toUpperCase()
  if (code === '') return ok(shipsAbroad(cart.market) ? { ...cart, shippingCountry: null } : cart)
  if (!shipsToCountry(cart.market, code)) return err('bad-country')
  return ok(code === cart.shippingCountry ? cart : { ...cart, shippingCountry: code, unavailable: [] })
}

/** The country that a cart is shipped to; by default that of its market. ISO 3166-1 alpha-2. */
export function shippingCountryOf(cart: Cart): string {
  return cart.shippingCountry ?? MARKETS[cart.market].countryCode
}

/** The ids of the variants of a cart, each once. */
export function variantIdsOf({ lines }: Pick<Cart, 'lines'>): readonly string[] {
  return [...new Set(lines.map(({ variantId }) => variantId))]
}

/** Why the checkout cannot be opened, or null. Spec: 5 Checkout */
export function checkoutRefusal(cart: Cart): 'empty' | 'no-country' | null {
  if (cart.lines.length === 0) return 'empty'
  return shipsAbroad(cart.market) && cart.shippingCountry === null ? 'no-country' : null
}

/** Equal for carts and checkouts with the same country, codes, lines and quantities, in any order. */
export function orderKey(ordered: Pick<Cart, keyof typeof order>): string {
  const { lines, shippingCountry, discountCode, giftDiscountCode } = ordered
  const items = lines.map((line) => `${lineKey(line)} ${line.quantity}`).sort()
  return JSON.stringify([items, shippingCountry, discountCode, giftDiscountCode])
}

/**
 * The cart after the order of its checkout: what was added, or increased, after the checkout was opened stays. A gift
 * was ordered, whatever its wand is now, unless the code in the cart is that of another gift. The order has used the
 * visitor's own discount code. Product: 6 After the order
 */
export function afterOrder(cart: Cart): { readonly cart: Cart; readonly isGiftOrdered: boolean } {
  const { checkout, giftDiscountCode } = cart
  const isOther = giftDiscountCode !== null && giftDiscountCode !== checkout?.giftDiscountCode
  const isGiftOrdered = checkout !== null && hasKind(checkout, 'gift') && !isOther
  const ordered = new Map(checkout?.lines.map((line) => [lineKey(line), line.quantity]))
  const lines = cart.lines.flatMap((line) => {
    if (line.kind === 'gift' || (line.kind === 'upgrade' && isGiftOrdered)) return isGiftOrdered ? [] : line
    const quantity = line.quantity - (ordered.get(lineKey(line)) ?? 0)
    return quantity > 0 ? { ...line, quantity } : []
  })
  const left = { ...cart, discountCode: null, checkout: null, unavailable: [] }
  return { cart: withLines(left, lines), isGiftOrdered }
}
