import { redirect } from 'react-router'
import { CACHE } from '#app/models/http.ts'
import { DEFAULT_MARKET, parseMarket } from '#app/models/market.ts'
import { isFollowed, keepDiscountOfLink, pageOfLink } from '#app/services/cart/discount-link.server.ts'
import { requestContext, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/discount'

/**
 * Applies the discount code of a link in the stored market, and redirects to the page that the link names, as Shopify's
 * themes do. The one GET that changes a cart, as a link in a mail can be nothing else.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const market = parseMarket(session.plain('selected_market')) ?? DEFAULT_MARKET
  const { ip } = context.get(requestContext)
  if (isFollowed(request))
    await keepDiscountOfLink(context.get(servicesContext), session, { market, typed: params.code, ip })
  return redirect(pageOfLink(url.searchParams.get('redirect'), market), {
    status: 302,
    headers: { 'Cache-Control': CACHE.secret, 'X-Robots-Tag': 'noindex' },
  })
}
