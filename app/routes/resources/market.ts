import { data, redirect } from 'react-router'
import { requestContext, servicesContext, sessionContext } from '../../context.ts'
import { CACHE } from '../../http.ts'
import { marketOfCountry, marketPath, marketPrefixOf, parseMarket } from '../../models/market.ts'
import { marketSwitched } from '../../models/messages.ts'
import { localAddress, pageOfForm } from '../../services/forms/form-post.server.ts'
import type { Route } from './+types/market'

/**
 * Which store a visitor belongs to, and by which country, for those who have chosen none; no country where none is known.
 * Whoever opens the address as a page lands in the shop. Spec: 2 Splash and entry, Navigation rule
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!request.headers.get('Accept')?.includes('application/json')) return redirect('/')
  const { geo } = context.get(servicesContext)
  const country = await geo.country(request.headers, context.get(requestContext).ip)
  return Response.json(
    { market: marketOfCountry(country), country },
    { headers: { 'Cache-Control': CACHE.visitor, Vary: 'Accept' } },
  )
}

/**
 * Stores the choice, empties the cart and goes to the new market's home. A cart of that market stays: whoever comes back
 * to it has only looked at the other store. Who confirms the store they are in (`returnTo`, or else the page before, lies
 * in it) keeps the page too. Spec: 4 Market
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => null)
  if (form === null) throw data(null, { status: 400 })
  const market = parseMarket(form.get('market'))
  if (market === null) throw data(null, { status: 400 })
  const session = context.get(sessionContext)
  session.setPlain('selected_market', market)
  const { origin } = context.get(requestContext)
  const returnTo = pageOfForm(request, form) ?? pageBefore(request, origin) ?? '/'
  if (marketPrefixOf(new URL(returnTo, request.url).pathname) === market) return redirect(returnTo, 303)
  const isKept = session.cart(market).lines.length > 0
  session.flash(marketSwitched(market, isKept ? 'kept' : session.hasOtherCart(market) ? 'emptied' : 'empty'))
  if (!isKept) session.clearCart()
  return redirect(marketPath(market, '/'), 303)
}

/** Path and query of the page of this shop that a request came from; null when there is none, or the browser keeps it. */
function pageBefore(request: Request, origin: string): string | null {
  const page = URL.parse(request.headers.get('Referer') ?? '')
  return page?.origin === origin ? localAddress(page.pathname + page.search) : null
}
