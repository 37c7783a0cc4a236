import { LRUCache } from 'lru-cache'
import { boundedFetch } from './bounded-fetch.server.ts'
import type { Log } from './log.server.ts'
import { visitorKey } from './visitor-key.server.ts'

const DEADLINE_MS = 1_500
/** Country headers of the content delivery networks in use; absent or unknown values are ignored. */
const CDN_HEADERS = [
  'CF-IPCountry',
  'X-Vercel-IP-Country',
  'CloudFront-Viewer-Country',
  'X-Country-Code',
  'Fly-Client-Country',
]

/** The country that an address belongs to, as its source writes it; null when it does not know. May throw. */
export type CountryLookup = (ip: string) => Promise<string | null>

/** Services count what they are asked, and are paid for it: nobody moves to another country by visiting again. */
const REMEMBERED_MS = 3_600_000
const MOST_REMEMBERED = 20_000

/**
 * Asks a geolocation service for the country of an address, once an hour for each visitor. Throws when it does not answer,
 * or with an error.
 * @param apiUrl address with `{ip}` in it
 */
export function createHostedLookup(apiUrl: string): CountryLookup {
  const known = new LRUCache<string, { readonly country: string | null }>({
    max: MOST_REMEMBERED,
    ttl: REMEMBERED_MS,
  })
  return async (ip) => {
    const visitor = visitorKey(ip)
    const remembered = known.get(visitor)
    if (remembered) return remembered.country
    const response = await boundedFetch(apiUrl.replace('{ip}', encodeURIComponent(ip)), {
      signal: AbortSignal.timeout(DEADLINE_MS),
      headers: { Accept: 'application/json' },
    })
    if (!response.ok) throw new Error(`geolocation answered ${response.status}`)
    const body: unknown = await response.json()
    const code =
      body !== null && typeof body === 'object' && 'country_code' in body ? body.country_code : null
    const country = typeof code === 'string' ? code : null
    known.set(visitor, { country })
    return country
  }
}

/** Finds a visitor's country: by the network's header, else with `lookup`. */
export function createGeo({ lookup, log }: { lookup: CountryLookup; log: Log }) {
  return {
    /** ISO 3166 country code, or null when nobody knows. Never throws. Spec: 7 Country detection; 8 Error catalogue */
    async country(headers: Headers, ip: string): Promise<string | null> {
      const told = toldBy(headers)
      if (told) return told
      try {
        return countryCode(await lookup(ip))
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.name : 'unknown' },
          'Country detection failed, defaulting to UK',
        )
        return null
      }
    },
  }
}

function toldBy(headers: Headers): string | null {
  return CDN_HEADERS.map((name) => countryCode(headers.get(name))).find((code) => code !== null) ?? null
}

function countryCode(value: string | null): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  // XX and T1 are what networks say for "unknown" and "Tor".
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' && code !== 'T1' ? code : null
}
