import { LRUCache } from 'lru-cache'
import { boundedFetch } from './bounded-fetch.server.ts'
import type { Log } from './log.server.ts'
import { visitorKey } from './visitor-key.server.ts'

const TIMEOUT_MS = 1_500
/** Country headers of content delivery networks; missing and unknown values are ignored. */
const CDN_HEADERS = [
  'CF-IPCountry',
  'X-Vercel-IP-Country',
  'CloudFront-Viewer-Country',
  'X-Country-Code',
  'Fly-Client-Country',
]

/** Looks up the country code of an IP address, in the spelling of its source; null when it is unknown. May throw. */
export type CountryLookup = (ip: string) => Promise<string | null>

/** Geolocation services charge by request. */
const CACHED_MS = 3_600_000
const MAX_CACHED = 20_000

/**
 * Creates a lookup with a geolocation service, which is called once an hour for each visitor. The lookup throws when
 * the service fails.
 * @param apiUrl URL in which `{ip}` is replaced by the visitor's address
 */
export function createHostedLookup(apiUrl: string): CountryLookup {
  const cache = new LRUCache<string, { readonly country: string | null }>({
    max: MAX_CACHED,
    ttl: CACHED_MS,
  })
  return async (ip) => {
    const visitor = visitorKey(ip)
    const cached = cache.get(visitor)
    if (cached) return cached.country
    const response = await boundedFetch(apiUrl.replace('{ip}', encodeURIComponent(ip)), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Accept: 'application/json' },
    })
    if (!response.ok) throw new Error(`geolocation answered ${response.status}`)
    const body: unknown = await response.json()
    const code =
      body !== null && typeof body === 'object' && 'country_code' in body ? body.country_code : null
    const country = typeof code === 'string' ? code : null
    cache.set(visitor, { country })
    return country
  }
}

/** Detects a visitor's country: from a header of the CDN, otherwise with `lookup`. */
export function createGeo({ lookup, log }: { lookup: CountryLookup; log: Log }) {
  return {
    /**
     * ISO 3166 country code, or null when it is unknown. Never throws. Spec: 7 Country detection; 8 Error catalogue
     */
    async country(headers: Headers, ip: string): Promise<string | null> {
      const fromHeader = countryFromHeaders(headers)
      if (fromHeader) return fromHeader
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

function countryFromHeaders(headers: Headers): string | null {
  return CDN_HEADERS.map((name) => countryCode(headers.get(name))).find((code) => code !== null) ?? null
}

function countryCode(value: string | null): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  // CDNs send XX for "unknown" and T1 for "Tor".
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' && code !== 'T1' ? code : null
}
