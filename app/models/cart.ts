import { MARKETS, type Market } from './market.ts'
import type { Money } from './money.ts'
import {
  EDITIONS,
  type Edition,
  WAND_STYLES,
  type WandStyle,
  WRAPPINGS,
  type Wrapping,
} from './option-choice.ts'
import {
  type Image,
  isCartable,
  isGiftVariant,
  isHiddenInMarket,
  isPrintOnDemand,
  isSoldInMarket,
  isUpgradeVariant,
  type Product,
  type SelectedOption,
  type Variant,
  variantDigits,
} from './product.ts'
import { err, ok, type Result } from './result.ts'

/** One line as the signed cookie holds it; everything else about it comes from the catalogue. */
export type CartLine = {
  readonly variantId: string
  readonly quantity: number
  readonly edition?: Edition
  readonly wrapping?: Wrapping
  readonly wands?: readonly WandStyle[]
}

export type Cart = {
  readonly market: Market
  readonly lines: readonly CartLine[]
  readonly shippingCountry: string | null
  readonly discountCode: string | null
  readonly giftDiscountCode: string | null
  readonly remoteCartId: string | null
  readonly checkoutUrl: string | null
  /** What the opened checkout holds; nothing without one. */
  readonly checkoutLines: readonly CartLine[]
  /** When that checkout was opened, to the minute, milliseconds; null where that is not known. */
  readonly checkoutOpenedAt: number | null
  /** Something in it kept the last checkout from opening: until one opens, what cannot be had is asked for with every look. */
  readonly wasUnavailable: boolean
  /** The gift discount that the opened checkout came with: by then another gift may be in the cart. */
  readonly checkoutGiftCode: string | null
  /** A checkout with the same gift was opened before that one, and may be paid as well. */
  readonly hasEarlierCheckout: boolean
}

/** A variant with what the cart must know of its product. */
export type CartVariant = {
  readonly id: string
  readonly title: string
  readonly price: Money | null
  readonly availableForSale: boolean
  readonly selectedOptions: readonly SelectedOption[]
  readonly handle: string
  readonly productTitle: string
  readonly productTags: readonly string[]
  readonly image: Image | null
}

/** The catalogue's answer for the variants of a cart, by full variant id. */
export type VariantsById = ReadonlyMap<string, CartVariant>

export type CartLineView = {
  readonly key: string
  readonly variantId: string
  readonly handle: string | null
  readonly title: string
  readonly variantTitle: string
  /** The variant's own; what was chosen beside it stands in `attributes`. */
  readonly selectedOptions: readonly SelectedOption[]
  readonly image: Image | null
  readonly quantity: number
  readonly unitPrice: Money | null
  readonly linePrice: Money | null
  readonly wasPrice: Money | null
  readonly attributes: readonly { readonly label: string; readonly value: string }[]
  /** What is said of it below its name, each on a line of its own; see `lineWords`. */
  readonly details: readonly string[]
  readonly isGift: boolean
  /** Why it keeps the checkout from opening, in words; null when it does not. */
  readonly refusal: string | null
}

export type CartDiscountView = {
  readonly code: string
  readonly state: 'applied' | 'refused' | 'unknown'
  readonly reason: string | null
  readonly amount: Money | null
}

export type CartView = {
  readonly market: Market
  readonly lines: readonly CartLineView[]
  readonly itemCount: number
  readonly total: Money
  readonly discount: CartDiscountView | null
  readonly freeShipping: {
    readonly threshold: Money
    readonly remaining: Money
    readonly reached: boolean
    readonly giftOnly: boolean
  }
  readonly shippingCountry: string | null
  readonly canCheckout: boolean
  readonly storeUnavailable: boolean
  /** The checkout that was opened last and may be paid at any moment; null where there is none. */
  readonly remoteCartId: string | null
  readonly checkoutUrl: string | null
}

export type AddError =
  | 'missing-price'
  | 'not-cartable'
  | 'wrong-market'
  | 'sold-out'
  | 'pod-with-gift'
  | 'gift-with-pod'
  | 'gift-twice'
  | 'too-many-lines'

