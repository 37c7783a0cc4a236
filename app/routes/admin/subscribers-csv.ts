import { requestContext, servicesContext } from '../../context.ts'
import { exportCsv } from '../../services/owner/export.server.ts'
import { ownerContext } from '../../services/owner/owner-auth.server.ts'
import type { Route } from './+types/subscribers-csv'

/** The subscribers as a file; those who left are in it and marked, so that nobody writes to them by mistake. */
export function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { owner: actor } = context.get(ownerContext)
  return exportCsv(
    services,
    {
      name: 'subscribers',
      columns: ['Name', 'Email', 'Source', 'Joined', 'Left'],
      entry: { actor, action: 'subscribers.exported', subjectType: 'subscribers' },
      search: url.searchParams.get('q') ?? '',
      list: services.backend.listSubscribers,
      toCells: (row) => [row.fullName, row.email, row.source, row.createdAt, row.unsubscribedAt],
    },
    context.get(requestContext).now,
  )
}
