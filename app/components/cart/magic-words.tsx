import { type ToggleEvent, useId, useRef, useState } from 'react'
import type { CartView } from '../../models/cart.ts'
import { discountText, type Notice } from '../../models/messages.ts'
import { outdatePage } from '../layout/notice-store.ts'
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
  const field = <CodeField id={id} />
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
      {view.discount ? <AppliedCode discount={view.discount} fieldId={id} /> : null}
    </>
  )
}

function CodeField({ id }: { id: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [refusals, setRefusals] = useState<readonly Notice[]>([])
  return (
    <CartForm
      className="field"
      fields={{ intent: 'apply-discount' }}
      quiet
      onAnswer={({ ok, notices }) => {
        outdatePage()
        // A code that was taken does not stay in its field.
        if (ok && input.current) input.current.value = ''
        setRefusals(ok ? [] : notices)
      }}
    >
      <label htmlFor={id}>Magic Words</label>
      <div className="magic">
        <input
          ref={input}
          className="in"
          id={id}
          name="code"
          placeholder="Discount code"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={64}
          required
          aria-describedby={`${id}-said`}
        />
        <button type="submit">Apply</button>
      </div>
      <div id={`${id}-said`} role="alert" className="err">
        {refusals.map((notice) => (
          <p key={notice.title}>
            <NoticeWords notice={notice} />
          </p>
        ))}
      </div>
    </CartForm>
  )
}

/** Where the keyboard goes on once a code and its button are gone: nothing to type in, which a phone would make room for. */
function goToField(fieldId: string) {
  if (document.activeElement !== document.body) return
  const field = document.getElementById(fieldId)
  const next = field?.closest('details')?.querySelector('summary') ?? field?.nextElementSibling
  if (next instanceof HTMLElement) next.focus()
}

function AppliedCode({
  discount,
  fieldId,
}: {
  discount: NonNullable<CartView['discount']>
  fieldId: string
}) {
  const isApplied = discount.state === 'applied'
  return (
    <CartForm
      fields={{ intent: 'remove-discount' }}
      className={isApplied ? 'chip' : 'chip bad'}
      onAnswer={() => {
        outdatePage()
        goToField(fieldId)
      }}
    >
      <span role="status">
        <span key={discountText(discount)}>{discountText(discount)}</span>
      </span>
      <button type="submit" aria-label={`Remove ${discount.code}`}>
        <Icon name="close" />
      </button>
    </CartForm>
  )
}