export type UpdateError = 'no-line' | 'gift-quantity' | 'bad-quantity'

/** A changed cart, and whether a quantity had to be cut to the limit. */
export type CartOutcome = { readonly cart: Cart; readonly notice: 'quantity-limited' | null }

export const MAX_QUANTITY = 20
export const MAX_LINES = 30

/** An empty cart of a market, shipping to the market's own country. Spec: 4 Market */
export function emptyCart(market: Market): Cart {
  return {
    market,
    lines: [],
    shippingCountry: MARKETS[market].countryCode,
    discountCode: null,
    giftDiscountCode: null,
    remoteCartId: null,
    checkoutUrl: null,
    checkoutLines: [],
    checkoutOpenedAt: null,
    wasUnavailable: false,
    checkoutGiftCode: null,
    hasEarlierCheckout: false,
  }
}

/** A variant of a product as the cart sees it. */
export function toCartVariant(product: Product, variant: Variant): CartVariant {
  return {
    id: variant.id,
    title: variant.title,
    price: variant.price,
    availableForSale: variant.availableForSale,
    selectedOptions: variant.selectedOptions,
    handle: product.handle,
    productTitle: product.title,
    productTags: product.tags,
    image: product.images[0] ?? null,
  }
}

/**
 * A short stable name of a line, made of its variant and options: the form field `line`. Two lines with
 * the same key are one line. Product decisions: cart line identity
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

/** True when the variant is a gift bundle. */
export function isGift(variant: Pick<CartVariant, 'productTitle' | 'title'>): boolean {
  return isGiftVariant(variant.productTitle, variant.title)
}

/** True when a line holds one piece for good: a gift, or the upgrade that comes with it. */
export function isFixedQuantity(variant: Pick<CartVariant, 'productTitle' | 'title'>): boolean {
  return isGift(variant) || isUpgradeVariant(variant.title)
}

function someLine(cart: Cart, variants: VariantsById, test: (variant: CartVariant) => boolean): boolean {
  return cart.lines.some((line) => {
    const variant = variants.get(line.variantId)
    return variant !== undefined && test(variant)
  })
}

/** True when the cart holds a gift. */
export function hasGift(cart: Cart, variants: VariantsById): boolean {
  return someLine(cart, variants, isGift)
}

/** True when the cart holds the upgrade of a gift. */
export function hasUpgrade(cart: Cart, variants: VariantsById): boolean {
  return someLine(cart, variants, (variant) => isUpgradeVariant(variant.title))
}

function refusalOf(
  cart: Cart,
  variant: CartVariant,
  variants: VariantsById,
  via: 'shop' | 'redeem',
): AddError | null {
  if (variant.price === null) return 'missing-price'
  if (!isCartable(variant.productTags)) return 'not-cartable'
  // Gifts and their upgrades have a price of their own only because magic words were accepted.
  if (via === 'shop' && isFixedQuantity(variant)) return 'not-cartable'
  const product = { title: variant.productTitle, tags: variant.productTags }
  if (!isSoldInMarket(product, cart.market) || isHiddenInMarket(product, cart.market)) return 'wrong-market'
  if (isPrintOnDemand(variant.productTags) && hasGift(cart, variants)) return 'pod-with-gift'
  if (isGift(variant)) {
    if (someLine(cart, variants, (other) => isPrintOnDemand(other.productTags))) return 'gift-with-pod'
    if (hasGift(cart, variants)) return 'gift-twice'
  }
  return variant.availableForSale ? null : 'sold-out'
}

