import { hasKind, isFixed, type LineKind, MAX_LINES, MAX_QUANTITY } from './cart-fields.ts'
import { MARKETS, type Market } from './market.ts'
import { EDITIONS, WRAPPINGS } from './option-choice.ts'
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
import type { Cart, CartLine } from './stored-cart.ts'
import { WAND_STYLES, type WandStyle } from './wands.ts'

export type { Cart, CartLine } from './stored-cart.ts'

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

function addedAs({
  handle,
  productTitle: title,
  title: variantTitle,
  image,
}: CartVariant): CartLine['added'] {
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

/** What a variant is in a cart: gifts come by magic words, their upgrades with them. Spec: 3 Variant title conventions */
export function lineKind(
  variant: Pick<CartVariant, 'productTitle' | 'title' | 'productTags'>,
): LineKind | null {
  if (isGiftVariant(variant.productTitle, variant.title)) return 'gift'
  if (isUpgradeVariant(variant.title)) return 'upgrade'
  return isPrintOnDemand(variant.productTags) ? 'print-on-demand' : null
}

function findAddError(cart: Cart, variant: CartVariant, via: 'shop' | 'redeem'): AddError | null {
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
  const existing = findLine(cart, lineKey(line))
  if (existing) return ok(withQuantity(cart, existing, existing.quantity + Math.max(1, line.quantity)))
  if (cart.lines.length >= MAX_LINES) return err('too-many-lines')
  const kind = lineKind(variant)
  const added = { ...line, ...(kind && { kind }), added: addedAs(variant) }
  return ok(withQuantity({ ...cart, lines: [...cart.lines, added] }, added, Math.max(1, line.quantity)))
}

/** The line with a key. */
export function findLine({ lines }: Pick<Cart, 'lines'>, key: string): CartLine | undefined {
  return lines.find((line) => lineKey(line) === key)
}

function withQuantity(cart: Cart, line: CartLine, wanted: number): Cart {
  const quantity = Math.min(wanted, isFixed(line.kind) ? 1 : MAX_QUANTITY)
  return { ...cart, lines: cart.lines.map((other) => (other === line ? { ...line, quantity } : other)) }
}

/**
 * Sets the quantity of a line, to `MAX_QUANTITY` at most: 0 or less removes it. Removing a gift also removes its
 * upgrade, which is sold with it only, and its discount code.
 * Spec: 4 Cart
 */
export function updateLine(cart: Cart, key: string, quantity: number): Result<Cart, UpdateError> {
  const line = findLine(cart, key)
  if (!line) return err('no-line')
  if (quantity > 1 && isFixed(line.kind)) return err('gift-quantity')
  if (quantity > 0) return ok(withQuantity(cart, line, quantity))
  const isGift = line.kind === 'gift'
  const lines = cart.lines.filter((other) => other !== line && !(isGift && other.kind === 'upgrade'))
  const giftDiscountCode = isGift || lines.length === 0 ? null : cart.giftDiscountCode
  return ok({ ...cart, lines, giftDiscountCode })
}

/**
 * Puts another variant in the place of that of a line: the same options of the product under a new id. The quantity and
 * what was chosen stay.
 */
export function replaceLine(cart: Cart, line: CartLine, variant: CartVariant): Result<Cart, AddError> {
  const rest = { ...cart, lines: cart.lines.filter((other) => other !== line) }
  return addLine(rest, { ...line, variantId: variant.id }, variant)
}

/** Removes the gift, its upgrade and its discount code; returns the same cart when it has no gift. */
export function withoutGift(cart: Cart): Cart {
  const gift = cart.lines.find(({ kind }) => kind === 'gift')
  const removed = gift && updateLine(cart, lineKey(gift), 0)
  return removed?.ok ? removed.value : cart
}

/** The country that a cart is shipped to; by default that of its market. ISO 3166-1 alpha-2. */
export function shippingCountryOf(cart: Cart): string {
  return cart.shippingCountry ?? MARKETS[cart.market].countryCode
}
