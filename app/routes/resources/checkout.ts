import { redirect } from 'react-router'
import { CACHE } from '#app/models/http.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import { cartWentToOtherStore } from '#app/models/market-messages.ts'
import { type Notice, TOO_MANY_TRIES } from '#app/models/messages.ts'
import type { CheckoutReply } from '#app/models/replies.ts'
import { applyTyped, mayTryCode } from '#app/services/cart/cart-form.server.ts'
import { withCurrentGiftDiscount } from '#app/services/cart/discount.server.ts'
import { reconcileCart } from '#app/services/cart/visitor-cart.server.ts'
import { startCheckout } from '#app/services/checkout/checkout.server.ts'
import { visitorKey } from '#app/services/limits/visitor-key.server.ts'
import {
  requestContext,
  requireMarket,
  servicesContext,
  sessionContext,
} from '#app/services/request/context.server.ts'
import type { Services } from '#app/services/request/services.server.ts'
import type { VisitorSession } from '#app/services/session/visitor-session.server.ts'
import type { Route } from './+types/checkout'

/** The checkout is opened by a form; its URL alone redirects to the cart. */
export function loader({ params }: Route.LoaderArgs) {
  const market = requireMarket(params.market)
  return redirect(marketPath(market, '/cart'))
}

/** The notice for an empty cart, where one of the other market has replaced it. */
function otherCartNotice(session: VisitorSession, market: Market): Notice | null {
  return session.otherCartMarket(market) ? cartWentToOtherStore(market) : null
}

/** Applies what was typed into the fields of the cart. @returns false when the cart page has to say what is refused */
async function applyFields(
  services: Services,
  session: VisitorSession,
  market: Market,
  ip: string,
  form: FormData,
): Promise<boolean> {
  if (!(await mayTryCode(services, session, ip, form))) return false
  const cart = session.cart(market)
  const typed = await applyTyped(services, { market, cart, form })
  if (typed.cart !== cart) session.setCart(typed.cart)
  session.flash(...typed.notices)
  return !typed.isRefused
}

/**
 * Opens a checkout for the visitor's cart: as a redirect for a form, as JSON for the drawer. What a form has typed is
 * applied first; a code that does not apply opens no checkout. Spec: 4 Checkout
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const market = requireMarket(params.market)
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const { ip, origin } = context.get(requestContext)
  const { hasCart: hadCart } = session
  const wait = await services.limits.consume('checkout', visitorKey(ip))
  const orderedNotice = wait === null ? await reconcileCart(services, session, market) : null
  const notice = wait === null ? (orderedNotice ?? otherCartNotice(session, market)) : TOO_MANY_TRIES
  // A script sends no fields: it has made the changes before.
  const form = await request.formData().catch(() => new FormData())
  if (notice === null && !(await applyFields(services, session, market, ip, form)))
    return redirect(marketPath(market, '/cart'), 303)
  const started = notice
    ? { ok: false as const, notice, cart: undefined }
    : await startCheckout(services, await withCurrentGiftDiscount(services, session.cart(market)), origin)
  if (started.cart) session.setCart(started.cart)
  if (request.headers.get('Accept') === 'application/json') {
    // The response contains the notice, so the next page must not show it again.
    if (orderedNotice !== null) session.takeNotices()
    const reply: CheckoutReply = started.ok
      ? { url: started.url, remoteCartId: started.cart.remoteCartId }
      : { notice: started.notice, hadCart }
    return Response.json(reply, { headers: { 'Cache-Control': CACHE.secret } })
  }
  if (started.ok) return redirect(started.url, 303)
  if (orderedNotice === null) session.flash(started.notice)
  return redirect(marketPath(market, '/cart'), 303)
}
