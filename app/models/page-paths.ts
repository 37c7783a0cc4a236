/** A page under a market prefix, product pages apart. */
export type PublicPage = {
  readonly path: string
  /** Whether search engines and the sitemap list it. */
  readonly listed: boolean
  /** Whether it is the same for every visitor without cookies. Product: 8, point 6 */
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

/** The page that a refused request to an address without one borrows, after the market. */
export const REFUSED_PATH = '/refused'
