import { AdminRow, AdminTable, Under } from './admin-table.tsx'
import { Tag, When } from './cells.tsx'
import { RowForm } from './row-form.tsx'

type State = 'processing' | 'done' | 'failed' | 'ignored'

type Row = {
  readonly id: string
  readonly topic: string
  readonly orderId: string | null
  readonly orderName: string | null
  readonly state: State
  readonly repeats: number
  readonly lastError: string | null
  readonly createdAt: string
  readonly canRetry: boolean
}

const COLUMNS = ['Received', 'Topic', 'Order', 'Result']

const TAGS: Record<State, { tone: 'ok' | 'wait' | 'bad' | 'plain'; label: string }> = {
  done: { tone: 'ok', label: 'Done' },
  failed: { tone: 'bad', label: 'Failed' },
  processing: { tone: 'wait', label: 'At work' },
  ignored: { tone: 'plain', label: 'Nothing to do' },
}

/** Webhook deliveries about orders, with the result of processing them. */
export function OrderNoticeTable({ rows }: { rows: readonly Row[] }) {
  return (
    <AdminTable caption="Order notices" columns={COLUMNS}>
      {rows.map((row) => (
        <AdminRow
          key={row.id}
          cells={{
            Received: <When at={row.createdAt} />,
            Topic: <code>{row.topic}</code>,
            Order: <span id={`order-${row.id}`}>{row.orderName ?? row.orderId ?? 'Not known'}</span>,
            Result: <Result row={row} />,
          }}
        />
      ))}
    </AdminTable>
  )
}

function Result({ row }: { row: Row }) {
  const { tone, label } = TAGS[row.state]
  return (
    <>
      <Tag tone={tone}>{label}</Tag>{' '}
      {row.repeats > 0 ? <Tag>{row.repeats === 1 ? 'Repeated' : `Repeated ${row.repeats} times`}</Tag> : null}
      {row.state === 'failed' && row.lastError ? <Under>{row.lastError}</Under> : null}
      {row.state === 'failed' && row.canRetry ? (
        <RowForm fields={{ intent: 'retry', id: row.id }} variant="link" aria-describedby={`order-${row.id}`}>
          Try again
        </RowForm>
      ) : null}
    </>
  )
}
