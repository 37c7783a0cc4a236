import {
  type ComponentProps,
  createContext,
  type FormEvent,
  Fragment,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import { CODE, SHOWN_CODE } from '#app/models/cart-fields.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { discountText, MAX_CODE_LENGTH } from '#app/models/discount.ts'
import { marketPath } from '#app/models/market.ts'
import { CHANGE_FAILED, CHECKOUT_FAILED, type Toast } from '#app/models/messages.ts'
import { hidePageToasts, showToast } from '../page/stores.ts'
import { useShop } from '../page/use-shop.ts'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CONTROL } from '../ui/control.ts'
import { Icon } from '../ui/icon.tsx'
import { ToastText } from '../ui/note.tsx'
import { CartForm } from './client/hooks.tsx'
import { cart } from './client/queue.ts'

type Order = ReturnType<typeof useOrderForm>

const OrderContext = createContext<Order | null>(null)

/** The order form of the cart around the component. */
export function useOrder(): Order {
  const order = useContext(OrderContext)
  if (order === null) throw new Error('outside of an OrderForm')
  return order
}

/**
 * The order form of a cart: what is typed into its fields is sent along with the checkout, also without JavaScript.
 * Around the parts of the drawer or the cart page; `CheckoutForm` renders the form itself.
 */
export function OrderForm({ onOpened, children }: { onOpened?: () => void; children: ReactNode }) {
  return <OrderContext value={useOrderForm(onOpened)}>{children}</OrderContext>
}

function useOrderForm(onOpened?: () => void) {
  const { market, toasts } = useShop()
  const id = useId()
  /** The code that was sent last, and why it is not in the cart. */
  const [answer, setAnswer] = useState(() => {
    // Without JavaScript the reloaded page has the refusal as a toast.
    const refusals = toasts.filter(({ typed }) => typed !== undefined)
    return { code: refusals[0]?.typed ?? '', refusals }
  })
  const [refusal, setRefusal] = useState<Toast | null>(null)

  /** Shows why a sent code was refused beside its field, which keeps it. @returns the other messages */
  function showRefusals(form: HTMLFormElement, code: string, told: readonly Toast[]): Toast[] {
    hidePageToasts()
    const refusals = told.filter((toast) => toast.typed !== undefined || toast === CHANGE_FAILED)
    setAnswer({ code, refusals })
    const field = form.elements.namedItem(CODE)
    if (field instanceof HTMLInputElement && field.value.trim() === code) {
      if (refusals.length === 0) field.value = ''
      else field.focus()
    }
    return told.filter((toast) => !refusals.includes(toast))
  }

  /**
   * Makes the pending changes and those that were typed, and, unless a button only applies them, opens the checkout in a
   * new tab. The tab is opened with the click, before the URL is known: otherwise it would be blocked as a popup. Where
   * the browser gives none, as many browsers inside apps do, the checkout opens in this one. Spec: 4 Checkout, 5 Checkout
   */
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget: form, nativeEvent } = event
    const { submitter } = nativeEvent as SubmitEvent
    const intent = submitter?.getAttribute('name') === 'intent' ? submitter.getAttribute('value') : null
    const isCheckout = intent === null
    if (isCheckout && cart.getState().isLoading) return
    const tab = isCheckout ? openTab() : null
    setRefusal(null)
    const fields = new FormData(form)
    fields.set('intent', intent ?? 'checkout')
    const code = String(fields.get(CODE) ?? '').trim()
    const isCodeNew = code !== '' && !(isCheckout && code === fields.get(SHOWN_CODE))
    // Screen readers announce changes only, and the same refusal may come again.
    if (isCodeNew) setAnswer({ code, refusals: [] })
    const { ok, toasts, checkoutUrl } = await cart.change(fields, { isQuiet: true })
    const told = ok || toasts.length > 0 ? toasts : [isCheckout ? CHECKOUT_FAILED : CHANGE_FAILED]
    const rest = isCodeNew ? showRefusals(form, code, told) : [...told]
    // The form, which shows the last one, disappears with the last line.
    if (isCheckout && !checkoutUrl && cart.getState().view?.lines.length !== 0) setRefusal(rest.pop() ?? null)
    rest.forEach(showToast)
    if (!checkoutUrl) return tab?.close()
    if (tab && !tab.closed) {
      tab.opener = null
      tab.location.replace(checkoutUrl)
    } else location.assign(checkoutUrl)
    onOpened?.()
  }

  return {
    id,
    onSubmit,
    /** Of a button that applies what was typed, without a checkout; its `value` is an intent of the cart page. */
    applyButton: {
      type: 'submit',
      form: id,
      formAction: marketPath(market, '/cart'),
      formTarget: '_self',
      name: 'intent',
    } satisfies ComponentProps<'button'>,
    answer,
    /** Why no checkout was opened. */
    refusal,
  }
}

