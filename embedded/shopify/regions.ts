import {
  DEFAULT_MARKET,
  MARKET_IDS,
  MARKETS,
  type Market,
  shipsToCountry,
  zoneOf,
} from '#app/models/market.ts'
import type { CurrencyCode } from '#app/models/money.ts'

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

/** A price in the shop's own currency and, converted, in those of the markets. In minor units. */
export function pricesOf(cents: number): Record<CurrencyCode, number> {
  const currencies = MARKET_IDS.map((market) => MARKETS[market].currencyCode)
  const prices = currencies.map((code) => [code, code === BASE_CURRENCY ? cents : Math.round(cents * RATE)])
  return Object.fromEntries(prices)
}

export function countryName(country: string): string {
  return zoneOf(country)?.countries.find(({ code }) => code === country)?.name ?? country
}

/** Minor units as a decimal string, as in Shopify's GraphQL APIs: "59.0", "26.55". */
export function toDecimal(cents: number): string {
  return toPrice(cents).replace(/0$/, '')
}

/** Minor units as a decimal string with two digits, as in Shopify's REST payloads: "59.00". */
export function toPrice(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** The number at the end of a global id. */
export function numberOf(gid: string): number {
  return Number(gid.slice(gid.lastIndexOf('/') + 1))
}

/** Minor units of a decimal amount; null when it is invalid or has fractions of a cent. */
export function toCents(amount: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(amount.trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
