import { data, redirect } from 'react-router'
import { originalSearch } from '#app/models/http.ts'
import { LIMITED_EDITION_MARKET } from '#app/models/market.ts'
import { vol1NotHere } from '#app/models/page-messages.ts'
import { HANDLES, productPath } from '#app/models/product.ts'
import {
  isVol1OfOtherMarket,
  type ProductRedirect,
  redirectOfHandle,
  resolveProductPage,
} from '#app/models/product-address.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { readProductPage } from '#app/services/storefront/page-data.server.ts'
import type { Route } from './+types/product'
import { productHead } from './page-head.server.ts'

/** Redirects to another product URL, with the query, which holds the choice of options. */
function redirectTo({ to, status }: ProductRedirect, request: Request): Response {
  return redirect(to + originalSearch(request.url), status)
}

/**
 * The data of the product whose handle ends the address.
 * @throws a redirect, or the page's status where there is no such product or the store is out of reach
 */
export async function loadProduct({
  request,
  context,
  url,
}: Pick<Route.LoaderArgs, 'request' | 'context' | 'url'>) {
  const { market, services, session } = shopOf(context)
  const handle = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  if (isVol1OfOtherMarket(market, handle))
    session.flash(vol1NotHere(market, productPath(LIMITED_EDITION_MARKET, HANDLES.vol1)))
  const moved = redirectOfHandle(market, handle)
  if (moved) throw redirectTo(moved, request)
  const page = await readProductPage(services.storefront, market, handle).catch((error: unknown) => {
    services.log.error({ err: error, handle }, 'product out of reach')
    throw data(null, { status: 503 })
  })
  const place = resolveProductPage(page?.product ?? null, market)
  if (page === null || place === null) throw data(null, { status: 404 })
  if ('to' in place) throw redirectTo(place, request)
  return { ...page, head: await productHead(context, page.product) }
}
