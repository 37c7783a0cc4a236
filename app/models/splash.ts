import { inMarket, type Market, marketOfCountry, marketPrefixOf, withoutMarket } from './market.ts'

export const SPLASH_SPARKLES = 20

export type Arrival = {
  readonly pathname: string
  readonly host: string
  readonly mainHost: string
  /** `document.referrer`: an address, or empty. */
  readonly referrer: string
  readonly seen: boolean
}

/** The home paths: `/`, `/us` and `/uk`. */
export function isHomePath(pathname: string): boolean {
  return withoutMarket(pathname) === '/'
}

function hostOf(address: string): string | null {
  try {
    return new URL(address).host
  } catch {
    return null
  }
}

/**
 * Whether the splash greets a visitor: on a home path of the main host, once a session, and only without a
 * referrer or with one of the same host. Spec: 2 Splash and entry
 */
export function showsSplash(arrival: Arrival): boolean {
  const { pathname, host, mainHost, referrer, seen } = arrival
  if (seen || host !== mainHost || !isHomePath(pathname)) return false
  return referrer === '' || hostOf(referrer) === host
}

/**
 * Where the entry leads: an address, or null to stay. With a stored market, to that market unless the path is in
 * it already; without, to the market of the detected country (unknown: uk).
 * Spec: 2 Splash and entry, Navigation rule
 */
export function entryAddress(
  location: { readonly pathname: string; readonly search: string },
  storedMarket: Market | null,
  countryCode: string | null,
): string | null {
  const { pathname, search } = location
  if (storedMarket !== null && marketPrefixOf(pathname) === storedMarket) return null
  return `${inMarket(storedMarket ?? marketOfCountry(countryCode), pathname)}${search}`
}
