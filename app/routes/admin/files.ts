import { ownerServices } from '#app/services/owner/admin-forms.server.ts'
import { exportList } from '#app/services/owner/list.server.ts'
import { requireList } from '#app/services/owner/lists.server.ts'
import { exportPerson } from '#app/services/owner/person.server.ts'
import type { Route } from './+types/files'

/** What is held of one person, or a list: the rows that its page would show, all of them. */
export function loader({ url, context }: Route.LoaderArgs) {
  const services = ownerServices(context)
  const name = /^\/admin\/([^/]+)\.csv$/.exec(url.pathname)?.[1]
  if (name === undefined) return exportPerson(services, url)
  return exportList(services, requireList(name), url)
}
