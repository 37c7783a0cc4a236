import { data } from 'react-router'
import { ListPage } from '../../components/admin/list-page.tsx'
import { MailTable } from '../../components/admin/mail-table.tsx'
import { RoomNotices } from '../../components/admin/room-notices.tsx'
import { roomMeta } from '../../components/layout/page-meta.ts'
import { servicesContext, sessionContext } from '../../context.ts'
import { answerOutboxForm } from '../../services/owner/delivery-form.server.ts'
import { mapList, readList } from '../../services/owner/list-view.server.ts'
import { maskEmail } from '../../services/owner/masked-email.server.ts'
import { ownerContext } from '../../services/owner/owner-door.server.ts'
import { answerRoom, readRoomForm } from '../../services/owner/room-outcome.server.ts'
import type { Route } from './+types/outbox'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed', none: 'No email has failed.' },
]

export const meta = () => roomMeta('Outbox')

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
  const outcome = await answerOutboxForm(context.get(servicesContext), owner, await readRoomForm(request))
  if (outcome === null) throw data(null, { status: 400 })
  return answerRoom(context.get(sessionContext), url, outcome)
}

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RoomNotices notices={actionData ? [actionData.notice] : []} />
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
