import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
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
    <section className="alert" aria-labelledby="to-settle">
      <h2 id="to-settle">
        <Icon name="alert" />
        Orders to look at before they ship
      </h2>
      <ul className="pend">
        {orders.map(({ id, orderName, text, createdAt }) => (
          <li key={id}>
            <span>{`Order ${orderName}`}</span>
            <span>{text}</span>
            <span className="muted">
              <When at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <Link className="link" to="/admin/security">
        All that was reported, in the audit trail
      </Link>
    </section>
  )
}
