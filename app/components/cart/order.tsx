import type { SubmissionResult } from '@conform-to/react'
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import { CODE, SHOWN_CODE } from '#app/models/cart-fields.ts'
import { marketPath } from '#app/models/market.ts'
import { CHANGE_FAILED, CHECKOUT_FAILED, type Toast } from '#app/models/messages.ts'
import { useForm } from '../forms/use-form.ts'
import { hidePageToasts, showToast } from '../page/toast-store.ts'
import { useShop } from '../page/use-shop.ts'
import { cart } from './client/browser.ts'

/** What came of the code that was sent last. */
type CodeAnswer = {
  readonly code: string
  /** Why it is not in the cart; none where it is. */
  readonly refusals: readonly Toast[]
  /** How often there was an answer. */
  readonly times: number
  readonly result: SubmissionResult
}

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

/** The answer to a code as the result of the form: a refused code stays in its field, so that it can be corrected. */
function answerTo(code: string, refusals: readonly Toast[], times: number): CodeAnswer {
  const error = { [CODE]: refusals.map(({ title }) => title) }
  const result: SubmissionResult =
    refusals.length > 0
      ? { status: 'error', initialValue: { [CODE]: code }, error, state: { validated: { [CODE]: true } } }
      : { status: 'success', initialValue: {} }
  return { code, refusals, times, result }
}

function useOrderForm(onOpened?: () => void) {
  const { market, toasts } = useShop()
  const [answer, setAnswer] = useState(() => {
    // Without JavaScript the reloaded page has the refusal as a toast.
    const first = toasts.filter(({ typed }) => typed !== undefined)
    return answerTo(first[0]?.typed ?? '', first, 0)
  })
  const [refusal, setRefusal] = useState<Toast | null>(null)
  const schema = () => import('#app/models/order-form.ts').then(({ orderForm }) => orderForm(market))
  const conform = useForm<'code' | 'country'>({ id: useId(), schema }, answer)

  /** Sends what was typed. @returns also the toasts that are not shown beside the code */
  async function send(form: HTMLFormElement, intent: string, failed: Toast) {
    const fields = new FormData(form)
    fields.set('intent', intent)
    const result = await cart.change(fields, { isQuiet: true })
    const told = result.ok || result.toasts.length > 0 ? result.toasts : [failed]
    const code = String(fields.get(CODE) ?? '').trim()
    if (code === '' || (intent === 'checkout' && code === fields.get(SHOWN_CODE))) return { ...result, told }
    hidePageToasts()
    const refusals = told.filter((toast) => toast.typed !== undefined || toast === CHANGE_FAILED)
    setAnswer(({ times }) => answerTo(code, refusals, times + 1))
    const field = form.elements.namedItem(CODE)
    const isShown = field instanceof HTMLInputElement && field.value.trim() === code
    if (isShown && refusals.length === 0) field.value = ''
    return { ...result, told: told.filter((toast) => !toast.isAboutCode && !refusals.includes(toast)) }
  }

  /**
   * Makes the pending changes and those that were typed, and opens the checkout in a new tab. The tab is opened with the
   * click, before the URL is known: otherwise it would be blocked as a popup. Where the browser gives none, as many
   * browsers inside apps do, the checkout opens in this one. Spec: 4 Checkout, 5 Checkout
   */
  async function checkOut(form: HTMLFormElement) {
    if (cart.getState().isLoading) return
    const tab = openTab()
    const { checkoutUrl, told } = await send(form, 'checkout', CHECKOUT_FAILED)
    if (checkoutUrl) {
      told.forEach(showToast)
      goTo(checkoutUrl, tab)
      return onOpened?.()
    }
    tab?.close()
    // The form, which shows the last one, disappears with the last line.
    const isEmpty = cart.getState().view?.lines.length === 0
    setRefusal(isEmpty ? null : (told.at(-1) ?? null))
    told.slice(0, isEmpty ? undefined : -1).forEach(showToast)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    conform.formProps.onSubmit(event)
    // Something typed is wrong; or Conform validates one field, by a submission too.
    if (event.defaultPrevented) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    setRefusal(null)
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'intent')
      return checkOut(event.currentTarget)
    const { told } = await send(event.currentTarget, submitter.value, CHANGE_FAILED)
    told.forEach(showToast)
  }

  return {
    ...conform,
    formProps: { ...conform.formProps, onSubmit },
    /** Of a button that applies what was typed, without a checkout; its `value` is an intent of the cart page. */
    applyButton: {
      type: 'submit',
      form: conform.form.id,
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

function goTo(url: string, tab: Window | null): void {
  if (tab && !tab.closed) {
    tab.opener = null
    tab.location.replace(url)
  } else location.assign(url)
}
