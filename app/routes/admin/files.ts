import { exportPerson } from '#app/services/owner/person.server.ts'
import { exportList, findList } from '#app/services/owner/read-list.server.ts'
import { ownerContext, requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/files'

/** What is held of one person, or a list: the rows that its page would show, all of them. */
export function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const name = /^\/admin\/([^/]+)\.(csv|json)$/.exec(url.pathname)?.[1]
  if (name === 'people') return exportPerson(services, url.searchParams.get('email') ?? '')
  const found = findList(name, url)
  if (found === null) return new Response(null, { status: 404 })
  return exportList(services, found, context.get(requestContext).now)
}
