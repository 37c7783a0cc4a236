import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { MARKETS, type Market } from '#app/models/market.ts'
import { visitorKey } from '../limits/limits.server.ts'
import type { Log } from '../log/log.server.ts'
import { boundedFetch } from '../upstream/upstream-error.server.ts'

const TIMEOUT_MS = 1_500
/** Country headers of content delivery networks; missing and unknown values are ignored. */
const CDN_HEADERS = [
  'CF-IPCountry',
  'X-Vercel-IP-Country',
  'CloudFront-Viewer-Country',
  'X-Country-Code',
  'Fly-Client-Country',
]

/** How long a visitor's country is kept, as services charge by request. */
const KEPT_MS = 3_600_000
const MAX_VISITORS = 20_000

const answer = z.object({ country_code: z.string().nullable().catch(null) })

/** A lookup by a service. @param apiUrl with `{ip}` for the visitor's address @throws when the service fails */
function createHostedLookup(apiUrl: string) {
  const countries = new LRUCache<string, string>({ max: MAX_VISITORS, ttl: KEPT_MS })
  return async (ip: string): Promise<string | null> => {
    const visitor = visitorKey(ip)
    const known = countries.get(visitor)
    if (known !== undefined) return known
    const response = await boundedFetch(apiUrl.replace('{ip}', encodeURIComponent(ip)), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Accept: 'application/json' },
    })
    if (!response.ok) throw new Error(`geolocation answered ${response.status}`)
    const { country_code: country } = answer.parse(await response.json())
    // A service that is out of requests has no country for anybody: it is asked again.
    if (country !== null) countries.set(visitor, country)
    return country
  }
}

/** A visitor's country: by the service at `apiUrl`, else by the CDN's header, else by the database. Product: 3 */
export function createGeo(apiUrl: string | null, log: Log) {
  const service = apiUrl === null ? null : createHostedLookup(apiUrl)
  return {
    /**
     * ISO 3166 country code, or null when it is unknown. Never throws.
     * @param page the market of the page that asks, which is kept then; without one it is uk, as the log says.
     * Spec: 7 Country detection; 8 Messages
     */
    async country(headers: Headers, ip: string, page?: Market): Promise<string | null> {
      try {
        if (service) return countryCode(await service(ip))
        const told = CDN_HEADERS.map((name) => countryCode(headers.get(name))).find(Boolean)
        if (told) return told
        // Loaded on demand, as most shops do not need it. It has no country for private and unknown addresses.
        const { lookup } = await import('geoip-country')
        return countryCode(lookup(ip)?.country ?? null)
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.name : 'unknown' },
          page
            ? `Country detection failed, keeping the ${MARKETS[page].storeName} of the page`
            : 'Country detection failed, defaulting to UK',
        )
        return null
      }
    },
  }
}

function countryCode(value: string | null): string | null {
  const code = value?.trim().toUpperCase() ?? ''
  // CDNs send XX for "unknown" and T1, which is no country code, for "Tor".
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null
}
