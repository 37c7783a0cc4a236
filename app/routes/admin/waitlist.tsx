import { data } from 'react-router'
import { adminMeta } from '../../components/admin/admin-meta.ts'
import { AdminRow, AdminTable } from '../../components/admin/admin-table.tsx'
import { When } from '../../components/admin/cells.tsx'
import { ListPage } from '../../components/admin/list-page.tsx'
import { readList } from '../../services/owner/list-view.server.ts'
import { ownerContext, servicesContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/waitlist'

const COLUMNS = ['Name', 'Email', 'Joined']

export const meta = () => adminMeta('Waitlist')

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const list = await readList(services, url, services.backend.listWaitlist)
  return data({ list }, { status: list ? 200 : 503 })
}

export default function Waitlist({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Waitlist"
      list={loaderData.list}
      csv="/admin/waitlist.csv"
      empty="Nobody is waiting for Vol. II yet."
    >
      {(rows) => (
        <AdminTable caption="Waitlist" columns={COLUMNS}>
          {rows.map(({ id, name, email, createdAt }) => (
            <AdminRow key={id} cells={{ Name: name, Email: email, Joined: <When at={createdAt} /> }} />
          ))}
        </AdminTable>
      )}
    </ListPage>
  )
}
