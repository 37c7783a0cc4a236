import { MAX_LINES } from '#app/models/cart.ts'
import { KEPT_GIFT, UNANSWERED_FORM } from '#app/models/cart-fields.ts'
import { CACHE } from '#app/models/http.ts'
import type { CartReply, CartResult } from '#app/models/replies.ts'
import { openVisitorCart } from '#app/services/cart/after-order.server.ts'
import { handleCartForm } from '#app/services/cart/cart-form.server.ts'
import { loadCartView } from '#app/services/cart/cart-view.server.ts'
import { readForm } from '#app/services/forms/form-post.server.ts'
import { restoreGift } from '#app/services/redeem/claim.server.ts'
import { requireMarket, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/cart-changes'

function respond(reply: CartReply): Response {
  return Response.json(reply, { headers: { 'Cache-Control': CACHE.secret } })
}

/** The current cart, for a page that may be stale. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const market = requireMarket(params.market)
  const session = context.get(sessionContext)
  const { hasCart: hadCart } = session
  const cart = await openVisitorCart(context.get(servicesContext), session, market)
  return respond({ ok: true, cart, notices: session.takeNotices(), hadCart, checkoutUrl: null })
}

/** The forms of a request: one, or those together that a closing window had no answer for. */
function formsIn(posted: FormData): readonly FormData[] {
  const unanswered = posted.getAll(UNANSWERED_FORM).slice(0, MAX_LINES)
  if (unanswered.length === 0) return [posted]
  return unanswered.map((text) => {
    const form = new FormData()
    for (const [name, value] of new URLSearchParams(String(text))) form.append(name, value)
    return form
  })
}

/** The same forms as the page of the cart takes, posted by its script. Product: 8 A cart that loses no update */
export async function action({ request, params, context }: Route.ActionArgs) {
  const market = requireMarket(params.market)
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const { hasCart: hadCart } = session
  let result: CartResult = { ok: true, notices: [], hadCart, checkoutUrl: null }
  for (const form of formsIn(await readForm(request))) {
    const { ok, ...made } = await handleCartForm(context, market, form)
    const isGiftBack = !form.has(KEPT_GIFT) || (await restoreGift(services, session, market))
    result = { ...made, ok: ok && isGiftBack }
  }
  const notices = [...result.notices, ...session.takeNotices()]
  return respond({ ...result, notices, cart: await loadCartView(services, session.cart(market)) })
}
