import { data } from 'react-router'
import { adminMeta } from '../../components/admin/admin-meta.ts'
import { When } from '../../components/admin/cells.tsx'
import { ListPage } from '../../components/admin/list-page.tsx'
import { readList } from '../../services/owner/list-view.server.ts'
import { ownerContext, servicesContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/waitlist'

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
      cells={({ name, email, createdAt }) => ({
        Name: name,
        Email: email,
        Joined: <When at={createdAt} />,
      })}
    />
  )
}