/**
 * Adds a line, or raises the quantity of the same line. `variants` must know the new variant and those of
 * the cart. Only the redeem flow (`via: 'redeem'`) may add gifts and upgrades; those stay at one.
 * @returns the cart and whether the quantity was cut to 20, or why not
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
  const refusal = refusalOf(cart, variant, variants, via)
  if (refusal) return err(refusal)
  const key = lineKey(line)
  const existing = cart.lines.find((other) => lineKey(other) === key)
  if (!existing && cart.lines.length >= MAX_LINES) return err('too-many-lines')
  if (isFixedQuantity(variant)) {
    const lines = existing ? cart.lines : [...cart.lines, { ...line, quantity: 1 }]
    return ok({ cart: { ...cart, lines }, notice: null })
  }
  const wanted = (existing?.quantity ?? 0) + Math.max(1, Math.trunc(line.quantity) || 1)
  const quantity = Math.min(wanted, MAX_QUANTITY)
  const lines = existing
    ? cart.lines.map((other) => (other === existing ? { ...other, quantity } : other))
    : [...cart.lines, { ...line, quantity }]
  return ok({ cart: { ...cart, lines }, notice: wanted > MAX_QUANTITY ? 'quantity-limited' : null })
}

/**
 * Sets the quantity of a line: 0 or less removes it, more than 20 becomes 20 with a notice.
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
  if (!Number.isSafeInteger(quantity)) return err('bad-quantity')
  if (quantity <= 0) return removeLine(cart, key, variants)
  const variant = variants.get(line.variantId)
  if (variant && isFixedQuantity(variant)) {
    return quantity === line.quantity ? ok({ cart, notice: null }) : err('gift-quantity')
  }
  const kept = Math.min(quantity, MAX_QUANTITY)
  const lines = cart.lines.map((other) => (other === line ? { ...other, quantity: kept } : other))
  return ok({ cart: { ...cart, lines }, notice: quantity > MAX_QUANTITY ? 'quantity-limited' : null })
}

/**
 * Takes a line out. With a gift go its upgrade, which is sold only beside it, and its discount code.
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

/** The cart without its gift and what goes with it; as it is where it holds none. */
export function withoutGift(cart: Cart, variants: VariantsById): Cart {
  const gift = cart.lines.find(({ variantId }) => {
    const variant = variants.get(variantId)
    return variant !== undefined && isGift(variant)
  })
  const removed = gift && removeLine(cart, lineKey(gift), variants)
  return removed?.ok ? removed.value.cart : cart
}

/** True when two carts hold the same, in whichever order. */
export function hasSameLines(cart: Cart, other: Cart): boolean {
  const keysOf = ({ lines }: Cart) =>
    lines
      .map((line) => `${lineKey(line)} ${line.quantity}`)
      .sort()
      .join()
  return keysOf(cart) === keysOf(other)
}

/** Empties lines, remote cart and checkout address; the country and the shopper's own code stay. Spec: 4 Cart */
export function clearCart(cart: Cart): Cart {
  return {
    ...cart,
    lines: [],
    giftDiscountCode: null,
    remoteCartId: null,
    checkoutUrl: null,
    checkoutLines: [],
    checkoutOpenedAt: null,
    wasUnavailable: false,
    checkoutGiftCode: null,
    hasEarlierCheckout: false,
  }
}

/**
 * The cart once the order of its checkout is placed: what was put in, or asked for in greater number, after that
 * checkout was opened. The shopper's own code went with the order. Product decisions: after the order
 */
export function afterOrder(cart: Cart): Cart {
  const ordered = new Map(cart.checkoutLines.map((line) => [lineKey(line), line.quantity]))
  const lines = cart.lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.get(lineKey(line)) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const giftDiscountCode = lines.length > 0 ? cart.giftDiscountCode : null
  return { ...clearCart(cart), lines, giftDiscountCode, discountCode: null }
}

/** A storefront keeps a cart that nobody touches for ten days. A day less than that cannot be mistaken. */
const SURELY_KEPT_MS = 9 * 24 * 3_600_000

/**
 * Whether a checkout whose remote cart is gone must have been ordered. Later than this the storefront may as well have
 * forgotten it. Product decisions: after the order
 */
export function isSurelyOrdered({ checkoutOpenedAt }: Pick<Cart, 'checkoutOpenedAt'>, now: number): boolean {
  return checkoutOpenedAt !== null && now - checkoutOpenedAt < SURELY_KEPT_MS
}

/** How many pieces the cart holds. */
export function itemCount(cart: Pick<Cart, 'lines'>): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0)
}
