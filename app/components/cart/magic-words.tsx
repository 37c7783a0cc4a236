import { Fragment, useId } from 'react'
import { CODE, SHOWN_CODE } from '#app/models/cart-fields.ts'
import type { CartDiscountView, CartView } from '#app/models/cart-view-types.ts'
import { discountText, MAX_CODE_LENGTH } from '#app/models/discount.ts'
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
      <CodeField id={id} inDrawer={inDrawer} />
      <EnteredCode discount={discount} fieldId={id} inDrawer={inDrawer} />
    </>
  )
}

/**
 * The field for a code, which belongs to the order form: a code that is typed when the checkout is opened is applied
 * first.
 */
function CodeField({ id, inDrawer }: { id: string; inDrawer: boolean }) {
  const { form, formProps, bind, applyButton, answer } = useOrder()
  const { error, ...field } = bind(CODE)
  const cells = inDrawer ? OPTION_CELLS : null
  return (
    <div className={inDrawer ? 'contents' : 'grid content-start gap-1.5'}>
      <label className={cn('text-sm font-semibold print:hidden', cells?.codeLabel)} htmlFor={field.id}>
        Magic Words
      </label>
      <div className={cn('grid grid-cols-end print:hidden', cells?.code)}>
        {/* What the visitor was told about, which the checkout does not send again. */}
        <input
          type="hidden"
          form={form.id}
          name={SHOWN_CODE}
          value={answer.refusals.length > 0 ? answer.code : ''}
        />
        <input
          {...field}
          className={cn(
            CONTROL,
            'rounded-r-none border-r-0 focus-visible:relative',
            inDrawer && 'min-h-tap py-2 pr-1.5 pl-3 text-md',
          )}
          form={form.id}
          onFocus={formProps.onFocus}
          placeholder={inDrawer ? 'Code' : 'Discount code'}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_CODE_LENGTH}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-said` : undefined}
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
        {error?.map((text) => {
          const notice = answer.refusals.find(({ title }) => title === text)
          return (
            // A refusal that comes again is rendered again: screen readers announce changes only.
            <Fragment key={`${answer.times} ${text}`}>
              <Icon name="alert" className="mt-0.5" />
              <p className="wrap-anywhere">{notice ? <NoticeText notice={notice} /> : text}</p>
            </Fragment>
          )
        })}
      </div>
    </div>
  )
}

type EnteredCodeProps = { discount: CartDiscountView | null; fieldId: string; inDrawer: boolean }

/** The state of the entered code. Always rendered: screen readers only announce changes of existing live regions. */
function EnteredCode({ discount, fieldId, inDrawer }: EnteredCodeProps) {
  const isRefused = discount !== null && discount.state !== 'applied'
  return (
    <CartForm
      fields={{ intent: 'remove-discount' }}
      className={cn(
        discount === null
          ? 'sr-only'
          : 'flex items-center justify-between gap-4 border-l-3 border-verdigris bg-sage py-1 pr-2 pl-4 text-sm leading-snug',
        isRefused && 'border-wax bg-rose',
        discount && inDrawer && [OPTION_CELLS.message, 'min-h-tap gap-3 py-0 pr-0 pl-3'],
      )}
      aria-label={discount ? 'Discount code' : undefined}
      onResult={() => {
        // To the button beside the field: focusing the field would open the on-screen keyboard.
        if (document.activeElement === document.body) document.getElementById(`${fieldId}-apply`)?.focus()
      }}
    >
      {isRefused ? <Icon name="alert" className="text-wax" /> : null}
      <span className="flex-1 wrap-anywhere" role="status">
        {discount ? <span key={discountText(discount)}>{discountText(discount)}</span> : null}
      </span>
      {discount ? (
        <IconButton type="submit" icon="close" label={`Remove ${discount.code}`} className="print:hidden" />
      ) : null}
    </CartForm>
  )
}
