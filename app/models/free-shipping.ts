import { MARKETS, type Market } from './market.ts'
import { fromMinorUnits, listPrice, type Money, toMinorUnits } from './money.ts'

export type FreeShippingProgress = {
  /** The amount that a total has to exceed. */
  readonly threshold: Money
  /** How much more to add for an order that ships free: a cent or penny over the threshold. */
  readonly remaining: Money
  readonly reached: boolean
}

/** Whether a total, in cents or pence, ships free: over means over, exactly 90.00 does not. */
export function hasFreeShipping(minorUnits: number, market: Market): boolean {
  return minorUnits > MARKETS[market].freeShippingOver * 100
}

/** Progress towards free shipping. Spec: 2 Cart drawer, 9 Free shipping. Product: 6 Free shipping over 90 or 50 */
export function freeShippingProgress(total: Money, market: Market): FreeShippingProgress {
  const { currencyCode, freeShippingOver } = MARKETS[market]
  const units = toMinorUnits(total)
  const reached = hasFreeShipping(units, market)
  const remaining = reached ? 0 : freeShippingOver * 100 + 1 - units
  return {
    threshold: listPrice(freeShippingOver, market),
    remaining: fromMinorUnits(remaining, currencyCode),
    reached,
  }
}
