import { redirect } from 'react-router'
import { originalSearch } from '#app/models/http.ts'
import { DEFAULT_MARKET, marketPath, parseMarket } from '#app/models/market.ts'
import { sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/unprefixed'

/** Redirects a URL without a market to the stored market, us by default, with its query. Spec: 2 Markets and route shape */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const market = parseMarket(context.get(sessionContext).plain('selected_market')) ?? DEFAULT_MARKET
  return redirect(marketPath(market, url.pathname) + originalSearch(request.url), 302)
}
