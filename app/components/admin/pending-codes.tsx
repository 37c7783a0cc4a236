import type { Market } from '#app/models/market.ts'
import { TextLink } from '../ui/button.tsx'
import { AdminAlert, AlertRow } from './admin-section.tsx'
import { When } from './cells.tsx'
import { RowForm, SMALL_BUTTON } from './row-form.tsx'

type Pending = {
  readonly id: string
  readonly code: string
  readonly productTitle: string
  readonly market: Market
  readonly createdAt: string
}

/** Gift codes whose setup is to be confirmed, newest first; nothing when there are none. Spec: 4 Admin */
export function PendingCodes({ codes, total }: { codes: readonly Pending[]; total: number }) {
  if (codes.length === 0) return null
  return (
    <AdminAlert id="pending" title="Gift codes to finish">
      <p className="text-quiet">
        These gifts have a discount code, and their setup in the storefront is still to be checked.
      </p>
      <ul className="mt-2.5">
        {codes.map((gift) => (
          <AlertRow
            key={gift.id}
            form={
              <RowForm
                fields={{ intent: 'complete', id: gift.id }}
                variant="ghost"
                className={`${SMALL_BUTTON} max-md:w-full`}
                busyLabel="Saving..."
                aria-describedby={`code-${gift.id}`}
              >
                Mark Complete
              </RowForm>
            }
          >
            <code id={`code-${gift.id}`}>{gift.code}</code>
            <span>{`${gift.productTitle}, ${gift.market.toUpperCase()}`}</span>
            <span className="text-quiet">
              <When at={gift.createdAt} />
            </span>
          </AlertRow>
        ))}
      </ul>
      {total > codes.length ? (
        <TextLink prefetch="none" className="justify-self-start" to="/admin/gift-codes?state=setup-pending">
          {`All ${total} gift codes to finish`}
        </TextLink>
      ) : null}
    </AdminAlert>
  )
}
