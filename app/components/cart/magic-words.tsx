import { Fragment, type ToggleEvent, useId, useRef, useState } from 'react'
import type { CartDiscountView, CartView } from '../../models/cart.ts'
import { CHANGE_FAILED, discountText, type Notice } from '../../models/messages.ts'
import { hidePageNotices } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Icon } from '../ui/icon.tsx'
import { NoticeWords } from '../ui/notice.tsx'
import { CartForm } from './cart-form.tsx'

/** Who unfolds the field wants to type in it. */
function startTyping({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
  if (currentTarget.open) currentTarget.querySelector<HTMLElement>('.in')?.focus()
}

/** The discount code: a field, and what became of the code that was entered. Spec: 2 Cart drawer */
export function MagicWords({ view, folded = false }: { view: CartView; folded?: boolean }) {
  const id = useId()
  const { discount } = view
  const field = <CodeField id={id} refused={discount?.state === 'applied' ? null : discount} />
  return (
    <>
      {folded ? (
        <details className="words" onToggle={startTyping}>
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
 * The field for a code. What was typed stays in it until it is taken, so that a slip can be put right.
 * @param refused the code that the cart keeps though it does not apply, of which `EnteredCode` says why
 */
function CodeField({ id, refused }: { id: string; refused: CartDiscountView | null }) {
  const { notices } = useShop()
  const input = useRef<HTMLInputElement>(null)
  // Without scripts the page comes back with what was refused.
  const [refusals, setRefusals] = useState((): readonly Notice[] =>
    notices.filter(({ typed }) => typed !== undefined),
  )
  const reason = refusals.length > 0 ? `${id}-said` : refused ? `${id}-code` : undefined
  return (
    <CartForm
      className="field"
      fields={{ intent: 'apply-discount' }}
      quiet
      onAnswer={({ ok, notices }) => {
        hidePageNotices()
        const isTaken = ok && !notices.some(({ kind }) => kind === 'error')
        if (isTaken && input.current) input.current.value = ''
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

/** A code that was taken off is no longer in its field, as one that is refused would be. */
function emptyField(fieldId: string, code: string) {
  const field = document.getElementById(fieldId)
  if (field instanceof HTMLInputElement && field.value === code) field.value = ''
}

/** Where the keyboard goes on once a code and its button are gone: nothing to type in, which a phone would make room for. */
function goToField(fieldId: string) {
  if (document.activeElement !== document.body) return
  const field = document.getElementById(fieldId)
  const next = field?.closest('details')?.querySelector('summary') ?? field?.nextElementSibling
  if (next instanceof HTMLElement) next.focus()
}

/** What became of the code that was entered. It is there without one too: only what was empty before is read out. */
function EnteredCode({ discount, fieldId }: { discount: CartDiscountView | null; fieldId: string }) {
  const isRefused = discount !== null && discount.state !== 'applied'
  return (
    <CartForm
      fields={{ intent: 'remove-discount' }}
      className={discount === null ? 'sr' : isRefused ? 'chip bad' : 'chip'}
      onAnswer={() => {
        hidePageNotices()
        if (discount) emptyField(fieldId, discount.code)
        goToField(fieldId)
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
