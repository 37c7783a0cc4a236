import { bundleVariant, parseBundleSize } from './bundle.ts'
import { isShippingFree } from './cart-totals.ts'
import type { CartLineView, CartTip, CartView } from './cart-view-types.ts'
import { hasFreeShipping } from './free-shipping.ts'
import { MARKETS, type Market } from './market.ts'
import { subtractMoney, sumMoney, toMinorUnits } from './money.ts'
import { editionSlug, isClassicTitle, wandChoices, wandSlug } from './option-choice.ts'
import { HANDLES, isBox, kindOfLine, type Product, productPath } from './product.ts'
import { wandOfTitle } from './wands.ts'

type View = Pick<CartView, 'lines' | 'market' | 'total' | 'freeShipping'>

/** Lines of single wands of different styles, which a bundle would hold. */
function singleWandLines({ lines }: View): readonly CartLineView[] {
  const isSingle = (line: CartLineView) =>
    kindOfLine(line) === 'wand' && line.kind !== 'upgrade' && wandOfTitle(line.variantTitle)
  return lines.filter(isSingle)
}

/** The box with the classic wand, alone of its kind, whose premium set may be the step to free shipping. */
function classicSetLine(view: View): CartLineView | undefined {
  if (isShippingFree(view)) return undefined
  return view.lines.find(
    (line) =>
      line.kind !== 'gift' &&
      line.quantity === 1 &&
      isBox(kindOfLine(line)) &&
      isClassicTitle(line.variantTitle),
  )
}

/** The product that the tip of a cart needs; null for a cart without one. */
export function handleOfTip(view: View): string | null {
  if (parseBundleSize(singleWandLines(view).length)) return HANDLES.bundle
  return classicSetLine(view)?.handle ?? null
}

/** Single wands as a bundle, with what it saves; else the premium set with which the order ships free. */
export function cartTip(view: View, product: Product): CartTip | null {
  return product.handle === HANDLES.bundle ? bundleTip(view, product) : premiumTip(view, product)
}

function bundleTip(view: View, set: Product): CartTip | null {
  const lines = singleWandLines(view)
  const size = parseBundleSize(lines.length)
  const variant = size && bundleVariant(set, size)
  const prices = lines.flatMap(({ unitPrice }) => unitPrice ?? [])
  if (!size || !variant?.price || !variant.availableForSale || prices.length < lines.length) return null
  const saving = subtractMoney(sumMoney(prices, MARKETS[view.market].currencyCode), variant.price)
  const query = new URLSearchParams({ size: String(size) })
  for (const { variantTitle } of lines) {
    const wand = wandOfTitle(variantTitle)
    if (wand) query.append('wands', wandSlug(wand))
  }
  const href = `${productPath(view.market, set.handle)}?${query}`
  return toMinorUnits(saving) > 0 ? { kind: 'bundle', size, saving, href } : null
}

function premiumTip(view: View, product: Product): CartTip | null {
  const line = classicSetLine(view)
  const premium = wandChoices(product, view.market).find(({ variant }) => variant.availableForSale)
  if (!line?.unitPrice || !premium?.variant.price) return null
  const more = subtractMoney(premium.variant.price, line.unitPrice)
  const units = toMinorUnits(more)
  const isStep = units > 0 && hasFreeShipping(toMinorUnits(view.total) + units, view.market)
  return isStep ? { kind: 'premium-set', more, href: premiumHref(view.market, product, line) } : null
}

function premiumHref(market: Market, product: Product, { edition, wrapping }: CartLineView): string {
  const query = new URLSearchParams({ option: 'premium-wand' })
  if (edition) query.set('edition', editionSlug(edition))
  if (wrapping) query.set('wrapping', wrapping)
  return `${productPath(market, product.handle)}?${query}`
}
