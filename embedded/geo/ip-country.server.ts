import { lookup as find } from 'geoip-country'

/** ISO country code of an IP address, from the package's database; null for private and unknown addresses. */
export function lookup(ip: string): string | null {
  return find(ip)?.country ?? null
}
