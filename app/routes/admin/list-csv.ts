import { exportList, findList } from '#app/services/owner/read-list.server.ts'
import { ownerContext, requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/list-csv'

/** A list as a file: the rows that its page would show, all of them. */
export function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const found = findList(/^\/admin\/([^/]+)\.csv$/.exec(url.pathname)?.[1], url)
  if (found === null) return new Response(null, { status: 404 })
  return exportList(context.get(servicesContext), found, context.get(requestContext).now)
}
