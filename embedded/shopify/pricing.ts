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
  readonly allocations: readonly Allocation[]
  /** After the line's own discounts. */
  readonly totalCents: number
}

type PricedCode = {
  readonly code: string
  readonly discount: Discount | null
  readonly problem: DiscountProblem | null
  readonly cents: number
}

/** A cart with its price. All amounts are in minor units. */
export type PricedCart = {
  readonly lines: readonly PricedLine[]
  readonly codes: readonly PricedCode[]
  /** Discounts on the whole order. */
  readonly allocations: readonly Allocation[]
  /** Sum of the lines, after their own discounts. */
  readonly subtotalCents: number
  readonly totalCents: number
}

export type PricingSources = {
  readonly variant: (id: string) => FoundVariant | null
  readonly discount: (code: string) => Discount | null
  readonly now: number
}

/** A line while discounts are being applied; `remainingCents` is what is left to discount. */
type Draft = Omit<PricedLine, 'allocations' | 'totalCents'> & {
  allocations: Allocation[]
  remainingCents: number
}

function isEntitled({ items }: Discount, { line }: Draft): boolean {
  return items === null || items.variantIds.includes(line.merchandiseId)
}

function problemOf(discount: Discount | null, drafts: readonly Draft[], now: number): DiscountProblem | null {
  if (discount === null) return 'DISCOUNT_NOT_FOUND'
  if (!discount.active || Date.parse(discount.startsAt) > now) return 'DISCOUNT_CURRENTLY_INACTIVE'
  if (discount.usageLimit !== null && discount.used >= discount.usageLimit)
    return 'DISCOUNT_USAGE_LIMIT_REACHED'
  const isOnAny = drafts.some((draft) => draft.remainingCents > 0 && isEntitled(discount, draft))
  return isOnAny ? null : 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
}

/** Applies a discount to the lines it is entitled for. @returns the discounted amount in minor units */
function discountLines(discount: Discount, drafts: readonly Draft[]): number {
  let discounted = 0
  for (const draft of drafts) {
    if (!isEntitled(discount, draft) || draft.allocations.length > 0) continue
    const cents = Math.round(draft.subtotalCents * discount.value.part)
    if (cents === 0) continue
    draft.allocations.push({ discount, cents })
    draft.remainingCents -= cents
    discounted += cents
  }
  return discounted
}

function toDraft(line: CartLine, country: string, sources: PricingSources): Draft {
  const found = sources.variant(line.merchandiseId)
  const unitCents = found ? priceCents(found.variant, country) : 0
  const subtotalCents = unitCents * line.quantity
  const available = found !== null && isAvailable(found, country)
  return { line, found, available, unitCents, subtotalCents, allocations: [], remainingCents: subtotalCents }
}

function uniqueCodes(codes: readonly string[]): string[] {
  return [...new Map(codes.map((code) => [code.trim().toLowerCase(), code.trim()])).values()].filter(Boolean)
}

/**
 * Prices a cart. Discounts on items apply first, then those on the whole order, to the remaining amount. A code that
 * does not apply has a `problem`.
 */
export function priceCart(
  cart: Pick<Cart, 'country' | 'lines' | 'discountCodes'>,
  sources: PricingSources,
): PricedCart {
  const drafts = cart.lines.map((line) => toDraft(line, cart.country, sources))
  const requested = uniqueCodes(cart.discountCodes).map((code) => ({
    code,
    discount: sources.discount(code),
  }))
  const priced = new Map<string, PricedCode>()
  const allocations: Allocation[] = []
  const remainingCents = () => drafts.reduce((sum, draft) => sum + draft.remainingCents, 0)

  function apply(code: string, discount: Discount | null): PricedCode {
    const problem = problemOf(discount, drafts, sources.now)
    if (problem !== null || discount === null) return { code, discount, problem, cents: 0 }
    const cents =
      discount.items === null
        ? Math.round(remainingCents() * discount.value.part)
        : discountLines(discount, drafts)
    if (cents === 0) return { code, discount, problem: 'DISCOUNT_CODE_NOT_HONOURED', cents }
    if (discount.items === null) allocations.push({ discount, cents })
    return { code, discount, problem: null, cents }
  }

  const itemDiscountsFirst = [...requested].sort(
    (a, b) => Number(a.discount?.items === null) - Number(b.discount?.items === null),
  )
  for (const { code, discount } of itemDiscountsFirst) priced.set(code, apply(code, discount))
  const subtotalCents = remainingCents()
  return {
    lines: drafts.map(({ remainingCents: totalCents, ...line }) => ({ ...line, totalCents })),
    codes: requested.flatMap(({ code }) => priced.get(code) ?? []),
    allocations,
    subtotalCents,
    totalCents: subtotalCents - allocations.reduce((sum, { cents }) => sum + cents, 0),
  }
}
