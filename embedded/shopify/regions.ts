import {
  type CurrencyCode,
  DEFAULT_MARKET,
  MARKET_IDS,
  MARKETS,
  type Market,
  shipsToCountry,
  zoneOf,
} from '#app/models/market.ts'

/** The countries that the store sells to, with their currencies, and amounts in their formats. */

/** The country of requests without `@inContext(country:)`. */
export const PRIMARY_COUNTRY = MARKETS[DEFAULT_MARKET].countryCode

/** The currency of the shop itself: that of a product's price, from which others are converted until a list fixes them. */
export const BASE_CURRENCY = MARKETS[DEFAULT_MARKET].currencyCode
/** Other currencies for one of the shop's own, until a price list says otherwise. */
const RATE = 0.79

/** The market that sells to a country, or null where the store does not sell. */
export function sellingMarket(country: string): Market | null {
  return MARKET_IDS.find((market) => shipsToCountry(market, country)) ?? null
}

/** The market of a country. As at Shopify, countries that the store does not sell to get the primary one. */
export function marketOf(country: string): Market {
  return sellingMarket(country) ?? DEFAULT_MARKET
}

export function currencyOf(country: string): CurrencyCode {
  return MARKETS[marketOf(country)].currencyCode
}

/** An amount in every currency of the markets. @param centsOf minor units of a currency */
export function inEachCurrency(centsOf: (code: CurrencyCode) => number) {
  const currencies = MARKET_IDS.map((market) => MARKETS[market].currencyCode)
  return Object.fromEntries(currencies.map((code) => [code, centsOf(code)])) as Record<CurrencyCode, number>
}

/** A price in the shop's own currency and, converted, in those of the markets. In minor units. */
export function pricesOf(cents: number): Record<CurrencyCode, number> {
  return inEachCurrency((code) => (code === BASE_CURRENCY ? cents : Math.round(cents * RATE)))
}

export function countryName(country: string): string {
  return zoneOf(country)?.countries.find(({ code }) => code === country)?.name ?? country
}

/** Minor units as a decimal string with two digits: "59.00". */
export function toPrice(cents: number): string {
  return (cents / 100).toFixed(2)
}

export function toCents(amount: string | number): number {
  return Math.round(Number(amount) * 100)
}

export function numberOf(gid: string): number {
  return Number(gid.slice(gid.lastIndexOf('/') + 1))
}
