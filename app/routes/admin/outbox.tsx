import { data } from 'react-router'
import { adminMeta } from '../../components/admin/admin-meta.ts'
import { Under } from '../../components/admin/admin-table.tsx'
import { Tag, When } from '../../components/admin/cells.tsx'
import { ListPage } from '../../components/admin/list-page.tsx'
import { RowForm } from '../../components/admin/row-form.tsx'
import { takeAdminForm } from '../../services/owner/admin-outcome.server.ts'
import { handleOutboxForm } from '../../services/owner/delivery-form.server.ts'
import { mapList, readList } from '../../services/owner/list-view.server.ts'
import { maskEmail } from '../../services/owner/masked-email.server.ts'
import { ownerContext, servicesContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/outbox'

const FILTERS = [{ value: 'failed', label: 'Failed', none: 'No email has failed.' }]

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

export const action = (args: Route.ActionArgs) => takeAdminForm(args, handleOutboxForm)

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Outbox"
      notice={actionData?.notice}
      list={loaderData.list}
      filters={FILTERS}
      empty="Nothing waiting. Everything has gone out."
      cells={(mail) => ({
        To: mail.toEmail,
        Subject: <span id={`mail-${mail.id}`}>{mail.subject}</span>,
        Written: <When at={mail.createdAt} />,
        State: <MailState mail={mail} />,
      })}
    />
  )
}

type Row = NonNullable<Route.ComponentProps['loaderData']['list']>['rows'][number]

const TAGS: Record<Row['state'], { tone: 'ok' | 'wait' | 'bad'; label: string }> = {
  waiting: { tone: 'wait', label: 'Waiting' },
  sending: { tone: 'wait', label: 'Waiting' },
  sent: { tone: 'ok', label: 'Sent' },
  failed: { tone: 'bad', label: 'Failed' },
}

function MailState({ mail }: { mail: Row }) {
  const { tone, label } = TAGS[mail.state]
  return (
    <>
      <Tag tone={tone}>{label}</Tag>
      {mail.state === 'failed' && mail.lastError ? <Under>{mail.lastError}</Under> : null}
      {mail.state === 'sent' ? null : (
        <RowForm fields={{ intent: 'send', id: mail.id }} variant="link" aria-describedby={`mail-${mail.id}`}>
          Send now
        </RowForm>
      )}
    </>
  )
}
