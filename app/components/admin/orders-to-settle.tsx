import { TextLink } from '../ui/button.tsx'
import { AdminAlert, AlertList, AlertRow } from './admin-section.tsx'
import { When } from './when.tsx'

type Reported = {
  readonly id: string
  readonly orderName: string
  /** What is wrong with it, as a sentence. */
  readonly text: string
  readonly createdAt: string
}

/** Orders that were reported lately and that the shop leaves to its owner; nothing when there are none. */
export function OrdersToSettle({ orders }: { orders: readonly Reported[] }) {
  if (orders.length === 0) return null
  return (
    <AdminAlert id="to-settle" title="Orders to look at before they ship">
      <AlertList>
        {orders.map(({ id, orderName, text, createdAt }) => (
          <AlertRow key={id}>
            <span>{`Order ${orderName}`}</span>
            <span>{text}</span>
            <span className="text-quiet">
              <When at={createdAt} />
            </span>
          </AlertRow>
        ))}
      </AlertList>
      <TextLink prefetch="none" className="justify-self-start" to="/admin/security">
        All that was reported, in the audit trail
      </TextLink>
    </AdminAlert>
  )
}
