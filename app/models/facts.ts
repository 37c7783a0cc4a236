import { LIST_PRICES, LIST_VALUES, MINIMUM_AGE } from '#supabase/functions/_shared/markets/figures.ts'
import { MARKETS, type Market, type MarketFacts } from './market.ts'

/** How long a cart is kept, days. */
export const CART_DAYS = 30

/** How long a gift is kept in mind between the steps of redeeming it, hours. */
export const REDEEM_HOURS = 2

/** Figures used in the texts of a store that the owner does not edit with the company's facts. Spec: 9 */
function figuresOf({ symbol, english, freeShippingOver }: MarketFacts) {
  const isAmerican = english === 'american'
  const priced = (units: number | string) => `${symbol}${units}`
  const inches = (metric: string, imperial: string) => (isAmerican ? `${metric} (${imperial})` : metric)
  return {
    freeShippingOver: priced(freeShippingOver),
    boxOnlyPrice: priced(LIST_PRICES.boxOnly),
    classicSetPrice: priced(LIST_PRICES.classicSet),
    premiumSetPrice: priced(LIST_PRICES.premiumSet),
    envelopeValue: priced(LIST_VALUES.envelope),
    classicWandPrice: priced(LIST_PRICES.classicWand),
    addClassicPrice: priced(LIST_PRICES.addClassic.toFixed(2)),
    premiumFromBoxPrice: priced(LIST_PRICES.premiumFromBox),
    premiumFromClassicPrice: priced(LIST_PRICES.premiumFromClassic),
    /** Of wands: it is printed on the letter of a gift too. */
    minimumAge: MINIMUM_AGE,
    boxHeight: inches('33 cm', '13 in'),
    boxWidth: inches('23.5 cm', '9¼ in'),
    boxDepth: inches('7.5 cm', '3 in'),
    policyUpdated: isAmerican ? 'November 15, 2025' : '15 November 2025',
  }
}

export type Facts = Readonly<Record<keyof ReturnType<typeof figuresOf>, string>>

export function factsOf(market: Market): Facts {
  return figuresOf(MARKETS[market])
}
