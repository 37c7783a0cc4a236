import { Link } from 'react-router'
import type { Market } from '../../models/market.ts'
import { Icon } from '../ui/icon.tsx'
import { UnreadableRows } from './list-page.tsx'
import { RowForm } from './row-form.tsx'
import { When } from './when.tsx'

type Pending = {
  readonly id: string
  readonly code: string
  readonly productTitle: string
  readonly market: Market
  readonly createdAt: string
}

/** Gift codes whose setup is to be confirmed, newest first; nothing when there are none. Spec: 4 Admin */
export function PendingCodes({
  codes,
  unreadable,
  total,
}: {
  codes: readonly Pending[]
  unreadable: number
  total: number
}) {
  if (codes.length + unreadable === 0) return null
  return (
    <section className="alert" aria-labelledby="pending">
      <h2 id="pending">
        <Icon name="alert" />
        Gift codes to finish
      </h2>
      <p>These gifts have a discount code, and their setup in the storefront is still to be checked.</p>
      <ul className="pend">
        {codes.map((gift) => (
          <li key={gift.id}>
            <code id={`code-${gift.id}`}>{gift.code}</code>
            <span>{`${gift.productTitle}, ${gift.market.toUpperCase()}`}</span>
            <span className="muted">
              <When at={gift.createdAt} />
            </span>
            <RowForm
              fields={{ intent: 'complete', id: gift.id }}
              variant="ghost"
              busyLabel="Saving..."
              aria-describedby={`code-${gift.id}`}
            >
              Mark Complete
            </RowForm>
          </li>
        ))}
      </ul>
      <UnreadableRows count={unreadable} />
      {total > codes.length + unreadable ? (
        <Link className="link" to="/admin/gift-codes?state=setup-pending">
          {`All ${total} gift codes to finish`}
        </Link>
      ) : null}
    </section>
  )
}
