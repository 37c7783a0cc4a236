import { CACHE } from '#app/models/http.ts'
import { MARKET_IDS, type Market } from '#app/models/market.ts'
import { listedPages, pageOfAddress } from '#app/models/pages.ts'
import { listedProducts, productPath } from '#app/models/product.ts'
import { alternates, pagePaths, productPaths } from '#app/models/seo.ts'
import { requestContext, servicesContext } from '#app/services/request/context.server.ts'
import { COLLECTION_SIZE } from '#app/services/storefront/catalogue.server.ts'
import type { Route } from './+types/sitemap'

/** All listed pages of both markets, each with its alternate in the other. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestContext)
  const { storefront, log } = context.get(servicesContext)
  const urls = listedPages().flatMap(({ path, priority }) => {
    const paths = pagePaths(path)
    return MARKET_IDS.map((market) => entry(origin, paths[market], paths, priority))
  })
  let isComplete = true
  for (const market of MARKET_IDS) {
    try {
      const products = listedProducts(
        await storefront.getProducts(market, { first: COLLECTION_SIZE }),
        market,
      )
      for (const { handle } of products) {
        const path = productPath(market, handle)
        urls.push(entry(origin, path, productPaths(handle), pageOfAddress(path)?.priority))
      }
    } catch (error) {
      isComplete = false
      log.warn({ err: error, market }, 'sitemap without products')
    }
  }
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  return new Response(body, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': isComplete ? CACHE.file : CACHE.none,
    },
  })
}

function entry(
  origin: string,
  path: string,
  paths: Readonly<Record<Market, string | null>>,
  priority: number | null | undefined,
): string {
  const links = alternates(origin, paths).map(
    ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`,
  )
  return `<url><loc>${origin}${path}</loc><priority>${priority ?? 0.5}</priority>${links.join('')}</url>`
}