/** A new tab; null where the browser gives none, but null, an error, this window itself, or something like a window. */
function openTab(): Window | null {
  try {
    const tab = window.open('', '_blank')
    if (!tab || tab === window || Object.prototype.toString.call(tab) !== '[object Window]') return null
    tab.document.title = 'Opening checkout...'
    tab.document.body.textContent = 'Opening checkout...'
    return tab
  } catch {
    return null
  }
}

/**
 * The discount code, in the grid of `Options`: its field, which belongs to the order form, as a code that is typed when
 * the checkout is opened is applied first; and the state of the entered one. Spec: 2 Cart drawer
 */
export function MagicWords({ view: { discount } }: { view: CartView }) {
  const { id: form, applyButton, answer } = useOrder()
  const { code, refusals } = answer
  const id = useId()
  const isRefused = refusals.length > 0
  const isUseless = discount !== null && discount.state !== 'applied'
  return (
    <>
      <label
        className="text-sm font-semibold @min-[26rem]:col-start-2 @min-[26rem]:row-start-1 print:hidden"
        htmlFor={id}
      >
        Magic Words
      </label>
      <div className="grid grid-cols-end @min-[26rem]:col-start-2 @min-[26rem]:row-start-2 print:hidden">
        {/* What the visitor was told about, which the checkout does not send again. */}
        <input type="hidden" form={form} name={SHOWN_CODE} value={isRefused ? code : ''} />
        <input
          className={cn(
            CONTROL,
            'min-h-tap rounded-r-none [border-right-width:0] py-2 pr-1.5 pl-3 text-md focus-visible:relative',
          )}
          id={id}
          form={form}
          name={CODE}
          defaultValue={code}
          // biome-ignore lint/a11y/noAutofocus: on the reloaded page of a refused code, without JavaScript
          autoFocus={isRefused}
          placeholder="Code"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_CODE_LENGTH}
          required
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? `${id}-said` : undefined}
        />
        <button
          {...applyButton}
          id={`${id}-apply`}
          className="rounded-r-board edge bg-leaf px-2.5 text-sm font-semibold hover:bg-board"
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
        {refusals.map((toast) => (
          <Fragment key={toast.title}>
            <Icon name="alert" className="mt-0.5" />
            <p className="wrap-anywhere">
              <ToastText toast={toast} />
            </p>
          </Fragment>
        ))}
      </div>
      {discount ? (
        <CartForm
          fields={{ intent: 'remove-discount' }}
          className={cn(
            'col-span-full flex min-h-tap items-center justify-between gap-3 stripe border-verdigris bg-sage pl-3 text-sm leading-snug',
            isUseless && 'border-wax bg-rose',
          )}
          aria-label="Discount code"
          onResult={() => {
            // To the button beside the field: focusing the field would open the on-screen keyboard.
            if (document.activeElement === document.body) document.getElementById(`${id}-apply`)?.focus()
          }}
        >
          {isUseless ? <Icon name="alert" className="text-wax" /> : null}
          <span className="flex-1 wrap-anywhere" key={discountText(discount)}>
            {discountText(discount)}
          </span>
          <IconButton type="submit" icon="close" label={`Remove ${discount.code}`} className="print:hidden" />
        </CartForm>
      ) : null}
    </>
  )
}
