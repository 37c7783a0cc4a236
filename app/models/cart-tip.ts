import { type BundleSize, bundleVariant, formatBundle, parseBundleSize } from './bundle.ts'
import { type CartLineView, type CartTip, type CartView, isShippingFree } from './cart-view.ts'
import { hasFreeShipping } from './free-shipping.ts'
import { MARKETS } from './market.ts'
import { formatMoney, subtractMoney, sumMoney, toMinorUnits } from './money.ts'
import { DEFAULT_WRAPPING, formatProductChoice, isClassicTitle, wandChoices } from './option-choice.ts'
import { HANDLES, isBox, kindOfLine, type Product, productPath } from './product.ts'
import { countWord, wandOfTitle } from './wands.ts'

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
  return kindOfLine(line) === 'wand' && line.kind !== 'upgrade' && wandOfTitle(line.variantTitle) !== null
}

/** One box with the classic wand. */
function isSingleSet(line: CartLineView): boolean {
  const isSet = isBox(kindOfLine(line)) && isClassicTitle(line.variantTitle)
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
