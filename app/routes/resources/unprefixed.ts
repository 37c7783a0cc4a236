import { redirect } from 'react-router'
import { sessionContext } from '../../context.ts'
import { originalSearch } from '../../http.ts'
import { DEFAULT_MARKET, marketPath, parseMarket } from '../../models/market.ts'
import type { Route } from './+types/unprefixed'

/** Redirects a URL without a market to the stored market, us by default, with its query. Spec: 2 Screens */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const market = parseMarket(context.get(sessionContext).plain('selected_market')) ?? DEFAULT_MARKET
  return redirect(marketPath(market, url.pathname) + originalSearch(request), 302)
}
