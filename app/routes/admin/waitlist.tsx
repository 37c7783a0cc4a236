import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { When } from '#app/components/admin/cells.tsx'
import { ListPage } from '#app/components/admin/list-page.tsx'
import type { Route } from './+types/waitlist'
import { loadList } from './list-loader.server.ts'

export const meta = () => adminMeta('Waitlist')

export const loader = (args: Route.LoaderArgs) =>
  loadList(args, (backend, query) => backend.listWaitlist(query))

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
