import { redirect } from 'react-router'
import { setDiscountCode } from '#app/models/cart-checkout.ts'
import {
  discountKept,
  discountOfOtherStore,
  discountTooLong,
  giftWordsInCart,
  readDiscountCode,
} from '#app/models/discount.ts'
import { looksLikeMagicWords } from '#app/models/gift-code.ts'
import { CACHE } from '#app/models/http.ts'
import { DEFAULT_MARKET, inMarket, type Market, parseMarket } from '#app/models/market.ts'
import { type Notice, TOO_MANY_TRIES } from '#app/models/messages.ts'
import { applyCartChange } from '#app/services/cart/cart-change.server.ts'
import { localAddress } from '#app/services/forms/form-post.server.ts'
import { visitorKey } from '#app/services/limits/visitor-key.server.ts'
import { requestContext, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
import type { Services } from '#app/services/request/services.server.ts'
import type { VisitorSession } from '#app/services/session/visitor-session.server.ts'
import type { Route } from './+types/discount'

/** Whether somebody has followed a link: not a prefetch, a picture or frame of another page, or a check of the link. */
function isFollowed({ method, headers }: Request): boolean {
  const isPage = (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document'
  return method === 'GET' && isPage && !headers.has('Sec-Purpose')
}

/**
 * Stores a discount code with the visitor's cart of `market`, as an attempt at a code. A cart of the other store is not
 * touched. An empty cart keeps it: the store can only say whether it applies once there is something in it.
 * @returns what to tell the visitor
 */
async function keepCode(
  services: Services,
  session: VisitorSession,
  { market, typed, ip }: { readonly market: Market; readonly typed: string; readonly ip: string },
): Promise<readonly Notice[]> {
  const code = readDiscountCode(typed)
  if (code === '') return []
  if ((await services.limits.consume('discount', visitorKey(ip))) !== null) return [TOO_MANY_TRIES]
  const other = session.otherCartMarket(market)
  if (other) return [discountOfOtherStore(market, other)]
  const cart = session.cart(market)
  if (cart.lines.length === 0 && looksLikeMagicWords(typed)) return [giftWordsInCart(market)]
  if (cart.lines.length === 0) {
    const kept = setDiscountCode(cart, code)
    if (!kept.ok) return [discountTooLong(code)]
    session.setCart(kept.value)
    return [discountKept(code)]
  }
  const reply = await applyCartChange(services, cart, { intent: 'apply-discount', code: typed })
  if (reply.cart !== cart) session.setCart(reply.cart)
  return reply.notices
}

/**
 * Applies the discount code of a link in the stored market, and redirects to the page that the link names, as Shopify's
 * themes do. The one GET that changes a cart, as a link in a mail can be nothing else.
 */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const market = parseMarket(session.plain('selected_market')) ?? DEFAULT_MARKET
  const link = { market, typed: params.code, ip: context.get(requestContext).ip }
  if (isFollowed(request)) session.flash(...(await keepCode(context.get(servicesContext), session, link)))
  return redirect(inMarket(market, localAddress(url.searchParams.get('redirect')) ?? '/'), {
    status: 302,
    headers: { 'Cache-Control': CACHE.secret, 'X-Robots-Tag': 'noindex' },
  })
}
