import { redirect } from 'react-router'
import { originalSearch } from '#app/models/http.ts'
import { marketOfCountry, marketPath, parseMarket } from '#app/models/market.ts'
import { CANADA_NOT_SERVED } from '#app/models/page-messages.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/entry'

/**
 * `/` redirects to the stored market, otherwise to that of the detected country, otherwise to uk. Spec: 2 Splash and
 * entry; 4 Market
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ip, services, session } = shopOf(context)
  const stored = parseMarket(session.plain('selected_market'))
  if (stored !== null) return redirect(marketPath(stored, '/') + originalSearch(request.url), 302)
  const country = await services.geo.country(request.headers, ip)
  const market = marketOfCountry(country)
  session.setPlain('selected_market', market)
  // Canada belongs to the us store, which does not ship there.
  if (country === 'CA') session.flash(CANADA_NOT_SERVED)
  return redirect(marketPath(market, '/') + originalSearch(request.url), 302)
}
