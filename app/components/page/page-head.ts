import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import { MARKETS, type Market, marketPath, parseMarket } from '../../models/market.ts'
import {
  BRAND,
  PRODUCT_NOT_FOUND,
  type ScreenText,
  STORE_UNAVAILABLE,
  UNEXPECTED_ERROR,
} from '../../models/page-messages.ts'
import { type PagePath, pageAt } from '../../models/pages.ts'
import { kindOf, type Product, type ProductKind, productPath } from '../../models/product.ts'
import {
  alternates,
  canonicalUrl,
  pagePaths,
  productPaths,
  SOCIAL_CARD,
  SOCIAL_CARDS,
  type SocialCardName,
  seoOfProduct,
  seoText,
} from '../../models/seo.ts'
import type { SeoKey, SeoText } from '../../models/seo-texts.ts'
import { breadcrumbJsonLd, type JsonLd, productJsonLd } from '../../models/structured-data.ts'

/** The part of the arguments of a route's `meta` that is used here. */
export type MetaArgs = {
  readonly params: { readonly market?: string }
  readonly matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]
}

export type MetaContext = { readonly market: Market; readonly now: number; readonly origin: string | null }

/**
 * The market, the time (ms) and the origin of the page, from the market layout's data; `origin` is null without it.
 */
export function metaContextOf({ params, matches }: MetaArgs): MetaContext {
  const shop = matches.find((match) => match?.id === 'market')?.loaderData
  const { now = 0, origin = null } = (shop ?? {}) as { now?: number; origin?: string | null }
  return { market: parseMarket(params.market) ?? 'us', now, origin }
}

export type PageHead = {
  readonly text: SeoText
  readonly listed: boolean
  /** Path of the page in each market; null where a market does not have it. */
  readonly paths: Readonly<Record<Market, string | null>>
  readonly card?: SocialCardName
  /** Structured data. */
  readonly jsonLd?: readonly ((origin: string) => JsonLd)[]
}

/** The metadata for search engines and link previews. Product: 8 Search engines */
function headMeta(args: MetaArgs, head: PageHead): MetaDescriptor[] {
  const { market, origin } = metaContextOf(args)
  const { title, description } = head.text
  const path = head.paths[market]
  const basics = [{ title }, ...(description ? [{ name: 'description', content: description }] : [])]
  if (!head.listed) return [...basics, { name: 'robots', content: 'noindex' }]
  if (origin === null || path === null) return basics
  const url = canonicalUrl(origin, path)
  return [
    ...basics,
    { tagName: 'link', rel: 'canonical', href: url },
    ...alternates(origin, head.paths).map(({ hreflang, href }) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: hreflang,
      href,
    })),
    ...socialMeta({ ...head.text, url, market, image: origin + SOCIAL_CARDS[head.card ?? 'default'] }),
    ...(head.jsonLd ?? []).map((toJsonLd, _place) => ({
      'script:ld+json': toJsonLd(origin),
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
 * The metadata of a page that both markets have.
 * @param path null for a page that does not exist
 * @param options.key of its texts, where they are not those of the page
 */
export function pageMeta(
  args: MetaArgs,
  path: PagePath | null,
  { key = null, ...more }: Pick<PageHead, 'card' | 'jsonLd'> & { readonly key?: SeoKey | null } = {},
): MetaDescriptor[] {
  const page = path && pageAt(path)
  const texts = key ?? page?.seo ?? 'not-found'
  const text = seoText(texts, metaContextOf(args).market)
  return headMeta(args, { text, listed: page?.priority != null, paths: pagePaths(path ?? '/'), ...more })
}

/** The metadata of an admin page, which must not be indexed. @param name its title; none for the start page */
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

/** The metadata of a product page. */
export function productMeta(args: ProductMetaArgs): MetaDescriptor[] {
  const { market, now } = metaContextOf(args)
  const product = args.loaderData?.product
  // If rendering the product failed, its metadata may fail as well.
  if (!product || args.error)
    return [{ title: `${errorTextOf(args.error).title} | ${BRAND}` }, { name: 'robots', content: 'noindex' }]
  const text = seoOfProduct(product, market)
  const images = product.images.map((image) => image.url)
  return headMeta(args, {
    text,
    listed: true,
    paths: productPaths(product.handle),
    card: CARDS[kindOf(product)],
    jsonLd: [
      (origin) => productJsonLd(product, market, { origin, now, description: text.description, images }),
      (origin) =>
        breadcrumbJsonLd(market, origin, [
          { name: 'Shop', path: marketPath(market, '/products') },
          { name: product.title, path: productPath(market, product.handle) },
        ]),
    ],
  })
}

function errorTextOf(error: unknown): ScreenText {
  if (!isRouteErrorResponse(error)) return UNEXPECTED_ERROR
  return error.status === 404 ? PRODUCT_NOT_FOUND : STORE_UNAVAILABLE.product
}
