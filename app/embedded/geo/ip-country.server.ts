import { lookup as find } from 'geoip-country'

/** Country of an IP address from the database in the package, or null for private and unknown addresses. */
export function lookup(ip: string): string | null {
  return find(ip)?.country ?? null
}
