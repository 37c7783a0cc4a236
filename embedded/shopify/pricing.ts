import type { Cart, CartLine } from './carts.ts'
import { type FoundVariant, isAvailable, priceCents } from './catalogue.ts'
import type { Discount } from './discounts.ts'

/** Why a discount code does not apply, as warning codes of the API. */
type DiscountProblem =
  | 'DISCOUNT_NOT_FOUND'
  | 'DISCOUNT_CURRENTLY_INACTIVE'
  | 'DISCOUNT_USAGE_LIMIT_REACHED'
  | 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
  | 'DISCOUNT_CODE_NOT_HONOURED'

/** Whether a code is used up or not active. */
export function isUsedUp(problem: DiscountProblem | null): boolean {
  return problem === 'DISCOUNT_USAGE_LIMIT_REACHED' || problem === 'DISCOUNT_CURRENTLY_INACTIVE'
}

export type Allocation = { readonly discount: Discount; readonly cents: number }

/** A cart line with its price. All amounts are in minor units. */
export type PricedLine = {
  readonly line: CartLine
  /** Null when the variant is no longer in the catalogue. */
  readonly found: FoundVariant | null
  readonly available: boolean
  readonly unitCents: number
  readonly subtotalCents: number
  readonly allocations: Allocation[]
  /** After the line's own discounts. */
  totalCents: number
}

export type PricingSources = {
  readonly variant: (id: string) => FoundVariant | null
  readonly discount: (code: string) => Discount | null
  readonly now: number
}

const isEntitled = ({ items }: Discount, { line }: PricedLine) =>
  items === null || items.variantIds.includes(line.merchandiseId)

function problemOf(discount: Discount, lines: readonly PricedLine[], now: number): DiscountProblem | null {
  if (!discount.active || Date.parse(discount.startsAt) > now) return 'DISCOUNT_CURRENTLY_INACTIVE'
  if (discount.usageLimit !== null && discount.used >= discount.usageLimit)
    return 'DISCOUNT_USAGE_LIMIT_REACHED'
  const isOnAny = lines.some((line) => line.totalCents > 0 && isEntitled(discount, line))
  return isOnAny ? null : 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
}

const sumOf = (lines: readonly PricedLine[]) => lines.reduce((sum, { totalCents }) => sum + totalCents, 0)

/** Applies a discount to its lines that have none yet. @returns the discounted amount */
function discountLines(discount: Discount, lines: readonly PricedLine[]): number {
  const before = sumOf(lines)
  for (const line of lines) {
    const cents = Math.round(line.subtotalCents * discount.value.part)
    if (cents === 0 || line.allocations.length > 0 || !isEntitled(discount, line)) continue
    line.allocations.push({ discount, cents })
    line.totalCents -= cents
  }
  return before - sumOf(lines)
}

function priceLine(line: CartLine, country: string, sources: PricingSources): PricedLine {
  const found = sources.variant(line.merchandiseId)
  const unitCents = found ? priceCents(found.variant, country) : 0
  const totalCents = unitCents * line.quantity
  const available = found !== null && isAvailable(found, country)
  return { line, found, available, unitCents, subtotalCents: totalCents, allocations: [], totalCents }
}

export type PricedCart = ReturnType<typeof priceCart>

/**
 * Prices a cart, in minor units. Discounts on items apply first, then those on the whole order, to the remaining amount. A
 * code that does not apply has a `problem`.
 */
export function priceCart(cart: Pick<Cart, 'country' | 'lines' | 'discountCodes'>, sources: PricingSources) {
  const lines = cart.lines.map((line) => priceLine(line, cart.country, sources))
  const ofOrder: Allocation[] = []

  function apply(discount: Discount | null): { problem: DiscountProblem | null; cents: number } {
    const problem = discount ? problemOf(discount, lines, sources.now) : 'DISCOUNT_NOT_FOUND'
    if (problem !== null || discount === null) return { problem, cents: 0 }
    const cents = discount.items
      ? discountLines(discount, lines)
      : Math.round(sumOf(lines) * discount.value.part)
    if (cents > 0 && !discount.items) ofOrder.push({ discount, cents })
    return { problem: cents === 0 ? 'DISCOUNT_CODE_NOT_HONOURED' : null, cents }
  }

  const byText = new Map(cart.discountCodes.map((code) => [code.trim().toLowerCase(), code.trim()]))
  const asked = [...byText.values()]
    .filter(Boolean)
    .map((code) => ({ code, discount: sources.discount(code) }))
  const applied = new Map(
    [...asked]
      .sort((a, b) => Number(a.discount?.items === null) - Number(b.discount?.items === null))
      .map(({ code, discount }) => [code, { code, discount, ...apply(discount) }]),
  )
  return {
    lines,
    codes: asked.flatMap(({ code }) => applied.get(code) ?? []),
    /** Discounts on the whole order. */
    allocations: ofOrder,
    totalCents: sumOf(lines) - ofOrder.reduce((sum, { cents }) => sum + cents, 0),
  }
}
