import type { ReactNode } from 'react'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { Text, Under } from '#app/components/admin/admin-table.tsx'
import { Tag, When } from '#app/components/admin/cells.tsx'
import { ListPage } from '#app/components/admin/list-page.tsx'
import { RowForm } from '#app/components/admin/row-form.tsx'
import { takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleOrderNoticeForm } from '#app/services/owner/delivery-form.server.ts'
import type { Route } from './+types/order-notices'
import { loadList } from './list-loader.server.ts'

const FILTERS = [{ value: 'failed', label: 'Failed', none: 'No notice has failed.' }]

export const meta = () => adminMeta('Order notices')

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/submitting.ts'

export const loader = (args: Route.LoaderArgs) =>
  loadList(args, async (backend, query, filter) => {
    const page = await backend.listWebhookDeliveries({ ...query, failed: filter === 'failed' })
    // The payload has personal data that the page does not need.
    return { ...page, rows: page.rows.map(({ payload, ...row }) => ({ ...row, canRetry: payload !== null })) }
  })

export const action = (args: Route.ActionArgs) => takeAdminForm(args, handleOrderNoticeForm)

export default function OrderNotices({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Order notices"
      notice={actionData?.notice}
      text="What the storefront has told us about orders."
      list={loaderData.list}
      filters={FILTERS}
      empty="Nothing has arrived yet."
      cells={(row) => ({
        Received: <When at={row.createdAt} />,
        Topic: <code>{row.topic}</code>,
        Order: <span id={`order-${row.id}`}>{row.orderName ?? row.orderId ?? 'Not known'}</span>,
        Result: <Result row={row} />,
      })}
    />
  )
}

type Row = NonNullable<Route.ComponentProps['loaderData']['list']>['rows'][number]

const TAGS: Record<Row['state'], ReactNode> = {
  done: <Tag tone="ok">Done</Tag>,
  failed: <Tag tone="bad">Failed</Tag>,
  processing: <Tag tone="wait">At work</Tag>,
  ignored: <Tag>Nothing to do</Tag>,
}

function Result({ row }: { row: Row }) {
  return (
    <>
      {TAGS[row.state]}{' '}
      {row.repeats > 0 ? <Tag>{row.repeats === 1 ? 'Repeated' : `Repeated ${row.repeats} times`}</Tag> : null}
      {row.state === 'failed' && row.lastError ? (
        <Under>
          <Text>{row.lastError}</Text>
        </Under>
      ) : null}
      {row.state === 'failed' && row.canRetry ? (
        <RowForm fields={{ intent: 'retry', id: row.id }} variant="link" aria-describedby={`order-${row.id}`}>
          Try again
        </RowForm>
      ) : null}
    </>
  )
}
