import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import { MARKETS, type Market, marketPath } from '../../models/market.ts'
import {
  BRAND,
  PRODUCT_NOT_FOUND,
  type ScreenText,
  STORE_UNAVAILABLE,
  UNEXPECTED_ERROR,
} from '../../models/page-messages.ts'
import { kindOf, type Product, type ProductKind, productPath } from '../../models/product.ts'
import {
  alternates,
  canonicalUrl,
  isListed,
  pagePaths,
  productPaths,
  SOCIAL_CARD,
  seoOfProduct,
  seoText,
} from '../../models/seo.ts'
import type { SeoKey, SeoText } from '../../models/seo-texts.ts'
import { SOCIAL_CARDS, type SocialCardName } from '../../models/social-cards.ts'
import { breadcrumbJsonLd, type JsonLd, productJsonLd } from '../../models/structured-data.ts'
import { type MetaArgs, metaFrame } from './page-meta.ts'

export type PageHead = {
  readonly text: SeoText
  readonly listed: boolean
  /** Where the page is in each market; null where a market does not have it. */
  readonly paths: Readonly<Record<Market, string | null>>
  readonly card?: SocialCardName
  /** For search engines, which read documents: the browser leaves what the server wrote as it is. */
  readonly jsonLd?: readonly ((origin: string) => JsonLd)[]
}

/** Everything in the head that search engines and shared links read. Product: 8, point 4 */
export function headMeta(args: MetaArgs, head: PageHead): MetaDescriptor[] {
  const { market, origin } = metaFrame(args)
  const { title, description } = head.text
  const path = head.paths[market]
  const words = [{ title }, ...(description ? [{ name: 'description', content: description }] : [])]
  if (!head.listed) return [...words, { name: 'robots', content: 'noindex' }]
  if (origin === null || path === null) return words
  const url = canonicalUrl(origin, path)
  return [
    ...words,
    { tagName: 'link', rel: 'canonical', href: url },
    ...alternates(origin, head.paths).map(({ hreflang, href }) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: hreflang,
      href,
    })),
    ...socialMeta({ ...head.text, url, market, image: origin + SOCIAL_CARDS[head.card ?? 'default'] }),
    ...(head.jsonLd ?? []).map((tell, place) => ({
      'script:ld+json': import.meta.env.SSR || import.meta.env.DEV ? tell(origin) : { place },
    })),
  ]
}

function socialMeta(page: SeoText & { url: string; market: Market; image: string }): MetaDescriptor[] {
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: BRAND },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: page.url },
    { property: 'og:locale', content: MARKETS[page.market].locale.replace('-', '_') },
    { property: 'og:image', content: page.image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: SOCIAL_CARD.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/**
 * The head of a page that both markets have.
 * @param path without its market
 */
export function pageMeta(
  args: MetaArgs,
  key: SeoKey,
  path: string,
  more: Pick<PageHead, 'card' | 'jsonLd'> = {},
): MetaDescriptor[] {
  const { market } = metaFrame(args)
  return headMeta(args, {
    text: seoText(key, market),
    listed: isListed(key),
    paths: pagePaths(path),
    ...more,
  })
}

/** The head of a page of the owner's room, which nobody is to find. @param name what it holds; none for the first */
export function adminMeta(name?: string): MetaDescriptor[] {
  const { title } = seoText('admin', 'us')
  return [
    { title: name === undefined ? title : `${name} | ${title}` },
    { name: 'robots', content: 'noindex' },
  ]
}

const CARDS: Record<ProductKind, SocialCardName> = {
  'vol-1': 'vol-1',
  'vol-2': 'vol-2',
  wand: 'wands',
  'collectors-set': 'set',
  other: 'default',
}

type ProductMetaArgs = MetaArgs & {
  readonly loaderData?: { readonly product: Product } | undefined
  readonly error?: unknown
}

/** The head of a product's page. */
export function productMeta(args: ProductMetaArgs): MetaDescriptor[] {
  const { market, now } = metaFrame(args)
  const product = args.loaderData?.product
  // A product that broke its page would break this as well.
  if (!product || args.error)
    return [{ title: `${screenOf(args.error).title} | ${BRAND}` }, { name: 'robots', content: 'noindex' }]
  const text = seoOfProduct(product, market)
  const images = product.images.map((image) => image.url)
  return headMeta(args, {
    text,
    listed: true,
    paths: productPaths(product.handle),
    card: CARDS[kindOf(product)],
    jsonLd: [
      (origin) =>
        import.meta.env.SSR || import.meta.env.DEV
          ? productJsonLd(product, market, { origin, now, description: text.description, images })
          : {},
      (origin) =>
        import.meta.env.SSR || import.meta.env.DEV
          ? breadcrumbJsonLd(market, origin, [
              { name: 'Shop', path: marketPath(market, '/products') },
              { name: product.title, path: productPath(market, product.handle) },
            ])
          : {},
    ],
  })
}

function screenOf(error: unknown): ScreenText {
  if (!isRouteErrorResponse(error)) return UNEXPECTED_ERROR
  return error.status === 404 ? PRODUCT_NOT_FOUND : STORE_UNAVAILABLE.product
}
