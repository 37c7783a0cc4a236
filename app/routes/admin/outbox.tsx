import type { ReactNode } from 'react'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { Text, Under } from '#app/components/admin/admin-table.tsx'
import { Tag, When } from '#app/components/admin/cells.tsx'
import { ListPage } from '#app/components/admin/list-page.tsx'
import { RowForm } from '#app/components/admin/row-form.tsx'
import { takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleOutboxForm } from '#app/services/owner/delivery-form.server.ts'
import type { Route } from './+types/outbox'
import { loadList } from './list-loader.server.ts'

const FILTERS = [{ value: 'failed', label: 'Failed', none: 'No email has failed.' }]

export const meta = () => adminMeta('Outbox')

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/submitting.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadList(args, (backend, query, filter) => backend.listOutbox({ ...query, failed: filter === 'failed' }))

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
        To: mail.toEmail || <Under>Nobody</Under>,
        Subject: (
          <span id={`mail-${mail.id}`}>
            <Text>{mail.subject}</Text>
          </span>
        ),
        Written: <When at={mail.createdAt} />,
        State: <MailState mail={mail} />,
      })}
    />
  )
}

type Row = NonNullable<Route.ComponentProps['loaderData']['list']>['rows'][number]

const TAGS: Record<Row['state'], ReactNode> = {
  waiting: <Tag tone="wait">Waiting</Tag>,
  sending: <Tag tone="wait">Waiting</Tag>,
  sent: <Tag tone="ok">Sent</Tag>,
  failed: <Tag tone="bad">Failed</Tag>,
}

function MailState({ mail }: { mail: Row }) {
  return (
    <>
      {TAGS[mail.state]}
      {mail.state === 'failed' && mail.lastError ? (
        <Under>
          <Text>{mail.lastError}</Text>
        </Under>
      ) : null}
      {mail.state === 'sent' ? null : (
        <RowForm fields={{ intent: 'send', id: mail.id }} variant="link" aria-describedby={`mail-${mail.id}`}>
          Send now
        </RowForm>
      )}
    </>
  )
}
