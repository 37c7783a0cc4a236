import { CACHE } from '#app/models/http.ts'
import { MARKET_IDS, marketPath } from '#app/models/market.ts'
import { listedPages, pageOfAddress } from '#app/models/pages.ts'
import { productPath } from '#app/models/product.ts'
import { alternates, type PathsByMarket, pagePaths, productPaths } from '#app/models/seo.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { listedHandles } from '#app/services/storefront/page-data.server.ts'
import type { Route } from './+types/sitemap'

/** All listed pages of all markets, each with its alternates in the others. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin, services } = shopOf(context)
  const entry = (path: string, paths: PathsByMarket) => {
    const links = alternates(origin, paths).map(
      ({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${href}"/>`,
    )
    const priority = pageOfAddress(path)?.priority ?? 0.5
    return `<url><loc>${origin}${path}</loc><priority>${priority}</priority>${links.join('')}</url>`
  }
  const urls = listedPages().flatMap(({ path }) =>
    MARKET_IDS.map((market) => entry(marketPath(market, path), pagePaths(path))),
  )
  const listed = await listedHandles(services.storefront)
  for (const market of MARKET_IDS) {
    if (listed[market] === null) services.log.warn({ market }, 'sitemap without products')
    for (const handle of listed[market] ?? [])
      urls.push(entry(productPath(market, handle), productPaths({ handle }, listed)))
  }
  const isComplete = MARKET_IDS.every((market) => listed[market] !== null)
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  return new Response(body, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': isComplete ? CACHE.file : CACHE.none,
    },
  })
}
