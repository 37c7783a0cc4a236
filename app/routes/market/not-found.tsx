import { data } from 'react-router'
import { pageMeta } from '../../components/layout/page-meta.ts'
import { servicesContext } from '../../context.ts'
import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'not-found', '/')

/** Any other address under a market: logged, then shown by the layout's boundary. Spec: 2 Markets and route shape */
export function loader({ context, url }: Route.LoaderArgs) {
  context.get(servicesContext).log.warn({ path: url.pathname.slice(0, 300) }, 'page not found')
  throw data(null, { status: 404 })
}

/** Takes part in nothing: the loader always throws. */
export default function NotFound() {
  return null
}
