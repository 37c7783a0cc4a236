import { data } from 'react-router'
import { adminMeta } from '../../components/admin/admin-meta.ts'
import { AdminNotices } from '../../components/admin/admin-notices.tsx'
import { ListPage } from '../../components/admin/list-page.tsx'
import { MessageTable } from '../../components/admin/message-table.tsx'
import { takeAdminForm } from '../../services/owner/admin-outcome.server.ts'
import { readList } from '../../services/owner/list-view.server.ts'
import { handleMessageForm } from '../../services/owner/people-form.server.ts'
import { ownerContext, servicesContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/messages'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'To answer', none: 'Nothing to answer. A quiet day.' },
]

export const meta = () => adminMeta('Messages')

export { reloadAfterForm as shouldRevalidate } from '../../components/admin/submitting.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const unanswered = url.searchParams.get('state') === 'waiting'
  const list = await readList(services, url, (query) =>
    services.backend.listMessages({ ...query, unanswered }),
  )
  return data({ list }, { status: list ? 200 : 503 })
}

export const action = (args: Route.ActionArgs) => takeAdminForm(args, handleMessageForm)

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNotices notices={actionData ? [actionData.notice] : []} />
      <ListPage title="Messages" list={loaderData.list} filters={FILTERS} empty="No messages. A quiet day.">
        {(rows) => <MessageTable rows={rows} />}
      </ListPage>
    </>
  )
}
