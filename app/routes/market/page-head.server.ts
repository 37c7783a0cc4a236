import type { MetaDescriptor, RouterContextProvider } from 'react-router'
import { BRAND, MARKETS } from '#app/models/market.ts'
import { PAGES } from '#app/models/pages.ts'
import { type Product, productPath } from '#app/models/product.ts'
import { livePrices } from '#app/models/product-card.ts'
import { kindOf } from '#app/models/product-kind.ts'
import {
  alternates,
  type JsonLd,
  type PathsByMarket,
  pagePaths,
  productJsonLd,
  productPaths,
  type SeoKey,
  type SeoText,
  SOCIAL_CARD_ALT,
  SOCIAL_CARDS,
  seoOfProduct,
  seoText,
} from '#app/models/seo.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { listedHandles } from '#app/services/storefront/page-data.server.ts'
import { ifReachable } from '#app/services/upstream/upstream-error.server.ts'
import { companyOf } from '#supabase/functions/_shared/forms/company-facts.ts'
import { shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'

type Context = Readonly<RouterContextProvider>

type PageHead = {
  readonly text: SeoText
  readonly isListed: boolean
  /** Path of the page in each market; null where a market does not have it. */
  readonly paths: PathsByMarket
  readonly card: keyof typeof SOCIAL_CARDS
  /** Structured data. */
  readonly jsonLd: readonly JsonLd[]
}

/**
 * The metadata for search engines and link previews. Loaders send it finished, so that browsers need neither the texts
 * of all pages nor the code that makes them (`components/page/page-head.tsx`). Product: 8 Search engines
 */
function headOf(context: Context, { text, isListed, paths, card, jsonLd }: PageHead): MetaDescriptor[] {
  const { title, description } = text
  const { market, origin } = shopOf(context)
  const path = paths[market]
  const basics = [{ title }, ...(description ? [{ name: 'description', content: description }] : [])]
  if (!isListed) return [...basics, { name: 'robots', content: 'noindex' }]
  if (path === null) return basics
  const url = origin + path
  return [
    ...basics,
    { tagName: 'link', rel: 'canonical', href: url },
    ...alternates(origin, paths).map((link) => ({ tagName: 'link' as const, rel: 'alternate', ...link })),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: BRAND },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:locale', content: MARKETS[market].locale.replace('-', '_') },
    { property: 'og:image', content: origin + SOCIAL_CARDS[card] },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: SOCIAL_CARD_ALT },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...jsonLd.map((thing) => ({ 'script:ld+json': thing })),
  ]
}

type PagePath = Extract<SeoKey, `/${string}`>

/** The metadata of a page that both markets have. @param key of its texts, if they are not those of the page */
export async function pageHead(context: Context, path: PagePath, key: SeoKey = path) {
  const { market, services } = shopOf(context)
  return headOf(context, {
    text: seoText(key, market, companyOf(await services.company.current(), market)),
    isListed: PAGES.some((page) => page.path === path && page.priority !== null),
    paths: pagePaths(path),
    card: path.startsWith('/gift') ? 'gift' : 'other',
    jsonLd: [],
  })
}

/** The loader of a page that needs nothing but its metadata. */
export const headLoader =
  (path: PagePath) =>
  async ({ context }: { context: Context }) => ({ head: await pageHead(context, path) })

/**
 * The loader of a page whose texts name prices. While the store is out of reach they are those of the fact table. Spec: 9
 * Gift page copy prices
 */
export const pricesLoader =
  (path: PagePath) =>
  async ({ context }: { context: Context }) => {
    const { market, services } = shopOf(context)
    const products = await ifReachable(services.storefront.getProducts(market))
    return { head: await pageHead(context, path), prices: livePrices(products ?? [], market) }
  }

export async function productHead(context: Context, product: Product): Promise<MetaDescriptor[]> {
  const { market, origin, now, services } = shopOf(context)
  const shipping = shippingOf(await services.company.current(), market, now)
  const others = productPaths(product, await listedHandles(services.storefront))
  const text = seoOfProduct(product, market, shipping)
  return headOf(context, {
    text,
    isListed: true,
    paths: { ...others, [market]: productPath(market, product.handle) },
    card: kindOf(product),
    jsonLd: productJsonLd(product, shipping, { origin, description: text.description }),
  })
}
