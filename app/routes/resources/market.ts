import { data, redirect } from 'react-router'
import { emptyCart } from '#app/models/cart.ts'
import { CACHE } from '#app/models/http.ts'
import { MARKETS, marketOfCountry, marketPath, marketPrefixOf, parseMarket } from '#app/models/market.ts'
import { info } from '#app/models/messages.ts'
import { localAddress, pageOfForm, readForm } from '#app/services/forms/form-post.server.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/market'

/**
 * The market and country of a visitor who has not chosen a market, as JSON; the country is null where it is unknown.
 * A request for a page is redirected to the shop. Spec: 2 Splash and entry
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (!request.headers.get('Accept')?.includes('application/json')) return redirect('/')
  const { ip, services } = shopOf(context)
  const page = parseMarket(url.searchParams.get('page')) ?? undefined
  const country = await services.geo.country(request.headers, ip, page)
  return Response.json(
    { market: marketOfCountry(country), country },
    { headers: { 'Cache-Control': CACHE.visitor, Vary: 'Accept' } },
  )
}

/**
 * Stores the chosen market, empties the cart and redirects to the market's home. A cart of the chosen market is kept, as
 * the visitor has only looked at the other store. If the current page (`returnTo`, otherwise the referrer) belongs to the
 * chosen market already, it redirects back to that page. Spec: 4 Market
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const market = parseMarket(form.get('market'))
  if (market === null) throw data(null, { status: 400 })
  const { origin, session } = shopOf(context)
  session.setPlain('selected_market', market)
  const referrer = URL.parse(request.headers.get('Referer') ?? '')
  const before = referrer?.origin === origin ? localAddress(referrer.pathname + referrer.search) : null
  const returnTo = pageOfForm(request, form) ?? before ?? '/'
  if (marketPrefixOf(new URL(returnTo, request.url).pathname) === market) return redirect(returnTo, 303)
  const isCartKept = session.cart(market).lines.length > 0
  const isEmptied = session.otherCartMarket(market) !== null
  const where = `You are in the ${MARKETS[market].storeName}.`
  if (isCartKept) session.flash(info(where))
  else if (isEmptied) session.flash(info(where, 'You changed store, so your cart starts empty.'))
  else session.flash(info(`${where} Your cart starts empty here.`))
  // An empty cart rather than none, as the browser restores a missing cart from its copy.
  if (isEmptied) session.setCart(emptyCart(market))
  else if (!isCartKept) session.clearCart()
  return redirect(marketPath(market, '/'), 303)
}
