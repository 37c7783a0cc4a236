import { MARKET_IDS, type Market } from './market.ts'

/** A page under a market prefix, product pages apart. */
export type PublicPage = {
  readonly key: PageKey
  readonly path: string
  /** Whether search engines and the sitemap list it. */
  readonly listed: boolean
}

type PageKey =
  | 'home'
  | 'products'
  | 'about'
  | 'faq'
  | 'contact'
  | 'press'
  | 'gift'
  | 'gift-download'
  | 'redeem'
  | 'waitlist'
  | 'subscribe'
  | 'privacy-policy'
  | 'terms-and-conditions'
  | 'cart'
  | 'redeem-review'
  | 'redeem-success'

/** Every page of a market. Spec: 2 Markets and route shape; product decisions: outward addresses */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { key: 'home', path: '/', listed: true },
  { key: 'products', path: '/products', listed: true },
  { key: 'about', path: '/about', listed: true },
  { key: 'faq', path: '/faq', listed: true },
  { key: 'contact', path: '/contact', listed: true },
  { key: 'press', path: '/press', listed: true },
  { key: 'gift', path: '/gift', listed: true },
  { key: 'gift-download', path: '/gift-download', listed: true },
  { key: 'redeem', path: '/redeem', listed: true },
  { key: 'waitlist', path: '/waitlist', listed: true },
  { key: 'subscribe', path: '/subscribe', listed: true },
  { key: 'privacy-policy', path: '/privacy-policy', listed: true },
  { key: 'terms-and-conditions', path: '/terms-and-conditions', listed: true },
  { key: 'cart', path: '/cart', listed: false },
  { key: 'redeem-review', path: '/redeem/review', listed: false },
  { key: 'redeem-success', path: '/redeem/success', listed: false },
]

/** The pages that the sitemap lists, for each market. */
export function listedPages(): { readonly market: Market; readonly path: string }[] {
  const listed = PUBLIC_PAGES.filter((page) => page.listed)
  return MARKET_IDS.flatMap((market) => listed.map((page) => ({ market, path: page.path })))
}

/** The page with that path (without its market), or null. */
export function pageOfPath(path: string): PublicPage | null {
  return PUBLIC_PAGES.find((page) => page.path === path) ?? null
}

/** The page that a refused request to an address without one borrows, after the market. */
export const REFUSED_PATH = '/refused'
