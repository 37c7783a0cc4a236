import type { Cart, CartLine } from './carts.ts'
import { type FoundVariant, isAvailable, priceCents } from './catalogue.ts'
import type { Discount } from './discounts.ts'

/** Why a code takes nothing off, in the API's warning codes. */
type DiscountProblem =
  | 'DISCOUNT_NOT_FOUND'
  | 'DISCOUNT_CURRENTLY_INACTIVE'
  | 'DISCOUNT_USAGE_LIMIT_REACHED'
  | 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
  | 'DISCOUNT_PURCHASE_NOT_IN_RANGE'
  | 'DISCOUNT_QUANTITY_NOT_IN_RANGE'
  | 'DISCOUNT_CODE_NOT_HONOURED'

/** Whether a code is one that takes nothing off any more. */
export function isUsedUp(problem: DiscountProblem | null): boolean {
  return problem === 'DISCOUNT_USAGE_LIMIT_REACHED' || problem === 'DISCOUNT_CURRENTLY_INACTIVE'
}

export type Allocation = { readonly discount: Discount; readonly cents: number }

export type PricedLine = {
  readonly line: CartLine
  /** Null when the catalogue no longer has it. */
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

export type PricedCart = {
  readonly lines: readonly PricedLine[]
  readonly codes: readonly PricedCode[]
  /** Discounts on the whole order. */
  readonly allocations: readonly Allocation[]
  /** Sum of the lines after their own discounts. */
  readonly subtotalCents: number
  readonly totalCents: number
}

export type PricingSources = {
  readonly variant: (id: string) => FoundVariant | null
  readonly discount: (code: string) => Discount | null
  readonly now: number
}

type Draft = Omit<PricedLine, 'allocations' | 'totalCents'> & { allocations: Allocation[]; left: number }

function isEntitled(discount: Discount, { line, found }: Draft): boolean {
  if (discount.items === null) return true
  const { variantIds, productIds } = discount.items
  return variantIds.includes(line.merchandiseId) || (found !== null && productIds.includes(found.product.id))
}

function problemOf(discount: Discount | null, drafts: readonly Draft[], now: number): DiscountProblem | null {
  if (discount === null) return 'DISCOUNT_NOT_FOUND'
  const begun = Date.parse(discount.startsAt) <= now
  const over = discount.endsAt !== null && Date.parse(discount.endsAt) <= now
  if (!discount.active || !begun || over) return 'DISCOUNT_CURRENTLY_INACTIVE'
  if (discount.usageLimit !== null && discount.used >= discount.usageLimit)
    return 'DISCOUNT_USAGE_LIMIT_REACHED'
  const entitled = drafts.filter((draft) => isEntitled(discount, draft))
  if (!entitled.some((draft) => draft.left > 0)) return 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
  const cents = entitled.reduce((sum, draft) => sum + draft.subtotalCents, 0)
  if (discount.minimumCents !== null && cents < discount.minimumCents) return 'DISCOUNT_PURCHASE_NOT_IN_RANGE'
  const pieces = entitled.reduce((sum, draft) => sum + draft.line.quantity, 0)
  return discount.minimumQuantity !== null && pieces < discount.minimumQuantity
    ? 'DISCOUNT_QUANTITY_NOT_IN_RANGE'
    : null
}

/** Codes stand together only when each allows the other's class. */
function combine(a: Discount, b: Discount): boolean {
  const allows = (one: Discount, other: Discount) =>
    other.items === null ? one.combinesWith.order : one.combinesWith.product
  return allows(a, b) && allows(b, a)
}

/** Takes a discount for certain items off the lines that it is for. */
function takeOffLines(discount: Discount, drafts: readonly Draft[]): number {
  let rest = discount.value.kind === 'amount' ? discount.value.cents : 0
  let taken = 0
  for (const draft of drafts) {
    if (!isEntitled(discount, draft) || draft.left === 0 || draft.allocations.length > 0) continue
    const { value } = discount
    const wanted =
      value.kind === 'percentage'
        ? Math.round(draft.subtotalCents * value.part)
        : value.eachItem
          ? Math.min(value.cents, draft.unitCents) * draft.line.quantity
          : rest
    const cents = Math.min(wanted, draft.left)
    if (cents === 0) continue
    draft.allocations.push({ discount, cents })
    draft.left -= cents
    rest -= cents
    taken += cents
  }
  return taken
}

function takeOffOrder({ value }: Discount, cents: number): number {
  return value.kind === 'percentage' ? Math.round(cents * value.part) : Math.min(value.cents, cents)
}

function toDraft(line: CartLine, country: string, sources: PricingSources): Draft {
  const found = sources.variant(line.merchandiseId)
  const unitCents = found ? priceCents(found.variant, country) : 0
  const subtotalCents = unitCents * line.quantity
  const available = found !== null && isAvailable(found, country)
  return { line, found, available, unitCents, subtotalCents, allocations: [], left: subtotalCents }
}

function uniqueCodes(codes: readonly string[]): string[] {
  return [...new Map(codes.map((code) => [code.trim().toLowerCase(), code.trim()])).values()].filter(Boolean)
}

/**
 * What a cart costs: discounts for certain items first, then at most one on the whole order, on what is left.
 * A code that takes nothing off says why.
 */
export function priceCart(
  cart: Pick<Cart, 'country' | 'lines' | 'discountCodes'>,
  sources: PricingSources,
): PricedCart {
  const drafts = cart.lines.map((line) => toDraft(line, cart.country, sources))
  const wanted = uniqueCodes(cart.discountCodes).map((code) => ({ code, discount: sources.discount(code) }))
  const priced = new Map<string, PricedCode>()
  const applied: Discount[] = []
  const allocations: Allocation[] = []
  const left = () => drafts.reduce((sum, draft) => sum + draft.left, 0)

  function apply(code: string, discount: Discount | null): PricedCode {
    const problem = problemOf(discount, drafts, sources.now)
    if (problem !== null || discount === null) return { code, discount, problem, cents: 0 }
    const refused: PricedCode = { code, discount, problem: 'DISCOUNT_CODE_NOT_HONOURED', cents: 0 }
    if (!applied.every((other) => combine(discount, other))) return refused
    const cents = discount.items === null ? takeOffOrder(discount, left()) : takeOffLines(discount, drafts)
    if (cents === 0) return refused
    if (discount.items === null) allocations.push({ discount, cents })
    applied.push(discount)
    return { code, discount, problem: null, cents }
  }

  const forItemsFirst = [...wanted].sort(
    (a, b) => Number(a.discount?.items === null) - Number(b.discount?.items === null),
  )
  for (const { code, discount } of forItemsFirst) priced.set(code, apply(code, discount))
  const subtotalCents = left()
  return {
    lines: drafts.map(({ left: totalCents, ...line }) => ({ ...line, totalCents })),
    codes: wanted.flatMap(({ code }) => priced.get(code) ?? []),
    allocations,
    subtotalCents,
    totalCents: subtotalCents - allocations.reduce((sum, { cents }) => sum + cents, 0),
  }
}
