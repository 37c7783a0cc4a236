import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { CODE, SHOWN_CODE } from '#app/models/cart-fields.ts'
import type { CartDiscountView, CartView } from '#app/models/cart-view-types.ts'
import { MAX_CODE_LENGTH } from '#app/models/discount-code.ts'
import { discountText } from '#app/models/discount-messages.ts'
import { CODE_EMPTY } from '#app/models/page-messages.ts'
import { hidePageNotices } from '../page/notice-store.ts'
import { useShop } from '../page/use-shop.ts'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CONTROL } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeText } from '../ui/notice.tsx'
import { CartForm } from './cart-form.tsx'
import { OPTION_CELLS } from './cart-parts.tsx'
import { useOrder } from './order.tsx'

type Props = {
  readonly view: CartView
  /** Its parts are cells of the drawer's `OPTIONS`. */
  readonly inDrawer?: boolean
}

/** The discount code: a field, and the state of the entered code. Spec: 2 Cart drawer */
export function MagicWords({ view: { discount }, inDrawer = false }: Props) {
  const id = useId()
  return (
    <>
      <CodeField id={id} refused={discount?.state === 'applied' ? null : discount} inDrawer={inDrawer} />
      <EnteredCode discount={discount} fieldId={id} inDrawer={inDrawer} />
    </>
  )
}

type CodeFieldProps = { id: string; refused: CartDiscountView | null; inDrawer: boolean }

/**
 * The field for a code, which belongs to the order form: a code that is typed when the checkout is opened is applied
 * first. A refused code stays in the field, so that it can be corrected.
 * @param refused a code of the cart that does not apply; `EnteredCode` shows the reason
 */
function CodeField({ id, refused, inDrawer }: CodeFieldProps) {
  const { notices } = useShop()
  const { formId, applyButton, answer } = useOrder()
  const cells = inDrawer ? OPTION_CELLS : null
  const input = useRef<HTMLInputElement>(null)
  // Without JavaScript the reloaded page has the refusal as a notice.
  const [shownNotices] = useState(() => notices.filter(({ typed }) => typed !== undefined))
  const refusals = answer ? answer.refusals : shownNotices
  const initialCode = shownNotices[0]?.typed ?? refused?.code ?? ''
  // The code that the visitor was told about last, and that is still there.
  const [firstCode] = useState(initialCode)
  const shownCode = answer === null ? firstCode : answer.isAccepted ? '' : answer.code
  const [isMissing, setMissing] = useState(false)
  const isSaid = isMissing || refusals.length > 0
  const reason = isSaid ? `${id}-said` : refused ? `${id}-code` : undefined

  useEffect(() => {
    if (!answer?.isAccepted) return
    if (input.current?.value.trim() === answer.code) input.current.value = ''
    moveFocus(`${id}-chip`)
  }, [answer, id])

  return (
    <div className={inDrawer ? 'contents' : 'grid content-start gap-1.5'}>
      <label className={cn('text-sm font-semibold print:hidden', cells?.codeLabel)} htmlFor={id}>
        Magic Words
      </label>
      <div className={cn('grid grid-cols-end print:hidden', cells?.code)}>
        <input type="hidden" form={formId} name={SHOWN_CODE} value={shownCode} />
        <input
          ref={input}
          className={cn(
            CONTROL,
            'rounded-r-none border-r-0 focus-visible:relative',
            inDrawer && 'min-h-tap py-2 pr-1.5 pl-3 text-md',
          )}
          id={id}
          form={formId}
          name={CODE}
          defaultValue={initialCode}
          placeholder={inDrawer ? 'Code' : 'Discount code'}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_CODE_LENGTH}
          required
          // In place of the browser's bubble.
          onInvalid={(event) => {
            event.preventDefault()
            setMissing(true)
            event.currentTarget.focus()
          }}
          onInput={() => setMissing(false)}
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason}
        />
        <button
          {...applyButton}
          id={`${id}-apply`}
          className={cn(
            'rounded-r-board border border-edge bg-leaf px-4 font-semibold hover:bg-board',
            inDrawer && 'px-2.5 text-sm',
          )}
          value="apply-discount"
        >
          Apply
        </button>
      </div>
      <div
        id={`${id}-said`}
        role="alert"
        className={cn('flex items-start gap-2 text-sm leading-snug text-bad empty:hidden', cells?.message)}
      >
        {isMissing ? <p>{CODE_EMPTY}</p> : null}
        {(isMissing ? [] : refusals).map((notice) => (
          // A refusal that comes again is rendered again: screen readers announce changes only.
          <Fragment key={(answer?.times ?? 0) + notice.title}>
            <Icon name="alert" className="mt-0.5" />
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

/** Moves a lost focus to an element. */
function moveFocus(id: string) {
  if (document.activeElement === document.body) document.getElementById(id)?.focus()
}

type EnteredCodeProps = { discount: CartDiscountView | null; fieldId: string; inDrawer: boolean }

/** The state of the entered code. Always rendered: screen readers only announce changes of existing live regions. */
function EnteredCode({ discount, fieldId, inDrawer }: EnteredCodeProps) {
  const { answer, forgetCode } = useOrder()
  // Rendered again when its code is typed again, and only then, so that nothing else repeats it to screen readers.
  const stateKey = discount && (answer?.retypedTimes ?? 0) + discountText(discount)
  const isRefused = discount !== null && discount.state !== 'applied'
  const chipId = `${fieldId}-chip`
  return (
    <CartForm
      fields={{ intent: 'remove-discount' }}
      id={chipId}
      className={cn(
        discount === null
          ? 'sr-only'
          : 'flex items-center justify-between gap-4 border-l-3 border-verdigris bg-sage py-1 pr-2 pl-4 text-sm leading-snug focus-visible:focus-ring',
        isRefused && 'border-wax bg-rose',
        discount && inDrawer && [OPTION_CELLS.message, 'min-h-tap gap-3 py-0 pr-0 pl-3'],
      )}
      // Takes the focus when it replaces the field: on the button, a second Enter would remove the code again.
      tabIndex={-1}
      aria-label={discount ? 'Discount code' : undefined}
      onResult={({ ok }) => {
        hidePageNotices()
        if (ok) forgetCode()
        if (discount) clearField(fieldId, discount.code)
        // To the button beside the field: focusing the field would open the on-screen keyboard.
        moveFocus(`${fieldId}-apply`)
      }}
    >
      {isRefused ? <Icon name="alert" className="text-wax" /> : null}
      <span className="flex-1 wrap-anywhere" id={`${fieldId}-code`} role="status">
        {discount ? <span key={stateKey}>{discountText(discount)}</span> : null}
      </span>
      {discount ? (
        <IconButton type="submit" icon="close" label={`Remove ${discount.code}`} className="print:hidden" />
      ) : null}
    </CartForm>
  )
}
