import { redirect } from 'react-router'
import { requestContext, servicesContext, sessionContext } from '../../context.ts'
import { marketOfCountry, marketPath, parseMarket } from '../../models/market.ts'
import type { Route } from './+types/entry'

/** `/`: the stored market, else the detected country's, else uk. Spec: 2 Splash and entry; 4 Market */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const { geo } = context.get(servicesContext)
  const stored = parseMarket(session.plain('selected_market'))
  const market = stored ?? marketOfCountry(await geo.country(request.headers, context.get(requestContext).ip))
  if (stored === null) session.setPlain('selected_market', market)
  return redirect(marketPath(market, '/') + url.search, 302)
}
