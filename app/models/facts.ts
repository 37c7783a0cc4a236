import { CART_DAYS } from './cookie-lifetimes.ts'
import { LIST_PRICES, LIST_VALUES } from './list-prices.ts'
import { byMarket, deliveryTime, type Market, type MarketFacts } from './market.ts'
import type { Edition } from './option-choice.ts'

/** Days after an order within which its envelope is posted, once the announced days have passed. */
export const ENVELOPE_DAYS = 30

/** Copies of each edition of Vol. I, which is limited. Spec: 9 */
export const EDITION_COPIES: Readonly<Record<Edition, number>> = { Ashborn: 80, Sunfire: 35, Ember: 80 }

/** Figures used in the texts of a store. Empty if it does not use one. Spec: 9 */
function figuresOf({ symbol, english, zones, freeShippingOver, sellsLimitedEdition }: MarketFacts) {
  const isAmerican = english === 'american'
  const priced = (units: number | string) => `${symbol}${units}`
  const inches = (metric: string, imperial: string) => (isAmerican ? `${metric} (${imperial})` : metric)
  return {
    freeShippingOver: priced(freeShippingOver),
    /** To follow "takes". */
    delivery: zones
      .map((zone) => (zones.length > 1 ? `${deliveryTime(zone)} in ${zone.place}` : deliveryTime(zone)))
      .join(' and '),
    boxOnlyPrice: priced(LIST_PRICES.boxOnly),
    classicSetPrice: priced(LIST_PRICES.classicSet),
    premiumSetPrice: priced(LIST_PRICES.premiumSet),
    envelopeValue: priced(LIST_VALUES.envelope),
    classicWandPrice: priced(LIST_PRICES.classicWand),
    addClassicPrice: priced(LIST_PRICES.addClassic.toFixed(2)),
    premiumFromBoxPrice: priced(LIST_PRICES.premiumFromBox),
    premiumFromClassicPrice: priced(LIST_PRICES.premiumFromClassic),
    vol1Copies: '200',
    ashbornCopies: String(EDITION_COPIES.Ashborn),
    sunfireCopies: String(EDITION_COPIES.Sunfire),
    emberCopies: String(EDITION_COPIES.Ember),
    vol1Dispatch: sellsLimitedEdition ? '2–3 business days' : '',
    vol2ShipsLater: 'within 30 days of your order',
    giftShipsLater: 'within 30 days of being redeemed',
    envelopePostedLater: `within ${ENVELOPE_DAYS} days of your order`,
    envelopeOccasion: 'Christmas morning',
    wandDispatch: '2 to 3 business days',
    merchDispatch: 'within 30 days of your order',
    returnDays: '14',
    wandReturnDays: '30',
    vol1ReportDays: '7',
    refundDays: '14',
    minimumAge: '14',
    boxHeight: inches('33 cm', '13 in'),
    boxWidth: inches('23.5 cm', '9¼ in'),
    boxDepth: inches('7.5 cm', '3 in'),
    replyWithin: '24 hours',
    foundedYear: '2025',
    returnPostagePaidBy: 'the buyer',
    paymentTaken: 'when you place the order',
    policyUpdated: isAmerican ? 'November 15, 2025' : '15 November 2025',
    privacyMinimumAge: '16',
    cartCookieLifetime: `${CART_DAYS} days`,
    marketCookieLifetime: '12 months',
    consentStorage: 'Local storage; also a cookie of that name where scripts are off',
  }
}

export type Facts = Readonly<Record<keyof ReturnType<typeof figuresOf>, string>>

const FACTS_OF = byMarket<Facts>(figuresOf)

/** All facts of a market. */
export function factsOf(market: Market): Facts {
  return FACTS_OF[market]
}
