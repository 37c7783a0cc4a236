import { data } from 'react-router'
import { loggedPath } from '#app/services/log/log.server.ts'
import { servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/not-found'

/** Any other URL below a market is logged; the layout's boundary shows the error. Spec: 2 Markets and route shape */
function refuse({ context, url }: Pick<Route.LoaderArgs, 'context' | 'url'>): never {
  context.get(servicesContext).log.warn({ path: loggedPath(url.pathname) }, 'page not found')
  throw data(null, { status: 404 })
}

export { refuse as action, refuse as loader }

/** Required by React Router; never rendered, as loader and action always throw. */
export default function NotFound() {
  return null
}
