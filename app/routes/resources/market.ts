import { data, redirect } from 'react-router'
import { sessionContext } from '../../context.ts'
import { marketPath, parseMarket } from '../../models/market.ts'
import type { Route } from './+types/market'

/** A switch is a form; whoever opens its address lands in the shop. */
export function loader() {
  return redirect('/')
}

/** Stores the choice, empties the cart and goes to the new market's home. Spec: 4 Market */
export async function action({ request, context }: Route.ActionArgs) {
  const market = parseMarket((await request.formData()).get('market'))
  if (market === null) throw data(null, { status: 400 })
  const session = context.get(sessionContext)
  session.setPlain('selected_market', market)
  session.clearCart()
  return redirect(marketPath(market, '/'), 303)
}
