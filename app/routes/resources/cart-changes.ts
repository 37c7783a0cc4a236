import { data } from 'react-router'
import { KEPT_GIFT, MAX_LINES, SHOWN_CART, UNANSWERED_FORM } from '#app/models/cart-fields.ts'
import { CACHE } from '#app/models/http.ts'
import { CART_PARTLY_RESTORED, type Toast } from '#app/models/messages.ts'
import type { CartReply } from '#app/models/replies.ts'
import { handleCartForm } from '#app/services/cart/cart-change.server.ts'
import { loadCartView, openVisitorCart } from '#app/services/cart/checkout.server.ts'
import { readForm } from '#app/services/forms/form-post.server.ts'
import { restoreGift } from '#app/services/redeem/claim.server.ts'
import { requireMarket, shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/cart-changes'

const respond = (reply: CartReply) => Response.json(reply, { headers: { 'Cache-Control': CACHE.secret } })

/** The current cart, for a page that may be stale. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const market = requireMarket(params.market)
  const { services, session } = shopOf(context)
  const { hasCart: hadCart } = session
  const cart = await openVisitorCart(services, session, market)
  return respond({ ok: true, cart, toasts: session.takeToasts(), hadCart, checkoutUrl: null })
}

/** The forms of a request: one, or those that a closing window had no answer for, in their order. */
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
  const { services, session } = shopOf(context)
  const { hasCart: hadCart } = session
  const posted = await readForm(request)
  // The cookie was lost: the page restores the cart from its copy, and a press tries again.
  if (posted.has(SHOWN_CART) && !hadCart) throw data(null, { status: 409 })
  const toasts: Toast[] = []
  let made = { ok: true, checkoutUrl: null as string | null }
  for (const form of formsIn(posted)) {
    const result = await handleCartForm(context, market, form)
    toasts.push(...result.toasts)
    made = result
  }
  const isGiftBack = !posted.has(KEPT_GIFT) || (await restoreGift(services, session, market))
  const ok = made.ok && isGiftBack
  const isPartlyRestored = !ok && posted.get('intent') === 'restore' && session.cart(market).lines.length > 0
  if (isPartlyRestored) toasts.push(CART_PARTLY_RESTORED)
  toasts.push(...session.takeToasts())
  const cart = await loadCartView(services, session.cart(market))
  return respond({ ok, toasts, hadCart, checkoutUrl: made.checkoutUrl, cart })
}
