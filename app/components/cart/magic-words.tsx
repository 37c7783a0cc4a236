import { Fragment, useId } from 'react'
import { CODE, SHOWN_CODE } from '#app/models/cart-fields.ts'
import type { CartDiscountView, CartView } from '#app/models/cart-view-types.ts'
import { discountText, MAX_CODE_LENGTH } from '#app/models/discount.ts'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CONTROL } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { ToastText } from '../ui/note.tsx'
import { CartForm } from './cart-form.tsx'
import { useOrder } from './order.tsx'

/** The discount code: a field, and the state of the entered code, in the grid of `Options`. Spec: 2 Cart drawer */
export function MagicWords({ view: { discount } }: { view: CartView }) {
  const id = useId()
  return (
    <>
      <CodeField id={id} />
      <EnteredCode discount={discount} fieldId={id} />
    </>
  )
}

/**
 * The field for a code, which belongs to the order form: a code that is typed when the checkout is opened is applied
 * first.
 */
function CodeField({ id }: { id: string }) {
  const { form, formProps, bind, applyButton, answer } = useOrder()
  const { error, ...field } = bind(CODE)
  return (
    <>
      <label
        className="text-sm font-semibold @min-[26rem]:col-start-2 @min-[26rem]:row-start-1 print:hidden"
        htmlFor={field.id}
      >
        Magic Words
      </label>
      <div className="grid grid-cols-end @min-[26rem]:col-start-2 @min-[26rem]:row-start-2 print:hidden">
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
            'min-h-tap rounded-r-none border-r-0 py-2 pr-1.5 pl-3 text-md focus-visible:relative',
          )}
          form={form.id}
          onFocus={formProps.onFocus}
          placeholder="Code"
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
          className="rounded-r-board border border-edge bg-leaf px-2.5 text-sm font-semibold hover:bg-board"
          value="apply-discount"
        >
          Apply
        </button>
      </div>
      <div
        id={`${id}-said`}
        role="alert"
        className="col-span-full flex items-start gap-2 text-sm leading-snug text-bad empty:hidden"
      >
        {error?.map((text) => {
          const toast = answer.refusals.find(({ title }) => title === text)
          return (
            // A refusal that comes again is rendered again: screen readers announce changes only.
            <Fragment key={`${answer.times} ${text}`}>
              <Icon name="alert" className="mt-0.5" />
              <p className="wrap-anywhere">{toast ? <ToastText toast={toast} /> : text}</p>
            </Fragment>
          )
        })}
      </div>
    </>
  )
}

/** The state of the entered code. Always rendered: screen readers only announce changes of existing live regions. */
function EnteredCode({ discount, fieldId }: { discount: CartDiscountView | null; fieldId: string }) {
  const isRefused = discount !== null && discount.state !== 'applied'
  return (
    <CartForm
      fields={{ intent: 'remove-discount' }}
      className={cn(
        discount === null
          ? 'sr-only'
          : 'col-span-full flex min-h-tap items-center justify-between gap-3 border-l-3 border-verdigris bg-sage pl-3 text-sm leading-snug',
        isRefused && 'border-wax bg-rose',
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
