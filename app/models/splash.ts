import { withoutMarket } from './market.ts'

/** True for `/`, and for the home page of a market. */
export function isHomePath(pathname: string): boolean {
  return withoutMarket(pathname) === '/'
}

/** What decides about the splash. */
export type SplashVisit = {
  readonly path: string
  readonly markets: readonly string[]
  /** Host of the page, with its port. */
  readonly host: string
  /** The brand's own main host; null when that is whatever host the shop is served on. */
  readonly mainHost: string | null
  /** Address of the page that led here; empty for none. */
  readonly referrer: string
  /** Whether it was shown in this session, or whether that cannot be told. */
  readonly hasSeen: boolean
  readonly userAgent: string
}

/**
 * Whether the splash is shown: once per session, on the home paths of the brand's own main host, to visitors who
 * arrive with no referrer or from the same host; not to crawlers. The browser runs its text before the first paint
 * (`components/shell/before-paint.ts`), so it uses nothing but its argument. Spec: 2 Splash and entry
 */
export function showsSplash({
  path,
  markets,
  host,
  mainHost,
  referrer,
  hasSeen,
  userAgent,
}: SplashVisit): boolean {
  const isHome = path === '/' || markets.some((market) => path === `/${market}` || path === `/${market}/`)
  const isMainHost = mainHost === null || mainHost === host || mainHost === host.replace(/:\d+$/, '')
  const isOwnReferrer = referrer === '' || referrer.split('/')[2] === host
  const isCrawler = /bot|crawl|spider|slurp|preview|lighthouse/i.test(userAgent)
  return isHome && isMainHost && isOwnReferrer && !hasSeen && !isCrawler
}
