import type { MetaDescriptor } from 'react-router'
import { SOCIAL_CARDS, type SocialCardName } from '../../models/films.ts'
import { MARKETS, type Market, parseMarket } from '../../models/market.ts'
import {
  alternates,
  BRAND,
  canonicalUrl,
  isListed,
  pagePaths,
  SOCIAL_CARD,
  seoText,
} from '../../models/seo.ts'
import type { SeoKey, SeoText } from '../../models/seo-texts.ts'
import type { JsonLd } from '../../models/structured-data.ts'

/** What `meta` of a route under a market is called with, as far as it is used here. */
export type MetaArgs = {
  readonly params: { readonly market?: string }
  readonly matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]
}

export type MetaFrame = { readonly market: Market; readonly now: number; readonly origin: string | null }

/** The market, moment and origin of the page, from the market layout's data. No origin where that never loaded. */
export function metaFrame({ params, matches }: MetaArgs): MetaFrame {
  const shop = matches.find((match) => match?.id === 'market')?.loaderData
  const { now = 0, origin = null } = (shop ?? {}) as { now?: number; origin?: string | null }
  return { market: parseMarket(params.market) ?? 'us', now, origin }
}

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
export function roomMeta(name?: string): MetaDescriptor[] {
  const { title } = seoText('admin', 'us')
  return [
    { title: name === undefined ? title : `${name} | ${title}` },
    { name: 'robots', content: 'noindex' },
  ]
}
