import { exportPerson } from '#app/services/owner/person.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/people-json'

/** All that is held of one person, as a file for them. */
export function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  return exportPerson(context.get(servicesContext), url.searchParams.get('email') ?? '')
}
