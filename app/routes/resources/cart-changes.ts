import { data } from 'react-router'
import { KEPT_GIFT, MAX_LINES, SHOWN_CART, UNANSWERED_FORM } from '#app/models/cart-fields.ts'
import { CACHE } from '#app/models/http.ts'
import { CART_PARTLY_RESTORED } from '#app/models/messages.ts'
import type { CartReply } from '#app/models/replies.ts'
import { handleCartForm } from '#app/services/cart/cart-change.server.ts'
import { loadCartView, openVisitorCart } from '#app/services/cart/cart-view.server.ts'
import { readForm } from '#app/services/forms/form-post.server.ts'
import { restoreGift } from '#app/services/redeem/claim.server.ts'
import { requireMarket, shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/cart-changes'

function respond(reply: CartReply): Response {
  return Response.json(reply, { headers: { 'Cache-Control': CACHE.secret } })
}

/** The current cart, for a page that may be stale. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const market = requireMarket(params.market)
  const { services, session } = shopOf(context)
  const { hasCart: hadCart } = session
  const cart = await openVisitorCart(services, session, market)
  return respond({ ok: true, cart, toasts: session.takeToasts(), hadCart, checkoutUrl: null })
}

/** The same forms as the page of the cart takes, posted by its script. Product: 8 A cart that loses no update */
export async function action({ request, params, context }: Route.ActionArgs) {
  const market = requireMarket(params.market)
  const { services, session } = shopOf(context)
  const { hasCart: hadCart } = session
  const posted = await readForm(request)
  // The cookie was lost: the page restores the cart from its copy, and a press tries again.
  if (posted.has(SHOWN_CART) && !hadCart) throw data(null, { status: 409 })
  // Several are those that a closing window had no answer for: nobody reads what came of the first ones.
  const unanswered = posted.getAll(UNANSWERED_FORM).slice(0, MAX_LINES)
  const forms = unanswered.map((text) => new URLSearchParams(String(text)))
  const last = forms.pop() ?? posted
  for (const form of forms) await handleCartForm(context, market, form)
  const { ok: isMade, toasts, checkoutUrl } = await handleCartForm(context, market, last)
  const hasGift = !posted.has(KEPT_GIFT) || (await restoreGift(services, session, market))
  const ok = isMade && hasGift
  const cart = session.cart(market)
  const isPartlyRestored = !ok && posted.get('intent') === 'restore' && cart.lines.length > 0
  const told = [...toasts, ...(isPartlyRestored ? [CART_PARTLY_RESTORED] : []), ...session.takeToasts()]
  return respond({ ok, toasts: told, hadCart, checkoutUrl, cart: await loadCartView(services, cart) })
}
