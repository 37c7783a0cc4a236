import { exportCsv } from '#app/services/owner/export.server.ts'
import { ownerContext, requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/waitlist-csv'

/** The waitlist as CSV. */
export function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  context.get(ownerContext)
  return exportCsv(
    services,
    {
      name: 'waitlist',
      columns: ['Name', 'Email', 'Store', 'Joined'],
      search: url.searchParams.get('q') ?? '',
      list: services.backend.listWaitlist,
      toCells: (row) => [row.name, row.email, row.market, row.createdAt],
    },
    context.get(requestContext).now,
  )
}
