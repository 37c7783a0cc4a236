import { zoneOf } from '#app/models/market.ts'
import { hasFreeShipping, toMinorUnits } from '#app/models/money.ts'
import { isGiftOrUpgrade } from '#app/models/store-products.ts'
import { DELIVERY_ZONES } from '#app/models/store-requirements.ts'
import { type FoundVariant, isAvailable, priceCents } from './catalogue.ts'
import type { Cart, CartLine, Discount } from './database.ts'

/** What a cart costs, as the Storefront API, the checkout and a placed order show it. All amounts are in minor units. */

/** A line with what its variant is and costs. */
export type PricedLine = CartLine & {
  readonly title: string
  readonly handle: string
  readonly variantTitle: string
  /** Null when the variant is no longer in the catalogue. */
  readonly productId: string | null
  readonly picture: string | null
  readonly isAvailable: boolean
  readonly shipsFree: boolean
  readonly unitCents: number
  /** The one discount on items that it has. */
  discount: { readonly code: string; readonly cents: number } | null
}

export type PricingSources = {
  readonly variant: (id: string) => FoundVariant | null
  readonly discount: (code: string) => Discount | null
}

/** What a line costs before its discount. */
export const fullCents = ({ unitCents, quantity }: Pick<PricedLine, 'unitCents' | 'quantity'>) =>
  unitCents * quantity
/** What a line costs after it. */
export const lineCents = (line: Pick<PricedLine, 'unitCents' | 'quantity' | 'discount'>) =>
  fullCents(line) - (line.discount?.cents ?? 0)
const sumOf = (lines: readonly PricedLine[]) => lines.reduce((sum, line) => sum + lineCents(line), 0)

export function priceLine(line: CartLine, country: string, found: FoundVariant | null): PricedLine {
  const { product, variant } = found ?? {}
  return {
    ...line,
    title: product?.title ?? 'No longer for sale',
    handle: product?.handle ?? '',
    variantTitle: variant?.title ?? '',
    productId: product?.id ?? null,
    picture: (variant?.image ?? product?.images[0])?.url ?? null,
    isAvailable: found !== null && isAvailable(found, country),
    shipsFree: found !== null && isGiftOrUpgrade(found.product, found.variant),
    unitCents: variant ? priceCents(variant, country) : 0,
    discount: null,
  }
}

const isEntitled = ({ variantIds }: Discount, { merchandiseId }: PricedLine) =>
  variantIds === null || variantIds.includes(merchandiseId)

/** Why a discount code does not apply, as a warning code of the API. */
function problemOf(discount: Discount, lines: readonly PricedLine[]): string | null {
  if (!discount.active) return 'DISCOUNT_CURRENTLY_INACTIVE'
  if (discount.usageLimit !== null && discount.used >= discount.usageLimit)
    return 'DISCOUNT_USAGE_LIMIT_REACHED'
  const isOnAny = lines.some((line) => lineCents(line) > 0 && isEntitled(discount, line))
  return isOnAny ? null : 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
}

/** Applies a discount to its lines that have none yet. @returns the discounted amount */
function discountLines(code: string, discount: Discount, lines: readonly PricedLine[]): number {
  const before = sumOf(lines)
  for (const line of lines) {
    const cents = Math.round(fullCents(line) * discount.part)
    if (cents > 0 && line.discount === null && isEntitled(discount, line)) line.discount = { code, cents }
  }
  return before - sumOf(lines)
}

export type Quote = ReturnType<typeof quoteCart>

/**
 * Prices a cart. Discounts on items apply first, then those on the whole order, to the remaining amount. A code that does not
 * apply has a `problem`; one on certain items, as a gift's is, `isGift`. Delivery is a zone's rate, unless the order is over
 * the limit or has only gifts and upgrades.
 */
export function quoteCart(
  { country, lines: wanted, discountCodes }: Pick<Cart, 'country' | 'lines' | 'discountCodes'>,
  sources: PricingSources,
) {
  const lines = wanted.map((line) => priceLine(line, country, sources.variant(line.merchandiseId)))
  function apply(code: string, discount: Discount | null) {
    const isGift = discount !== null && discount.variantIds !== null
    const problem = discount ? problemOf(discount, lines) : 'DISCOUNT_NOT_FOUND'
    if (discount === null || problem !== null) return { code, isGift, problem, cents: 0 }
    const cents = isGift ? discountLines(code, discount, lines) : Math.round(sumOf(lines) * discount.part)
    return { code, isGift, problem: cents === 0 ? 'DISCOUNT_CODE_NOT_HONOURED' : null, cents }
  }

  const byText = new Map(discountCodes.map((code) => [code.trim().toLowerCase(), code.trim()]))
  const asked = [...byText.values()].filter(Boolean)
  const applied = asked
    .map((code) => ({ code, discount: sources.discount(code) }))
    .sort((a, b) => Number(a.discount?.variantIds === null) - Number(b.discount?.variantIds === null))
    .map(({ code, discount }) => apply(code, discount))
  const codes = applied.sort((a, b) => asked.indexOf(a.code) - asked.indexOf(b.code))
  const itemsCents = codes.reduce((left, { isGift, cents }) => (isGift ? left : left - cents), sumOf(lines))
  // Spec: 2 Cart drawer, 9 Free shipping
  const zone = DELIVERY_ZONES.find(({ countries }) => countries.some(({ code }) => code === country))
  const isFree =
    lines.every(({ shipsFree }) => shipsFree) || !zone || hasFreeShipping(itemsCents, zone.market)
  const title = `Tracked, ${zoneOf(country)?.label ?? country}`
  const delivery = { title, cents: isFree ? 0 : toMinorUnits(zone.rate) }
  return {
    country,
    lines,
    codes,
    /** Without delivery. */
    itemsCents,
    delivery,
    totalCents: itemsCents + delivery.cents,
    isOrderable: lines.length > 0 && lines.every((line) => line.isAvailable),
  }
}
