import { requestContext, servicesContext } from '../../context.ts'
import { MARKET_IDS, MARKETS, marketPath } from '../../models/market.ts'
import { isSoldInMarket, productPath } from '../../models/product.ts'
import type { Route } from './+types/sitemap'

const PAGES = [
  '/',
  '/products',
  '/gift',
  '/gift-download',
  '/redeem',
  '/waitlist',
  '/subscribe',
  '/about',
  '/faq',
  '/contact',
  '/press',
  '/privacy-policy',
  '/terms-and-conditions',
]

/** Every listed page of both stores, each naming its twin in the other. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestContext)
  const { storefront, log } = context.get(servicesContext)
  const pages = PAGES.map((path) => ({ us: marketPath('us', path), uk: marketPath('uk', path) }))
  const urls = pages.flatMap((page) => MARKET_IDS.map((market) => entry(origin, page[market], page)))
  for (const market of MARKET_IDS) {
    try {
      const products = await storefront.getProducts(market, { first: 50 })
      urls.push(
        ...products
          .filter((product) => isSoldInMarket(product, market))
          .map((product) => entry(origin, productPath(market, product.handle))),
      )
    } catch (error) {
      log.warn({ err: error, market }, 'sitemap without products')
    }
  }
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

function entry(origin: string, path: string, twins?: Record<'us' | 'uk', string>): string {
  const alternates = twins
    ? MARKET_IDS.map(
        (market) =>
          `<xhtml:link rel="alternate" hreflang="${MARKETS[market].hreflang}" href="${origin}${twins[market]}"/>`,
      ).join('')
    : ''
  return `<url><loc>${origin}${path}</loc>${alternates}</url>`
}
