import type { CurrencyCode } from './money.ts'

export type Market = 'us' | 'uk'

export type Country = { readonly code: string; readonly name: string }

export type MarketFacts = {
  readonly name: 'United States' | 'United Kingdom'
  readonly storeName: 'United States store' | 'United Kingdom store'
  /** Used in the redeem messages. */
  readonly shortName: 'US' | 'UK'
  readonly countryCode: 'US' | 'GB'
  readonly currencyCode: CurrencyCode
  readonly symbol: '$' | '£'
  readonly locale: 'en-US' | 'en-GB'
  readonly timeZone: string
  /** To follow "ships to". */
  readonly shipsTo: string
  /** To follow "ships to" in a text that says that it is all. */
  readonly region: string
  /** The text below the name in the market switcher. */
  readonly switcherNote: string
}

/** Spec: 9 Business constants, Markets */
export const MARKETS: Record<Market, MarketFacts> = {
  us: {
    name: 'United States',
    storeName: 'United States store',
    shortName: 'US',
    countryCode: 'US',
    currencyCode: 'USD',
    symbol: '$',
    locale: 'en-US',
    timeZone: 'America/New_York',
    shipsTo: 'the United States',
    region: 'the United States only',
    switcherNote: 'USD, ships to US only',
  },
  uk: {
    name: 'United Kingdom',
    storeName: 'United Kingdom store',
    shortName: 'UK',
    countryCode: 'GB',
    currencyCode: 'GBP',
    symbol: '£',
    locale: 'en-GB',
    timeZone: 'Europe/London',
    shipsTo: 'the UK and EU',
    region: 'the UK and EU',
    switcherNote: 'GBP, ships to UK & EU',
  },
}

export const MARKET_IDS: readonly Market[] = ['us', 'uk']
export const DEFAULT_MARKET: Market = 'us'

const UNITED_STATES: Country = { code: 'US', name: 'United States' }

const UK_AND_EU: readonly Country[] = [
  { code: 'GB', name: 'United Kingdom' },
  { code: 'AT', name: 'Austria' },
  { code: 'BE', name: 'Belgium' },
  { code: 'BG', name: 'Bulgaria' },
  { code: 'HR', name: 'Croatia' },
  { code: 'CY', name: 'Cyprus' },
  { code: 'CZ', name: 'Czechia' },
  { code: 'DK', name: 'Denmark' },
  { code: 'EE', name: 'Estonia' },
  { code: 'FI', name: 'Finland' },
  { code: 'FR', name: 'France' },
  { code: 'DE', name: 'Germany' },
  { code: 'GR', name: 'Greece' },
  { code: 'HU', name: 'Hungary' },
  { code: 'IE', name: 'Ireland' },
  { code: 'IT', name: 'Italy' },
  { code: 'LV', name: 'Latvia' },
  { code: 'LT', name: 'Lithuania' },
  { code: 'LU', name: 'Luxembourg' },
  { code: 'MT', name: 'Malta' },
  { code: 'NL', name: 'Netherlands' },
  { code: 'PL', name: 'Poland' },
  { code: 'PT', name: 'Portugal' },
  { code: 'RO', name: 'Romania' },
  { code: 'SK', name: 'Slovakia' },
  { code: 'SI', name: 'Slovenia' },
  { code: 'ES', name: 'Spain' },
  { code: 'SE', name: 'Sweden' },
]

/** Parses a market id (case-sensitive); null for anything else. */
export function parseMarket(value: unknown): Market | null {
  return value === 'us' || value === 'uk' ? value : null
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
  const rest = rooted.slice(3)
  return rest === '' ? '/' : `/${rest.replace(/^\/+/, '')}`
}

/** Adds the market prefix: `('us', '/products')` gives `/us/products`, `('us', '/')` gives `/us`. Keeps the query. */
export function marketPath(market: Market, path = '/'): string {
  const rest = path.replace(/^\/+/, '')
  if (rest === '') return `/${market}`
  return rest.startsWith('?') || rest.startsWith('#') ? `/${market}${rest}` : `/${market}/${rest}`
}

/** The path of the same page in a market. */
export function inMarket(market: Market, pathname: string): string {
  return marketPath(market, withoutMarket(pathname))
}

/**
 * The market to suggest to a visitor: the one chosen before, or that of their country, if it is not the current one.
 * It is only suggested, without a redirect. Product: 8 The other market
 * @param stored value of the cookie, untrusted
 */
export function suggestedMarket(market: Market, stored: string | null): Market | null {
  const own = parseMarket(stored)
  return own === market ? null : own
}

/** US and CA are us; all others, and unknown countries, are uk. Spec: 9 Business constants, Country mapping */
export function marketOfCountry(countryCode: string | null | undefined): Market {
  const code = countryCode?.trim().toUpperCase()
  return code === 'US' || code === 'CA' ? 'us' : 'uk'
}

/** The market that a market is not. */
export function otherMarket(market: Market): Market {
  return market === 'us' ? 'uk' : 'us'
}

/** The countries that a market ships to: US, or GB first and then the EU. */
export function shippingCountries(market: Market): readonly Country[] {
  return market === 'us' ? [UNITED_STATES] : UK_AND_EU
}

/** Whether a market ships to a country. @param countryCode ISO 3166-1 alpha-2; null for none */
export function shipsToCountry(market: Market, countryCode: string | null): boolean {
  return shippingCountries(market).some((country) => country.code === countryCode)
}

/** The path, without market, of the page that is rendered for rejected requests. */
export const REFUSED_PATH = '/refused'
