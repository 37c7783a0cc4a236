import { redirect } from 'react-router'
import { marketPath } from '#app/models/market.ts'
import { handleCartForm } from '#app/services/cart/cart-change.server.ts'
import { requireMarket, sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/checkout'

/** The checkout is opened by a form; its URL alone redirects to the cart. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(marketPath(requireMarket(params.market), '/cart'))
}

/** Opens a checkout for what the form of the cart holds. Spec: 4 Checkout */
export async function action({ request, params, context }: Route.ActionArgs) {
  const market = requireMarket(params.market)
  const form = await request.formData().catch(() => new FormData())
  form.set('intent', 'checkout')
  const { checkoutUrl, toasts } = await handleCartForm(context, market, form)
  context.get(sessionContext).flash(...toasts)
  return redirect(checkoutUrl ?? marketPath(market, '/cart'), 303)
}
