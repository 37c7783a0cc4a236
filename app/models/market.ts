import {
  byMarket,
  type Country,
  type CurrencyCode,
  DEFAULT_MARKET,
  MARKET_ELSEWHERE,
  MARKET_IDS,
  MARKETS,
  type Market,
  type MarketFacts,
  type Zone,
} from '#supabase/functions/_shared/markets/markets.ts'

export type { Country, CurrencyCode, Market, MarketFacts, Zone }
export { byMarket, DEFAULT_MARKET, MARKET_ELSEWHERE, MARKET_IDS, MARKETS }

export const BRAND = 'Wizard Box'

/** Parses a market id (case-sensitive); null for anything else. */
export function parseMarket(value: unknown): Market | null {
  return MARKET_IDS.find((market) => market === value) ?? null
}

/** The market of the first path segment, or null without a market prefix. */
export function marketPrefixOf(pathname: string): Market | null {
  return parseMarket(pathname.split('/').find((segment) => segment !== ''))
}

/** The market of the first path segment; us without a market prefix. Spec: 2 Markets and route shape */
export function marketOfPath(pathname: string): Market {
  return marketPrefixOf(pathname) ?? DEFAULT_MARKET
}

/** Removes the market prefix: `/uk/products` gives `/products`, `/uk` gives `/`. Always has a leading slash. */
export function withoutMarket(pathname: string): string {
  const rooted = `/${pathname.replace(/^\/+/, '')}`
  if (marketPrefixOf(rooted) === null) return rooted
  const rest = rooted.replace(/^\/[^/]*/, '')
  return rest === '' ? '/' : `/${rest.replace(/^\/+/, '')}`
}

/** Adds the market prefix: `('us', '/products')` gives `/us/products`, `('us', '/')` gives `/us`. Keeps the query. */
export function marketPath(market: Market, path = '/'): string {
  const rest = path.replace(/^\/+/, '')
  return /^[^?#]/.test(rest) ? `/${market}/${rest}` : `/${market}${rest}`
}

/** US and CA are us; all others, and unknown countries, are uk. Spec: 9 Business constants, Country mapping */
export function marketOfCountry(countryCode: string | null | undefined): Market {
  const code = countryCode?.trim().toUpperCase() ?? ''
  return MARKET_IDS.find((market) => MARKETS[market].receives.includes(code)) ?? MARKET_ELSEWHERE
}

export function otherMarkets(market: Market): Market[] {
  return MARKET_IDS.filter((other) => other !== market)
}

export function shippingCountries(market: Market): readonly Country[] {
  return MARKETS[market].zones.flatMap((zone) => zone.countries)
}

/** The delivery zone of a country, in whichever market; null where none ships to it. */
export function zoneOf(country: string): Zone | null {
  const zones = MARKET_IDS.flatMap((market) => MARKETS[market].zones)
  return zones.find((zone) => zone.countries.some(({ code }) => code === country)) ?? null
}

/** Whether a market ships to other countries: a shopper chooses one, and customs duties may be due. */
export function shipsAbroad(market: Market): boolean {
  return shippingCountries(market).length > 1
}

export const LIMITED_EDITION_MARKET: Market =
  MARKET_IDS.find((market) => MARKETS[market].sellsLimitedEdition) ?? DEFAULT_MARKET

/** Whether a market ships to a country. @param countryCode ISO 3166-1 alpha-2; null for none */
export function shipsToCountry(market: Market, countryCode: string | null): boolean {
  return shippingCountries(market).some((country) => country.code === countryCode)
}

/** The path, without market, of the page that is rendered for rejected requests. */
export const REFUSED_PATH = '/refused'

/** How long delivery takes in a zone, such as `2–3 business days`. */
export function deliveryTime(
  { daysFact, unit }: Zone,
  facts: Readonly<Record<Zone['daysFact'], string>>,
): string {
  return `${facts[daysFact]} ${unit}`
}
