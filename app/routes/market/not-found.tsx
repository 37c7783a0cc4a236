import { data } from 'react-router'
import { pageMeta } from '../../components/layout/page-meta.ts'
import { servicesContext } from '../../context.ts'
import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'not-found', '/')

/** Any other address under a market: logged, then shown by the layout's boundary. Spec: 2 Markets and route shape */
function refuse({ context, url }: Pick<Route.LoaderArgs, 'context' | 'url'>): never {
  context.get(servicesContext).log.warn({ path: url.pathname.slice(0, 300) }, 'page not found')
  throw data(null, { status: 404 })
}

export function loader({ context, url }: Route.LoaderArgs) {
  refuse({ context, url })
}

/** Nothing can be posted to what is not there. */
export function action({ context, url }: Route.ActionArgs) {
  refuse({ context, url })
}

/** Takes part in nothing: its loader and action always throw. */
export default function NotFound() {
  return null
}
