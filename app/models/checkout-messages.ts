import type { CompanyFacts } from '#supabase/functions/_shared/forms/company-facts.ts'
import { deliveryTime, MARKETS, type Market, zoneOf } from './market.ts'

/* What only the cart says, which other pages need not load. */

/** What is added to the total at checkout, and what is in it already. */
export function atCheckoutText(market: Market, isShippingFree: boolean): string {
  if (MARKETS[market].consumerRights !== 'uk-eu')
    return isShippingFree ? 'Tax is worked out at checkout.' : 'Shipping and tax are worked out at checkout.'
  const vat = 'Prices include UK VAT where it is charged.'
  return isShippingFree ? vat : `${vat} Shipping is worked out at checkout.`
}

export const CHECKOUT_NEEDS_JAVASCRIPT =
  'The checkout that opens next belongs to our storefront host and needs JavaScript. Your cart will wait.'

/** Beside the country of a cart, if it is not the market's own. */
export function abroadNote(market: Market, country: string, company: CompanyFacts): string {
  const zone = zoneOf(country)
  const time = zone ? `Delivery ${deliveryTime(zone, company)}. ` : ''
  return `${time}Customs duties may be due on arrival, and we cannot refund them. Prices stay in ${MARKETS[market].currencyShort}.`
}
