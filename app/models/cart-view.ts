import { bundleVariant, formatBundle, parseBundleSize } from './bundle.ts'
import { type Cart, checkoutRefusal, type VariantsById } from './cart.ts'
import { type CartLineView, lineView } from './cart-line.ts'
import { type CartTip, type CartView, isShippingFree, withTotals } from './cart-totals.ts'
import type { CartDiscountView } from './discount.ts'
import { hasFreeShipping } from './free-shipping.ts'
import { type LineState, lineState } from './line-state.ts'
import { MARKETS } from './market.ts'
import { formatMoney, subtractMoney, sumMoney, toMinorUnits } from './money.ts'
import { DEFAULT_WRAPPING, formatProductChoice, isClassicTitle, wandChoices } from './option-choice.ts'
import { HANDLES, isBox, type Product, productPath } from './product.ts'
import { kindOf } from './product-kind.ts'
import { type BundleSize, countWord, wandOfTitle } from './wands.ts'

type ViewOptions = {
  /** The store is out of reach: nothing is said of lines that it does not tell of. */
  readonly storeUnavailable?: boolean
  /** What the store says of the lines whose variants it does not have, by their ids. */
  readonly states?: ReadonlyMap<string, LineState>
}

/**
 * Builds the view of a cart. A line with an unknown variant has no price and does not count towards the total. Total
 * and progress towards free shipping are after the discount.
 * Spec: 2 Cart drawer, 4 Cart, 5 Checkout
 */
export function buildCartView(
  cart: Cart,
  variants: VariantsById,
  discount: CartDiscountView | null,
  { storeUnavailable = false, states }: ViewOptions = {},
): CartView {
  const lines = cart.lines.map((line) => {
    const variant = variants.get(line.variantId) ?? null
    const state = states?.get(line.variantId) ?? lineState(line, cart, variant)
    return lineView(line, variant, cart.market, storeUnavailable ? undefined : state)
  })
  return {
    ...withTotals(cart.market, lines, discount),
    shippingCountry: cart.shippingCountry,
    canCheckout: checkoutRefusal(cart) === null,
    storeUnavailable,
    remoteCartId: cart.checkout?.remoteCartId ?? null,
    checkoutUrl: cart.checkout?.url ?? null,
  }
}

type View = Pick<CartView, 'lines' | 'market' | 'total' | 'freeShipping'>

/**
 * What may be told of the next step, once the product with this handle is known: single wands of different styles as a
 * bundle, with what it saves; else the premium set with which the order ships free. Null for a cart without one.
 */
export function tipOf(view: View): { handle: string; tell: (product: Product) => CartTip | null } | null {
  const wands = view.lines.filter(isSingleWand)
  const size = parseBundleSize(wands.length)
  if (size) return { handle: HANDLES.bundle, tell: (set) => bundleTip(view, wands, size, set) }
  const set = isShippingFree(view) ? undefined : view.lines.find(isSingleSet)
  return set?.handle ? { handle: set.handle, tell: (product) => premiumTip(view, set, product) } : null
}

function isSingleWand(line: CartLineView): boolean {
  return kindOf(line) === 'wand' && line.kind !== 'upgrade' && wandOfTitle(line.variantTitle) !== null
}

/** One box with the classic wand. */
function isSingleSet(line: CartLineView): boolean {
  const isSet = isBox(kindOf(line)) && isClassicTitle(line.variantTitle)
  return isSet && line.kind !== 'gift' && line.quantity === 1
}

function bundleTip(
  view: View,
  lines: readonly CartLineView[],
  size: BundleSize,
  set: Product,
): CartTip | null {
  const price = bundleVariant(set, size)
  const prices = lines.flatMap(({ unitPrice }) => unitPrice ?? [])
  const wands = lines.flatMap(({ variantTitle }) => wandOfTitle(variantTitle) ?? [])
  if (!price?.price || !price.availableForSale || prices.length < lines.length) return null
  const saving = subtractMoney(sumMoney(prices, MARKETS[view.market].currencyCode), price.price)
  if (toMinorUnits(saving) <= 0) return null
  return {
    text: `As a bundle, these ${countWord(size)} wands cost ${formatMoney(saving)} less.`,
    label: 'See the bundle',
    href: `${productPath(view.market, set.handle)}?${formatBundle({ size, wands })}`,
  }
}

function premiumTip({ market, total }: View, line: CartLineView, product: Product): CartTip | null {
  const premium = wandChoices(product, market).find(({ variant }) => variant.availableForSale)
  if (!line.unitPrice || !premium?.variant.price) return null
  const more = subtractMoney(premium.variant.price, line.unitPrice)
  const units = toMinorUnits(more)
  if (units <= 0 || !hasFreeShipping(toMinorUnits(total) + units, market)) return null
  const { edition = null, wrapping = DEFAULT_WRAPPING } = line
  const query = formatProductChoice({ option: 'premium-wand', wand: null, edition, wrapping })
  return {
    text: `The set with a premium wand is ${formatMoney(more)} more, and then your order ships free.`,
    label: 'Choose a premium wand',
    href: `${productPath(market, product.handle)}?${query}`,
  }
}
