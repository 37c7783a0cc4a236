import { data } from 'react-router'
import { adminMeta } from '../../components/admin/admin-meta.ts'
import { AdminNotices } from '../../components/admin/admin-notices.tsx'
import { ListPage } from '../../components/admin/list-page.tsx'
import { MailTable } from '../../components/admin/mail-table.tsx'
import { answerAdminAction, readAdminForm } from '../../services/owner/admin-outcome.server.ts'
import { handleOutboxForm } from '../../services/owner/delivery-form.server.ts'
import { mapList, readList } from '../../services/owner/list-view.server.ts'
import { maskEmail } from '../../services/owner/masked-email.server.ts'
import { ownerContext, servicesContext, sessionContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/outbox'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed', none: 'No email has failed.' },
]

export const meta = () => adminMeta('Outbox')

export { reloadAfterForm as shouldRevalidate } from '../../components/admin/submitting.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const failed = url.searchParams.get('state') === 'failed'
  const list = await readList(services, url, (query) => services.backend.listOutbox({ ...query, failed }))
  const shown = list && mapList(list, (mail) => ({ ...mail, toEmail: maskEmail(mail.toEmail) }))
  return data({ list: shown }, { status: list ? 200 : 503 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { owner } = context.get(ownerContext)
  const outcome = await handleOutboxForm(context.get(servicesContext), owner, await readAdminForm(request))
  if (outcome === null) throw data(null, { status: 400 })
  return answerAdminAction(context.get(sessionContext), url, outcome)
}

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNotices notices={actionData ? [actionData.notice] : []} />
      <ListPage
        title="Outbox"
        list={loaderData.list}
        filters={FILTERS}
        empty="Nothing waiting. Everything has gone out."
      >
        {(rows) => <MailTable rows={rows} />}
      </ListPage>
    </>
  )
}
