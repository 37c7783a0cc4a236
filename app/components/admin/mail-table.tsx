import { AdminRow, AdminTable, Under } from './admin-table.tsx'
import { Tag, When } from './cells.tsx'
import { RowForm } from './row-form.tsx'

type State = 'waiting' | 'sending' | 'sent' | 'failed'

type Row = {
  readonly id: string
  readonly toEmail: string
  readonly subject: string
  readonly state: State
  readonly lastError: string | null
  readonly createdAt: string
  readonly sentAt: string | null
}

const COLUMNS = ['To', 'Subject', 'Written', 'State']

const TAGS: Record<State, { tone: 'ok' | 'wait' | 'bad'; label: string }> = {
  waiting: { tone: 'wait', label: 'Waiting' },
  sending: { tone: 'wait', label: 'Waiting' },
  sent: { tone: 'ok', label: 'Sent' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** The outbox: mails with their delivery state. */
export function MailTable({ rows }: { rows: readonly Row[] }) {
  return (
    <AdminTable caption="Outbox" columns={COLUMNS}>
      {rows.map((mail) => (
        <AdminRow
          key={mail.id}
          cells={{
            To: mail.toEmail,
            Subject: <span id={`mail-${mail.id}`}>{mail.subject}</span>,
            Written: <When at={mail.createdAt} />,
            State: <MailState mail={mail} />,
          }}
        />
      ))}
    </AdminTable>
  )
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
