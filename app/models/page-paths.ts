/** A page under a market prefix, except for product pages. */
export type PublicPage = {
  readonly path: string
  /** Indexed by search engines, and part of the sitemap. */
  readonly listed: boolean
  /** Identical for all visitors without cookies, so that it can be cached. Product: 8, point 6 */
  readonly shared: boolean
}

/** Every page of a market. Spec: 2 Markets and route shape; product decisions: outward addresses */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/', listed: true, shared: true },
  { path: '/products', listed: true, shared: true },
  { path: '/gift', listed: true, shared: true },
  { path: '/gift-download', listed: true, shared: true },
  { path: '/redeem', listed: true, shared: true },
  { path: '/waitlist', listed: true, shared: true },
  { path: '/subscribe', listed: true, shared: true },
  { path: '/about', listed: true, shared: true },
  { path: '/faq', listed: true, shared: true },
  { path: '/contact', listed: true, shared: true },
  { path: '/press', listed: true, shared: true },
  { path: '/privacy-policy', listed: true, shared: true },
  { path: '/terms-and-conditions', listed: true, shared: true },
  { path: '/cart', listed: false, shared: false },
  { path: '/redeem/review', listed: false, shared: false },
  { path: '/redeem/success', listed: false, shared: false },
  { path: '/unsubscribe', listed: false, shared: false },
]

/** The paths that the sitemap lists in each market. */
export function listedPages(): readonly string[] {
  return PUBLIC_PAGES.filter((page) => page.listed).map((page) => page.path)
}

/** The path, without market, of the page that is rendered for rejected requests. */
export const REFUSED_PATH = '/refused'
