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
import { CHANGE_FAILED, CHECKOUT_FAILED, type Notice } from '#app/models/messages.ts'
import { hidePageNotices, showNotice } from '../page/notice-store.ts'
import { useShop } from '../page/use-shop.ts'
import { cart } from './client/browser.ts'

/** What came of the code that was sent last. */
type CodeAnswer = {
  readonly code: string
  /** Why it is not in the cart; none where it is. */
  readonly refusals: readonly Notice[]
  /** How often there was an answer. */
  readonly times: number
}

type Order = {
  /** Id of the form: the fields for quantities, country and code belong to it, wherever they are. */
  readonly formId: string
  /** Of a button that applies what was typed, without a checkout; its `value` is an intent of the cart page. */
  readonly applyButton: ComponentProps<'button'>
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  /** Null before the first code. */
  readonly answer: CodeAnswer | null
  /** Why no checkout was opened. */
  readonly refusal: Notice | null
}

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
  const { market } = useShop()
  const formId = useId()
  const [answer, setAnswer] = useState<CodeAnswer | null>(null)
  const [refusal, setRefusal] = useState<Notice | null>(null)

  /** Sends what was typed. @returns also the notices that are not shown beside the code, and whether that was refused */
  async function send(fields: FormData, failed: Notice) {
    const result = await cart.change(fields, { isQuiet: true })
    const notices = result.ok || result.notices.length > 0 ? result.notices : [failed]
    const code = String(fields.get(CODE) ?? '').trim()
    const isCodeSent = code !== '' && (failed === CHANGE_FAILED || code !== fields.get(SHOWN_CODE))
    if (!isCodeSent) return { ...result, others: notices, isCodeRefused: false }
    hidePageNotices()
    const refusals = notices.filter((notice) => notice.typed !== undefined || notice === CHANGE_FAILED)
    setAnswer((last) => ({ code, refusals, times: (last?.times ?? 0) + 1 }))
    return {
      ...result,
      others: notices.filter((notice) => !notice.isAboutCode && !refusals.includes(notice)),
      isCodeRefused: notices.some(({ isAboutCode, kind }) => isAboutCode && kind !== 'success'),
    }
  }

  /**
   * Makes the pending changes and those that were typed, and opens the checkout in a new tab. The tab is opened with the
   * click, before the URL is known: otherwise it would be blocked as a popup. Where the browser gives none, as many
   * browsers inside apps do, the checkout opens in this one. Spec: 4 Checkout, 5 Checkout
   */
  async function checkOut(fields: FormData, code: unknown) {
    if (cart.getState().isLoading) return
    const tab = openTab()
    const sent = await send(fields, CHECKOUT_FAILED)
    if (sent.checkoutUrl) {
      sent.others.forEach(showNotice)
      goTo(sent.checkoutUrl, tab)
      return onOpened?.()
    }
    tab?.close()
    const told = sent.others
    // The form, which shows the last one, disappears with the last line.
    const isEmpty = cart.getState().view?.lines.length === 0
    setRefusal(isEmpty ? null : (told.at(-1) ?? null))
    told.slice(0, isEmpty ? undefined : -1).forEach(showNotice)
    if (sent.isCodeRefused && code instanceof HTMLInputElement) code.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const isApply = submitter instanceof HTMLButtonElement && submitter.name === 'intent'
    const fields = new FormData(form)
    fields.set('intent', isApply ? submitter.value : 'checkout')
    setRefusal(null)
    if (isApply) (await send(fields, CHANGE_FAILED)).others.forEach(showNotice)
    else await checkOut(fields, form.elements.namedItem(CODE))
  }

  const applyButton = {
    type: 'submit',
    form: formId,
    formAction: marketPath(market, '/cart'),
    formTarget: '_self',
    name: 'intent',
  } satisfies ComponentProps<'button'>
  return <OrderContext value={{ formId, applyButton, submit, answer, refusal }}>{children}</OrderContext>
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
