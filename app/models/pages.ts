import { FORM_SENT } from './form-messages.ts'
import { marketOfPath, marketPath, marketPrefixOf, parseMarket } from './market.ts'
import { parseProductFilter } from './product.ts'

export type ShopPage = {
  /** `:handle` stands for one segment. */
  readonly path: string
  /**
   * In the sitemap. Null for a personal page, which is not listed; all others are the same for every visitor, and stored.
   * Product: 8 Cacheable pages
   */
  readonly priority: number | null
  /** The query parameters that change the page. Others are ignored. */
  readonly choices?: readonly string[]
}

/**
 * Every page of a market, for the server, the sitemap and search engines.
 * `email-popup.tsx` says on which pages the popup does not open, as every page loads it.
 * Spec: 2 Markets and route shape. Product: 5 Outward addresses
 */
export const PAGES = [
  { path: '/', priority: 1 },
  { path: '/products', priority: 0.9, choices: ['filter', 'show'] },
  {
    path: '/product/:handle',
    priority: 0.9,
    choices: ['option', 'wand', 'edition', 'wrapping', 'size', 'wands'],
  },
  { path: '/gift', priority: 0.8 },
  { path: '/gift-download', priority: 0.5 },
  { path: '/redeem', priority: 0.8 },
  { path: '/redeem/review', priority: null },
  { path: '/redeem/success', priority: null },
  { path: '/waitlist', priority: 0.5 },
  { path: '/subscribe', priority: 0.5 },
  { path: '/unsubscribe', priority: null },
  { path: '/about', priority: 0.5 },
  { path: '/faq', priority: 0.5 },
  { path: '/contact', priority: 0.5, choices: ['subject'] },
  { path: '/press', priority: 0.5 },
  { path: '/privacy-policy', priority: 0.3 },
  { path: '/terms-and-conditions', priority: 0.3 },
  { path: '/cart', priority: null },
] as const satisfies readonly ShopPage[]

const PRODUCT = '/product/:handle'

export function pageAt(path: string): ShopPage | null {
  const known = path.replace(/^\/product\/[\w-]{1,100}$/, PRODUCT)
  return (path !== PRODUCT && PAGES.find((page) => page.path === known)) || null
}

/** The page at a path with its market, spelled exactly as the shop spells it; null for any other path. */
export function pageOfAddress(pathname: string): ShopPage | null {
  const market = marketPrefixOf(pathname)
  if (market === null || pathname.startsWith('//')) return null
  const path = pathname.slice(marketPath(market).length)
  return path === '/' ? null : pageAt(path || '/')
}

/** The pages that the sitemap lists in each market; product pages come from the catalogue. */
export function listedPages(): readonly ShopPage[] {
  return PAGES.filter((page) => page.priority !== null && page.path !== PRODUCT)
}

/** The query of the stored page, without "?"; null if the page is not stored, as with any choice but a filter. */
export function storedQuery(page: ShopPage, query: URLSearchParams): string | null {
  if (page.priority === null || query.has(FORM_SENT)) return null
  const chosen = page.choices?.filter((name) => query.has(name)) ?? []
  if (chosen.length === 0) return ''
  const filter = parseProductFilter(query.get('filter'))
  return chosen.join() === 'filter' && filter ? `filter=${filter}` : null
}

/**
 * Corrects the case and superfluous slashes of a typed path. Paths without a page keep their case, as files and codes
 * are case-sensitive.
 * @param pathname escaped, as it arrived
 * @returns the same path if nothing is wrong with it
 */
export function normalizePath(pathname: string): string {
  const tidy = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const lower = tidy.toLowerCase()
  if (pageOfAddress(lower) !== null || pageAt(lower) !== null) return lower
  const [, prefix = ''] = lower.split('/', 2)
  return parseMarket(prefix) ? marketPath(marketOfPath(lower), tidy.slice(prefix.length + 1)) : tidy
}
