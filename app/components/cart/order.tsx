import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import { CODE, SHOWN_CODE, typedChanges } from '#app/models/cart-fields.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import {
  CART_PARTLY_RESTORED,
  CHANGE_FAILED,
  CHECKOUT_FAILED,
  COOKIES_REFUSED,
  type Notice,
} from '#app/models/messages.ts'
import type { CheckoutReply } from '#app/models/replies.ts'
import { hidePageNotices, showNotice } from '../page/notice-store.ts'
import { useShop } from '../page/use-shop.ts'
import { cart } from './client/browser.ts'

/** After this a request counts as failed. */
const CHECKOUT_TIMEOUT_MS = 20_000

/** What the visitor was told about the code typed last. */
export type CodeAnswer = {
  readonly code: string
  readonly isAccepted: boolean
  /** Why it was refused, unless the cart has it as a code that does not apply. */
  readonly refusals: readonly Notice[]
  /** How often there were such refusals. */
  readonly refusedTimes: number
  /** How often the code of the cart, which does not apply, was typed again. */
  readonly retypedTimes: number
}

const UNANSWERED = { refusedTimes: 0, retypedTimes: 0 }

type Order = {
  /** Id of the form: the fields for quantities, country and code belong to it, wherever they are. */
  readonly formId: string
  /** Of a button that applies what was typed, without a checkout; its `value` is an intent of the cart page. */
  readonly applyButton: ComponentProps<'button'>
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  /** Null before the first code. */
  readonly answer: CodeAnswer | null
  /** Forgets the code of `answer`, which is no longer in the cart. */
  readonly forgetCode: () => void
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

  /** @returns whether the code applies */
  async function applyCode(code: string): Promise<boolean> {
    const before = cart.getState().view?.discount
    const { ok, notices } = await cart.change({ intent: 'apply-discount', code }, { quiet: true })
    const isAccepted = ok && !notices.some(({ kind }) => kind === 'error')
    const isRetyped = ok && !isAccepted && before?.code === code
    const refusals = ok ? [] : notices.length > 0 ? notices : [CHANGE_FAILED]
    hidePageNotices()
    setAnswer((last) => {
      const { refusedTimes, retypedTimes } = last ?? UNANSWERED
      return {
        code,
        isAccepted,
        refusals,
        refusedTimes: refusedTimes + (ok ? 0 : 1),
        retypedTimes: retypedTimes + (isRetyped ? 1 : 0),
      }
    })
    return isAccepted
  }

  function forgetCode() {
    setAnswer((last) => ({ ...(last ?? UNANSWERED), code: '', isAccepted: false, refusals: [] }))
  }

  /** Makes the changes that were typed. @returns whether the code among them applies */
  async function applyTyped(changes: readonly CartChangeInput[]): Promise<boolean> {
    const applied = changes.map((change) => {
      if (change.intent === 'apply-discount') return applyCode(change.code)
      void cart.change(change)
      return true
    })
    return (await Promise.all(applied)).every(Boolean)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    const fields = new FormData(form)
    const isApply = submitter instanceof HTMLButtonElement && submitter.name === 'intent'
    // The button to apply a code applies it again, even if the visitor was told about it before.
    if (isApply) fields.delete(SHOWN_CODE)
    const changes = typedChanges(fields)
    setRefusal(null)
    if (isApply) return void applyTyped(changes)
    let isTypedMade = true
    const { isOpened, notice } = await openCheckout(market, async () => {
      isTypedMade = await applyTyped(changes)
      return isTypedMade
    })
    setRefusal(notice)
    if (isOpened) onOpened?.()
    const field = form.elements.namedItem(CODE)
    // Where the refusal stands.
    if (!isTypedMade && field instanceof HTMLInputElement) field.focus()
  }

  const applyButton = {
    type: 'submit',
    form: formId,
    formAction: marketPath(market, '/cart'),
    formTarget: '_self',
    name: 'intent',
  } satisfies ComponentProps<'button'>
  return (
    <OrderContext value={{ formId, applyButton, submit, answer, forgetCode, refusal }}>
      {children}
    </OrderContext>
  )
}

// --- The checkout

/** What came of a checkout: it opens, or the page stays, with a notice where none has been shown yet. */
type CheckoutResult = { readonly isOpened: boolean; readonly notice: Notice | null }

/**
 * Makes the pending changes, creates a checkout, and opens it in a new tab. The tab is opened synchronously with the
 * click, before the URL is known: otherwise it would be blocked as a popup. Where the browser gives none, as many
 * browsers inside apps do, the checkout opens in this one.
 * @param prepare makes the changes that were typed, and tells what is refused; false if anything is
 * Spec: 4 Checkout, 5 Checkout
 */
async function openCheckout(market: Market, prepare: () => Promise<boolean>): Promise<CheckoutResult> {
  if (cart.getState().isLoading) return { isOpened: false, notice: null }
  const tab = openTab()
  cart.setLoading(true)
  try {
    const made = await Promise.all([prepare(), cart.settled()])
    // What failed has been said already.
    if (made.includes(false)) return stay(tab, null)
    const reply = await requestWithRestore(market)
    if (reply === null) return stay(tab, CHECKOUT_FAILED)
    if ('notice' in reply) {
      void refreshAfterRefusal(reply.notice)
      return stay(tab, reply.notice)
    }
    cart.setLoading(false, { remoteCartId: reply.remoteCartId, checkoutUrl: reply.url })
    goTo(reply.url, tab)
    return { isOpened: true, notice: null }
  } catch {
    return stay(tab, CHECKOUT_FAILED)
  }
}

function stay(tab: Window | null, notice: Notice | null): CheckoutResult {
  tab?.close()
  cart.setLoading(false)
  return { isOpened: false, notice }
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

/** A refusal may be due to a change in another tab or in the store, so the cart is refreshed. */
async function refreshAfterRefusal(notice: Notice) {
  await cart.refresh()
  // The form that shows the notice disappears with the last line.
  if (cart.getState().view?.lines.length === 0) showNotice(notice)
}

/** Requests a checkout; if the cart cookie was lost, restores the saved cart and tries again. */
async function requestWithRestore(market: Market): Promise<CheckoutReply | null> {
  const attempt = () => cart.afterChanges(() => requestCheckout(market)).catch(() => null)
  const isWithoutCart = (reply: CheckoutReply | null) => reply !== null && 'notice' in reply && !reply.hadCart
  const reply = await attempt()
  if (!isWithoutCart(reply)) return reply
  const before = shownLines()
  await cart.refresh()
  if (!cart.getState().view?.lines.length) return reply
  // Gifts cannot be restored; the checkout must not have less than the visitor has seen.
  if (shownLines() !== before) return { notice: CART_PARTLY_RESTORED, hadCart: true }
  const again = await attempt()
  return isWithoutCart(again) ? { notice: COOKIES_REFUSED, hadCart: false } : again
}

function shownLines(): string {
  const lines = cart.getState().view?.lines ?? []
  return lines
    .map(({ key, quantity }) => `${key} ${quantity}`)
    .sort()
    .join()
}

async function requestCheckout(market: Market): Promise<CheckoutReply> {
  const response = await fetch(marketPath(market, '/checkout'), {
    method: 'POST',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(CHECKOUT_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`checkout answered ${response.status}`)
  return response.json()
}
