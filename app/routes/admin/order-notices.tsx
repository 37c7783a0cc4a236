import { data } from 'react-router'
import { adminMeta } from '../../components/admin/admin-meta.ts'
import { AdminNotices } from '../../components/admin/admin-notices.tsx'
import { ListPage } from '../../components/admin/list-page.tsx'
import { OrderNoticeTable } from '../../components/admin/order-notice-table.tsx'
import { answerAdminAction, readAdminForm } from '../../services/owner/admin-outcome.server.ts'
import { handleOrderNoticeForm } from '../../services/owner/delivery-form.server.ts'
import { mapList, readList } from '../../services/owner/list-view.server.ts'
import { ownerContext, servicesContext, sessionContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/order-notices'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed', none: 'No notice has failed.' },
]

export const meta = () => adminMeta('Order notices')

export { reloadAfterForm as shouldRevalidate } from '../../components/admin/submitting.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const failed = url.searchParams.get('state') === 'failed'
  const list = await readList(services, url, (query) =>
    services.backend.listWebhookDeliveries({ ...query, failed }),
  )
  // The payload has personal data that the page does not need.
  const shown = list && mapList(list, ({ payload, ...row }) => ({ ...row, canRetry: payload !== null }))
  return data({ list: shown }, { status: list ? 200 : 503 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { owner } = context.get(ownerContext)
  const fields = await readAdminForm(request)
  const outcome = await handleOrderNoticeForm(context.get(servicesContext), owner, fields)
  if (outcome === null) throw data(null, { status: 400 })
  return answerAdminAction(context.get(sessionContext), url, outcome)
}

export default function OrderNotices({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNotices notices={actionData ? [actionData.notice] : []} />
      <ListPage
        title="Order notices"
        text="What the storefront has told us about orders."
        list={loaderData.list}
        filters={FILTERS}
        empty="Nothing has arrived yet."
      >
        {(rows) => <OrderNoticeTable rows={rows} />}
      </ListPage>
    </>
  )
}
