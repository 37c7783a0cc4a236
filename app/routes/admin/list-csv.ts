import { exportList, findList } from '#app/services/owner/read-list.server.ts'
import { ownerContext, requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/list-csv'

/** A list as a file: the rows that its page would show, all of them. */
export function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const list = findList(/^\/admin\/([^/]+)\.csv$/.exec(url.pathname)?.[1])
  if (list === null) return new Response(null, { status: 404 })
  return exportList(context.get(servicesContext), list, url, context.get(requestContext).now)
}
