import { redirect } from 'react-router'
import { cartForm } from '#app/models/cart-fields.ts'
import { discountOfOtherStore } from '#app/models/discount.ts'
import { CACHE } from '#app/models/http.ts'
import { DEFAULT_MARKET, marketPath, parseMarket, withoutMarket } from '#app/models/market.ts'
import { handleCartForm } from '#app/services/cart/cart-change.server.ts'
import { localAddress } from '#app/services/forms/form-post.server.ts'
import { sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/discount'

/**
 * Applies the discount code of a link in the stored market, as the form of the cart does, and redirects to the page that
 * the link names, as Shopify's themes do. The one GET that changes a cart, as a link in a mail can be nothing else. A
 * cart of the other store is not touched.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const market = parseMarket(session.plain('selected_market')) ?? DEFAULT_MARKET
  const other = session.otherCartMarket(market)
  // Somebody has followed it: it is no prefetch, no picture or frame of another page, and no check of the link.
  const isPage = (request.headers.get('Sec-Fetch-Dest') ?? 'document') === 'document'
  const isFollowed = request.method === 'GET' && isPage && !request.headers.has('Sec-Purpose')
  if (isFollowed && other) session.flash(discountOfOtherStore(market, other))
  else if (isFollowed) {
    const form = cartForm({ intent: 'apply-discount', code: params.code.slice(0, 300) })
    session.flash(...(await handleCartForm(context, market, form)).toasts)
  }
  const path = withoutMarket(localAddress(url.searchParams.get('redirect')) ?? '/')
  return redirect(marketPath(market, path), {
    status: 302,
    headers: { 'Cache-Control': CACHE.secret, 'X-Robots-Tag': 'noindex' },
  })
}
