import type { CompanyFacts } from './company.ts'
import { cutAtWord } from './cut-text.ts'
import { factsOf } from './facts.ts'
import { byMarket, MARKET_IDS, MARKETS, type Market, marketPath } from './market.ts'
import { storeTitle } from './page-messages.ts'
import {
  type Evidence,
  HANDLES,
  isVol2Handle,
  kindOf,
  ownProduct,
  type Product,
  productPath,
} from './product.ts'
import { type MakeSeoText, SEO_TEXTS, type SeoKey, type SeoText } from './seo-texts.ts'

export type Alternate = { readonly hreflang: string; readonly href: string }

const MAX_DESCRIPTION_LENGTH = 155

/** The texts of a page, or of a kind or handle of product, in a store. */
export function seoText(key: SeoKey, market: Market, company: CompanyFacts): SeoText {
  const make: MakeSeoText = SEO_TEXTS[key]
  return make(MARKETS[market], { ...factsOf(market), ...company }, market)
}

/** Title and description of a product page; derived from the product when there are no texts for it. */
export function seoOfProduct(
  product: Evidence & Pick<Product, 'description'>,
  market: Market,
  company: CompanyFacts,
): SeoText {
  const key = ownProduct({ kind: kindOf(product), handle: product.handle })
  if (key) return seoText(key, market, company)
  return {
    title: storeTitle(product.title, market),
    description: cutAtWord(product.description, MAX_DESCRIPTION_LENGTH),
  }
}

/** Paths of a page by market; null where a market does not have it, or it is not known that it has. */
export type PathsByMarket = Readonly<Record<Market, string | null>>

/**
 * The paths of a product by market, for `alternates`: that of the market in whose list it is, under its handle or, for
 * Vol. II, under that of the market.
 * @param listed the handles that each market lists; null while its list is out of reach
 */
export function productPaths(
  { handle }: Pick<Product, 'handle'>,
  listed: Readonly<Record<Market, ReadonlySet<string> | null>>,
): PathsByMarket {
  return byMarket((_, market) => {
    const own = isVol2Handle(handle) ? HANDLES.vol2[market] : handle
    return listed[market]?.has(own) ? productPath(market, own) : null
  })
}

/** The paths of any other page by market, for `alternates`. */
export function pagePaths(path: string): PathsByMarket {
  return byMarket((_, market) => marketPath(market, path))
}

/** The canonical URL: origin and path, without query and trailing slash. */
export function canonicalUrl(origin: string, path: string): string {
  const clean = path.replace(/[?#].*$/, '').replace(/\/+$/, '')
  return `${origin.replace(/\/+$/, '')}${clean === '' ? '/' : clean}`
}

/** The hreflang links: each market that has the page, and `x-default`, the first of them. Product: 8 Search engines */
export function alternates(origin: string, paths: PathsByMarket): Alternate[] {
  const links = MARKET_IDS.flatMap((market) => {
    const path = paths[market]
    return path === null
      ? []
      : [{ hreflang: MARKETS[market].locale.toLowerCase(), href: canonicalUrl(origin, path) }]
  })
  const [first] = links
  return first ? [...links, { hreflang: 'x-default', href: first.href }] : []
}

/** Open Graph images by kind of product, 1200 by 630 pixels; `other` for most pages. */
export const SOCIAL_CARDS = {
  other: '/social/og-default.jpg',
  'vol-1': '/social/og-vol-1.jpg',
  'vol-2': '/social/og-vol-2.jpg',
  wand: '/social/og-wands.jpg',
  bundle: '/social/og-set.jpg',
  gift: '/social/og-gift.jpg',
} as const

export const SOCIAL_CARD_ALT =
  'A midnight blue Wizard Box stands in a keyhole of light while a wand touches the triangle on its cover.'

export type SocialCardName = keyof typeof SOCIAL_CARDS
