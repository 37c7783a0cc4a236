import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { CODE, SHOWN_CODE } from '../../models/cart-change.ts'
import type { CartDiscountView, CartView } from '../../models/cart-view-types.ts'
import { marketPath } from '../../models/market.ts'
import { discountText } from '../../models/messages.ts'
import { hidePageNotices } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Icon } from '../ui/icon.tsx'
import { NoticeText } from '../ui/notice.tsx'
import { CartForm } from './cart-form.tsx'
import { useOrder } from './client/hooks.tsx'

/**
 * The discount code: a field, and the state of the entered code. Spec: 2 Cart drawer
 * @param inPlace an applied code is shown instead of the field, where there is no room for both
 */
export function MagicWords({ view, inPlace = false }: { view: CartView; inPlace?: boolean }) {
  const id = useId()
  const { discount } = view
  const isApplied = discount?.state === 'applied'
  const isReplaced = inPlace && isApplied
  const refused = isApplied ? null : discount
  const repeats = useOrder().answer?.repeats ?? 0
  return (
    <>
      <CodeField
        id={id}
        refused={refused}
        hidden={isReplaced}
        hint={inPlace ? 'Code' : 'Discount code'}
        repeats={repeats}
      />
      {isReplaced ? <span className="label">Magic Words</span> : null}
      <EnteredCode discount={discount} fieldId={id} inPlace={inPlace} repeats={repeats} />
    </>
  )
}

type CodeFieldProps = {
  id: string
  refused: CartDiscountView | null
  hidden: boolean
  hint: string
  repeats: number
}

/**
 * The field for a code, which belongs to the order form: a code that is typed when the checkout is opened is applied
 * first. A refused code stays in the field, so that it can be corrected.
 * @param refused a code of the cart that does not apply; `EnteredCode` shows the reason
 * @param repeats how often a message has come again for the same code: it is rendered again, as screen readers
 * announce changes only
 * @param hidden hidden rather than unmounted: a new field would repeat the refusal that the page came with
 */
function CodeField({ id, refused, hidden, hint, repeats }: CodeFieldProps) {
  const { market, notices } = useShop()
  const { formId, answer } = useOrder()
  const input = useRef<HTMLInputElement>(null)
  // Without JavaScript the reloaded page has the refusal as a notice.
  const [shownNotices] = useState(() => notices.filter(({ typed }) => typed !== undefined))
  const refusals = answer ? answer.refusals : shownNotices
  const initialCode = shownNotices[0]?.typed ?? refused?.code ?? ''
  // The code that the visitor was told about last, and that is still there.
  const [firstCode] = useState(initialCode)
  const shownCode = answer === null ? firstCode : answer.isAccepted ? '' : answer.code
  const reason = refusals.length > 0 ? `${id}-said` : refused ? `${id}-code` : undefined

  useEffect(() => {
    if (!answer?.isAccepted) return
    if (input.current?.value.trim() === answer.code) input.current.value = ''
    moveFocus(`${id}-chip`)
  }, [answer, id])

  return (
    <div className="field" hidden={hidden}>
      <label htmlFor={id}>Magic Words</label>
      <div className="magic">
        <input type="hidden" form={formId} name={SHOWN_CODE} value={shownCode} />
        <input
          ref={input}
          className="in"
          id={id}
          form={formId}
          name={CODE}
          defaultValue={initialCode}
          placeholder={hint}
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
        <button
          type="submit"
          id={`${id}-apply`}
          form={formId}
          formAction={marketPath(market, '/cart')}
          formTarget="_self"
          name="intent"
          value="apply-discount"
        >
          Apply
        </button>
      </div>
      <div id={`${id}-said`} role="alert" className="err">
        {refusals.map((notice) => (
          <Fragment key={repeats + notice.title}>
            <Icon name="alert" />
            <p>
              <NoticeText notice={notice} />
            </p>
          </Fragment>
        ))}
      </div>
    </div>
  )
}

/** Clears the field if it still has the removed code. */
function clearField(fieldId: string, code: string) {
  const field = document.getElementById(fieldId)
  if (field instanceof HTMLInputElement && field.value === code) field.value = ''
}

/** Whether the focused element is gone. A hidden element keeps the focus until the next frame. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.closest('[hidden]') !== null
}

/** Moves a lost focus to the first of these elements that is shown. */
function moveFocus(...ids: string[]) {
  if (!isFocusLost()) return
  const shown = ids
    .map((id) => document.getElementById(id))
    .find((found) => found?.closest('[hidden]') === null)
  shown?.focus()
}

type EnteredCodeProps = {
  discount: CartDiscountView | null
  fieldId: string
  inPlace: boolean
  repeats: number
}

/** The state of the entered code. Always rendered: screen readers only announce changes of existing live regions. */
function EnteredCode({ discount, fieldId, inPlace, repeats }: EnteredCodeProps) {
  const { forgetCode } = useOrder()
  const isRefused = discount !== null && discount.state !== 'applied'
  const chipId = `${fieldId}-chip`
  return (
    <CartForm
      fields={{ intent: 'remove-discount' }}
      id={chipId}
      className={discount === null ? 'sr' : isRefused ? 'chip bad' : 'chip'}
      // Takes the focus when it replaces the field: on the button, a second Enter would remove the code again.
      tabIndex={-1}
      aria-label={inPlace && discount ? 'Discount code' : undefined}
      onResult={({ ok }) => {
        hidePageNotices()
        if (ok) forgetCode()
        if (discount) clearField(fieldId, discount.code)
        // To the button beside a field that stays: focusing the field would open the on-screen keyboard.
        moveFocus(inPlace ? fieldId : `${fieldId}-apply`, chipId)
      }}
    >
      {isRefused ? <Icon name="alert" /> : null}
      <span id={`${fieldId}-code`} role="status">
        {discount ? <span key={repeats + discountText(discount)}>{discountText(discount)}</span> : null}
      </span>
      {discount ? (
        <button type="submit" aria-label={`Remove ${discount.code}`}>
          <Icon name="close" />
        </button>
      ) : null}
    </CartForm>
  )
}
