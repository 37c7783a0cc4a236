import { MARKETS, type Market } from './market.ts'
import { EDITIONS, type Edition, WRAPPINGS, type Wrapping } from './option-choice.ts'
import {
  type Image,
  isCartable,
  isGiftVariant,
  isHiddenInMarket,
  isListedInMarket,
  isPrintOnDemand,
  isUpgradeVariant,
  type Product,
  type Variant,
  variantDigits,
} from './product.ts'
import { err, ok, type Result } from './result.ts'
import { WAND_STYLES, type WandStyle } from './wands.ts'

/** What the catalogue said of a line when it was added: all that is known of it once the store does not tell. */
type AddedAs = {
  readonly handle: string
  readonly title: string
  readonly variantTitle: string
  /** Address of its picture. */
  readonly picture: string | null
}

/** A line as stored in the signed cookie; everything else about it comes from the catalogue. */
export type CartLine = {
  readonly variantId: string
  readonly quantity: number
  readonly edition?: Edition
  readonly wrapping?: Wrapping
  readonly wands?: readonly WandStyle[]
  readonly added?: AddedAs
}

/** A checkout, and what it was opened with: the cart may have changed since. */
type OpenedCheckout = Pick<Cart, 'lines' | 'discountCode' | 'giftDiscountCode'> & {
  readonly remoteCartId: string
  readonly url: string
  readonly country: string
  /** ms since 1970 */
  readonly openedAt: number
}

export type Cart = {
  readonly market: Market
  readonly lines: readonly CartLine[]
  readonly shippingCountry: string | null
  readonly discountCode: string | null
  readonly giftDiscountCode: string | null
  /** The one opened last. */
  readonly checkout: OpenedCheckout | null
  /** Ids of the variants for which the last checkout was refused, in the country of the cart. */
  readonly unavailable: readonly string[]
  /** The press that has changed the cart last, so that its repetition does not. */
  readonly lastPress: string | null
}

/** A variant with the fields of its product that the cart needs. */
export type CartVariant = Variant & {
  readonly handle: string
  readonly productTitle: string
  readonly productTags: readonly string[]
  readonly image: Image | null
}

/** Catalogue data by full variant id (`gid://shopify/ProductVariant/…`); unknown variants are absent. */
export type VariantsById = ReadonlyMap<string, CartVariant>

export type AddError =
  | 'missing-price'
  | 'not-cartable'
  | 'wrong-market'
  | 'sold-out'
  | 'pod-with-gift'
  | 'gift-with-pod'
  | 'gift-twice'
  | 'too-many-lines'

export type UpdateError = 'no-line' | 'gift-quantity'

/** The changed cart; `quantity-limited` when a quantity was reduced to `MAX_QUANTITY`. */
export type CartOutcome = { readonly cart: Cart; readonly notice: 'quantity-limited' | null }

export const MAX_QUANTITY = 20
/** Larger quantities are clamped, not refused: the cart then limits them to `MAX_QUANTITY` with a notice. */
export const QUANTITY_CLAMP = 1_000_000
export const MAX_LINES = 30

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

function addedAs({ handle, productTitle: title, title: variantTitle, image }: CartVariant): AddedAs {
  return { handle, title, variantTitle, picture: image?.url ?? null }
}

/**
 * Identifies a line by variant and options, as in the form field `line`: `7`, `7-e2g1`, `7-g0w12` (indexes of
 * `EDITIONS`, `WRAPPINGS`, `WAND_STYLES`). Lines with the same key are merged. Product: 6 Cart line identity
 */
export function lineKey(line: CartLine): string {
  const id = variantDigits(line.variantId) ?? line.variantId
  const edition = line.edition ? `e${EDITIONS.indexOf(line.edition)}` : ''
  const wrapping = line.wrapping ? `g${WRAPPINGS.indexOf(line.wrapping)}` : ''
  const wands = line.wands?.length ? `w${wandIndexes(line.wands).join('')}` : ''
  const options = `${edition}${wrapping}${wands}`
  return options === '' ? id : `${id}-${options}`
}

function wandIndexes(wands: readonly WandStyle[]): number[] {
  return wands.map((wand) => WAND_STYLES.indexOf(wand)).sort()
}

/** Whether a variant is a gift, which magic words put into a cart. */
export function isGift(variant: Pick<CartVariant, 'productTitle' | 'title'>): boolean {
  return isGiftVariant(variant.productTitle, variant.title)
}

/** True when the quantity is always 1: a gift, or the upgrade of one. */
export function isFixedQuantity(variant: Pick<CartVariant, 'productTitle' | 'title'>): boolean {
  return isGift(variant) || isUpgradeVariant(variant.title)
}

function someVariant(cart: Cart, variants: VariantsById, test: (variant: CartVariant) => boolean): boolean {
  return cart.lines.some((line) => {
    const variant = variants.get(line.variantId)
    return variant !== undefined && test(variant)
  })
}

/** Whether a line is a gift; false while its variant is unknown. */
export function isGiftLine({ variantId }: CartLine, variants: VariantsById): boolean {
  const variant = variants.get(variantId)
  return variant !== undefined && isGift(variant)
}

/** Whether a cart has a gift; false while its variant is unknown. */
export function hasGift(cart: Cart, variants: VariantsById): boolean {
  return cart.lines.some((line) => isGiftLine(line, variants))
}

/** Whether a cart has the upgrade of a gift; false while its variant is unknown. */
export function hasUpgrade(cart: Cart, variants: VariantsById): boolean {
  return someVariant(cart, variants, (variant) => isUpgradeVariant(variant.title))
}

