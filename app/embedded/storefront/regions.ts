/** Where the store sells, in which currency, and what delivery costs there. */

export type Region = 'US' | 'UK'
export type Currency = 'USD' | 'GBP'

/** The primary market: what a request without `@inContext(country:)` sees. */
export const PRIMARY_COUNTRY = 'US'

const UK_COUNTRIES: readonly string[] = [
  'GB', 'AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU',
  'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE',
] // biome-ignore format: one list

/** Orders from this much on ship free, as the shop promises. */
export const FREE_DELIVERY_FROM_CENTS = 9000

const FLAT_RATE_CENTS = { US: 695, GB: 395, EU: 995 } as const

/** The region that serves a country, or null where the store does not sell. */
export function regionOf(country: string): Region | null {
  if (country === 'US') return 'US'
  return UK_COUNTRIES.includes(country) ? 'UK' : null
}

/** The currency a country pays in. A country without a store sees the primary market's prices, as Shopify does. */
export function currencyOf(country: string): Currency {
  return regionOf(country) === 'UK' ? 'GBP' : 'USD'
}

/** Countries that a region's orders go to, its own first. */
export function countriesOf(region: Region): readonly string[] {
  return region === 'US' ? ['US'] : UK_COUNTRIES
}

/** Delivery for an order below the free amount, in minor units. */
export function flatRateCents(country: string): number {
  if (country === 'US') return FLAT_RATE_CENTS.US
  return country === 'GB' ? FLAT_RATE_CENTS.GB : FLAT_RATE_CENTS.EU
}

/** The English name of a country. */
export function countryName(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country
}

/** Minor units as the API writes money: "59.0", "26.55". */
export function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2).replace(/0$/, '')}`
}

/** Minor units of a decimal amount, or null when it is none (or has parts of a cent). */
export function toCents(amount: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(amount.trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
