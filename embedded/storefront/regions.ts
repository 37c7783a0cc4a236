/** The store's regions, with their countries, currencies and delivery rates. */

export type Region = 'US' | 'UK'
export type Currency = 'USD' | 'GBP'

/** The country of requests without `@inContext(country:)`. */
export const PRIMARY_COUNTRY = 'US'

const UK_COUNTRIES: readonly string[] = [
  'GB', 'AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU',
  'IE', 'IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE',
] // biome-ignore format: one list

const FLAT_RATE_CENTS = { US: 695, GB: 395, EU: 995 } as const

/** The region that serves a country, or null where the store does not sell. */
export function regionOf(country: string): Region | null {
  if (country === 'US') return 'US'
  return UK_COUNTRIES.includes(country) ? 'UK' : null
}

/** The currency of a country. As at Shopify, countries that the store does not sell to get the primary currency. */
export function currencyOf(country: string): Currency {
  return regionOf(country) === 'UK' ? 'GBP' : 'USD'
}

/** The countries of a region, its main one first. */
export function countriesOf(region: Region): readonly string[] {
  return region === 'US' ? ['US'] : UK_COUNTRIES
}

/** Delivery rate of an order that does not ship free, in minor units. */
export function flatRateCents(country: string): number {
  if (country === 'US') return FLAT_RATE_CENTS.US
  return country === 'GB' ? FLAT_RATE_CENTS.GB : FLAT_RATE_CENTS.EU
}

export function countryName(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country
}

/** Minor units as a decimal string, as in Shopify's GraphQL APIs: "59.0", "26.55". */
export function toDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2).replace(/0$/, '')}`
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