function findAddError(
  cart: Cart,
  variant: CartVariant,
  variants: VariantsById,
  via: 'shop' | 'redeem',
): AddError | null {
  if (variant.price === null) return 'missing-price'
  if (!isCartable(variant.productTags)) return 'not-cartable'
  // Gifts and upgrades are only sold after magic words have been accepted.
  if (via === 'shop' && isFixedQuantity(variant)) return 'not-cartable'
  const product = { title: variant.productTitle, handle: variant.handle, tags: variant.productTags }
  // A gift may come from the other store's Vol. II: its magic words say which store it is for. Spec: 7 Storefront
  const isOffered =
    via === 'redeem' ? !isHiddenInMarket(product, cart.market) : isListedInMarket(product, cart.market)
  if (!isOffered) return 'wrong-market'
  if (isPrintOnDemand(variant.productTags) && hasGift(cart, variants)) return 'pod-with-gift'
  if (isGift(variant)) {
    if (someVariant(cart, variants, (other) => isPrintOnDemand(other.productTags))) return 'gift-with-pod'
    if (hasGift(cart, variants)) return 'gift-twice'
  }
  return variant.availableForSale ? null : 'sold-out'
}

/**
 * Adds a line, or increases the quantity of the line with the same key.
 * @param variants the new variant and those of the cart
 * @param via gifts and upgrades can be added by the redeem flow only; their quantity stays 1
 * Spec: 4 Cart, 5 Cart add
 */
export function addLine(
  cart: Cart,
  line: CartLine,
  variants: VariantsById,
  via: 'shop' | 'redeem' = 'shop',
): Result<CartOutcome, AddError> {
  const variant = variants.get(line.variantId)
  if (!variant) return err('missing-price')
  const error = findAddError(cart, variant, variants, via)
  if (error) return err(error)
  const key = lineKey(line)
  const existing = cart.lines.find((other) => lineKey(other) === key)
  if (!existing && cart.lines.length >= MAX_LINES) return err('too-many-lines')
  if (isFixedQuantity(variant)) {
    const lines = existing ? cart.lines : [...cart.lines, { ...line, quantity: 1, added: addedAs(variant) }]
    return ok({ cart: { ...cart, lines }, notice: null })
  }
  const requested = (existing?.quantity ?? 0) + Math.max(1, line.quantity)
  const quantity = Math.min(requested, MAX_QUANTITY)
  const lines = existing
    ? cart.lines.map((other) => (other === existing ? { ...other, quantity } : other))
    : [...cart.lines, { ...line, quantity, added: addedAs(variant) }]
  return ok({ cart: { ...cart, lines }, notice: requested > MAX_QUANTITY ? 'quantity-limited' : null })
}

/**
 * Sets the quantity of a line: 0 or less removes the line; more than `MAX_QUANTITY` is limited, with a notice.
 * Spec: 4 Cart
 */
export function updateLine(
  cart: Cart,
  key: string,
  quantity: number,
  variants: VariantsById,
): Result<CartOutcome, UpdateError> {
  const line = cart.lines.find((other) => lineKey(other) === key)
  if (!line) return err('no-line')
  if (quantity <= 0) return removeLine(cart, key, variants)
  const variant = variants.get(line.variantId)
  if (variant && isFixedQuantity(variant)) {
    return quantity === line.quantity ? ok({ cart, notice: null }) : err('gift-quantity')
  }
  const limited = Math.min(quantity, MAX_QUANTITY)
  const lines = cart.lines.map((other) => (other === line ? { ...other, quantity: limited } : other))
  return ok({ cart: { ...cart, lines }, notice: quantity > MAX_QUANTITY ? 'quantity-limited' : null })
}

/**
 * Removes a line. Removing a gift also removes its upgrade, which is sold with it only, and its discount code.
 * Spec: 4 Cart
 */
export function removeLine(cart: Cart, key: string, variants: VariantsById): Result<CartOutcome, 'no-line'> {
  const line = cart.lines.find((other) => lineKey(other) === key)
  if (!line) return err('no-line')
  const variant = variants.get(line.variantId)
  const rest = cart.lines.filter((other) => other !== line)
  if (!variant || !isGift(variant)) {
    const giftDiscountCode = rest.length === 0 ? null : cart.giftDiscountCode
    return ok({ cart: { ...cart, lines: rest, giftDiscountCode }, notice: null })
  }
  const lines = rest.filter((other) => !isUpgradeVariant(variants.get(other.variantId)?.title ?? ''))
  return ok({ cart: { ...cart, lines, giftDiscountCode: null }, notice: null })
}

/**
 * Puts another variant in the place of that of a line: the same options of the product under a new id. The quantity and
 * what was chosen stay.
 */
export function replaceLine(
  cart: Cart,
  line: CartLine,
  variant: CartVariant,
  variants: VariantsById,
): Result<CartOutcome, AddError> {
  const rest = { ...cart, lines: cart.lines.filter((other) => other !== line) }
  const known = new Map([...variants, [variant.id, variant]])
  return addLine(rest, { ...line, variantId: variant.id }, known)
}

/** Removes the gift, its upgrade and its discount code; returns the same cart when it has no gift. */
export function withoutGift(cart: Cart, variants: VariantsById): Cart {
  const gift = cart.lines.find((line) => isGiftLine(line, variants))
  const removed = gift && removeLine(cart, lineKey(gift), variants)
  return removed?.ok ? removed.value.cart : cart
}

/** The country that a cart is shipped to; by default that of its market. ISO 3166-1 alpha-2. */
export function shippingCountryOf(cart: Cart): string {
  return cart.shippingCountry ?? MARKETS[cart.market].countryCode
}

/** The units of all lines together. */
export function itemCount(cart: Pick<Cart, 'lines'>): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0)
}
