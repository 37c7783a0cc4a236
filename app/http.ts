import { MARKET_IDS } from './models/market.ts'
import { PUBLIC_PAGES } from './models/page-paths.ts'

/** Cache policies, named by purpose. Times in seconds. */
export const CACHE = {
  /** A page that is the same for everybody: shared caches keep it, browsers ask again. */
  sharedPage: 'public, max-age=0, s-maxage=60, stale-while-revalidate=300, must-revalidate',
  /** Data of such a page, fetched ahead of a click: kept by the browser until the click follows. */
  sharedData: 'public, max-age=120, s-maxage=60, stale-while-revalidate=300',
  /** A page made for one visitor. `no-store` would forbid instant back and forward. */
  personalPage: 'private, no-cache',
  /** What is known of a visitor and costs a service to find out. */
  visitor: 'private, max-age=3600',
  /** Pages of the owner, and anything that shows a secret. */
  secret: 'private, no-store',
} as const

/**
 * Whether a browser has what `etag` names, so that it need not be sent again: `*` names whatever there is, and a weak tag
 * is as good as a strong one (RFC 9110, 13.1.2).
 * @param ifNoneMatch the header as it was sent
 */
export function isKnownBy(ifNoneMatch: string | null, etag: string): boolean {
  return (
    ifNoneMatch !== null && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.replace(/^W\//, '')))
  )
}

/**
 * The query of a request as it was written, with its "?", for an address that it is sent on to: read and written anew,
 * `?a` would become `?a=`. What the router adds where it asks for a page's data alone is left out.
 */
export function askedSearch(request: Request): string {
  const { pathname, search } = new URL(request.url)
  if (!pathname.endsWith('.data')) return search
  const asked = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('_routes='))
  return asked.length > 0 ? `?${asked.join('&')}` : ''
}

const SHARED_PATHS = PUBLIC_PAGES.filter((page) => page.shared && page.path !== '/').map((page) => page.path)
const SHARED_PAGE = new RegExp(
  `^/(?:${MARKET_IDS.join('|')})(?:${SHARED_PATHS.join('|')}|/product/[\\w-]{1,100})?(?:\\.data|/_\\.data)?$`,
)

/** Whether the page at `pathname` is the same for every visitor without cookies (product 8, point 6). */
export function isSharedPage(pathname: string): boolean {
  return SHARED_PAGE.test(pathname)
}
