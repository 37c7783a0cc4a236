import { Fragment, type ToggleEvent, useId, useRef, useState } from 'react'
import type { CartDiscountView, CartView } from '../../models/cart-view-types.ts'
import { CHANGE_FAILED, discountText, type Notice } from '../../models/messages.ts'
import { hidePageNotices } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Icon } from '../ui/icon.tsx'
import { NoticeWords } from '../ui/notice.tsx'
import { CartForm } from './cart-form.tsx'

/** Focuses the field when it is expanded. */
function focusField({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
  if (currentTarget.open) currentTarget.querySelector<HTMLElement>('.in')?.focus()
}

/** The discount code: a field, and the state of the entered code. Spec: 2 Cart drawer */
export function MagicWords({ view, folded = false }: { view: CartView; folded?: boolean }) {
  const id = useId()
  const { discount } = view
  const field = <CodeField id={id} refused={discount?.state === 'applied' ? null : discount} />
  return (
    <>
      {folded ? (
        <details className="words" onToggle={focusField}>
          <summary>Have some magic words?</summary>
          {field}
        </details>
      ) : (
        field
      )}
      <EnteredCode discount={discount} fieldId={id} />
    </>
  )
}

/**
 * The field for a code. A refused code stays in the field, so that it can be corrected.
 * @param refused a code of the cart that does not apply; `EnteredCode` shows the reason
 */
function CodeField({ id, refused }: { id: string; refused: CartDiscountView | null }) {
  const { notices } = useShop()
  const input = useRef<HTMLInputElement>(null)
  // Without JavaScript the reloaded page has the refusal as a notice.
  const [refusals, setRefusals] = useState((): readonly Notice[] =>
    notices.filter(({ typed }) => typed !== undefined),
  )
  const reason = refusals.length > 0 ? `${id}-said` : refused ? `${id}-code` : undefined
  return (
    <CartForm
      className="field"
      fields={{ intent: 'apply-discount' }}
      quiet
      onResult={({ ok, notices }) => {
        hidePageNotices()
        const isAccepted = ok && !notices.some(({ kind }) => kind === 'error')
        if (isAccepted && input.current) input.current.value = ''
        setRefusals(ok ? [] : notices.length > 0 ? notices : [CHANGE_FAILED])
      }}
    >
      <label htmlFor={id}>Magic Words</label>
      <div className="magic">
        <input
          ref={input}
          className="in"
          id={id}
          name="code"
          defaultValue={refusals[0]?.typed ?? refused?.code}
          placeholder="Discount code"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={64}
          required
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason}
        />
        <button type="submit">Apply</button>
      </div>
      <div id={`${id}-said`} role="alert" className="err">
        {refusals.map((notice) => (
          <Fragment key={notice.title}>
            <Icon name="alert" />
            <p>
              <NoticeWords notice={notice} />
            </p>
          </Fragment>
        ))}
      </div>
    </CartForm>
  )
}

/** Clears the field if it still has the removed code. */
function clearField(fieldId: string, code: string) {
  const field = document.getElementById(fieldId)
  if (field instanceof HTMLInputElement && field.value === code) field.value = ''
}

/**
 * Moves the focus near the field after the Remove button has disappeared; not into the field, which would open the
 * on-screen keyboard.
 */
function focusNearField(fieldId: string) {
  if (document.activeElement !== document.body) return
  const field = document.getElementById(fieldId)
  const next = field?.closest('details')?.querySelector('summary') ?? field?.nextElementSibling
  if (next instanceof HTMLElement) next.focus()
}

/** The state of the entered code. Always rendered: screen readers only announce changes of existing live regions. */
function EnteredCode({ discount, fieldId }: { discount: CartDiscountView | null; fieldId: string }) {
  const isRefused = discount !== null && discount.state !== 'applied'
  return (
    <CartForm
      fields={{ intent: 'remove-discount' }}
      className={discount === null ? 'sr' : isRefused ? 'chip bad' : 'chip'}
      onResult={() => {
        hidePageNotices()
        if (discount) clearField(fieldId, discount.code)
        focusNearField(fieldId)
      }}
    >
      {isRefused ? <Icon name="alert" /> : null}
      <span id={`${fieldId}-code`} role="status">
        {discount ? <span key={discountText(discount)}>{discountText(discount)}</span> : null}
      </span>
      {discount ? (
        <button type="submit" aria-label={`Remove ${discount.code}`}>
          <Icon name="close" />
        </button>
      ) : null}
    </CartForm>
  )
}
