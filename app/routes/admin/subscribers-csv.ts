import { exportCsv } from '#app/services/owner/export.server.ts'
import { ownerContext, requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/subscribers-csv'

/** Subscribers as CSV. Those who unsubscribed are included and marked, so that they are not written to by mistake. */
export function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  context.get(ownerContext)
  return exportCsv(
    services,
    {
      name: 'subscribers',
      columns: ['Name', 'Email', 'Source', 'Joined', 'Left'],
      search: url.searchParams.get('q') ?? '',
      list: services.backend.listSubscribers,
      toCells: (row) => [row.fullName, row.email, row.source, row.createdAt, row.unsubscribedAt],
    },
    context.get(requestContext).now,
  )
}
