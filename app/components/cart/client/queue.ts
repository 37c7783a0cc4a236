import { cartForm, KEPT, PRESS, UNANSWERED_FORM } from '#app/models/cart-fields.ts'
import { expectedView } from '#app/models/cart-totals.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import type { Market } from '#app/models/market.ts'
import { CART_RESTORED, CHANGE_FAILED, COOKIES_REFUSED, type Toast } from '#app/models/messages.ts'
import type { CartReply, CartResult } from '#app/models/replies.ts'

export type CartState = {
  /** The cart to be shown, including pending changes; null before it is known. */
  readonly view: CartView | null
  /** True while a checkout is being created. */
  readonly isLoading: boolean
}

/** What the cart needs of its tab and its browser, replaceable in tests. */
export type CartPorts = {
  /** Posts a form; rejects when it may not have arrived, and when it is aborted. */
  send(market: Market, form: FormData, signal: AbortSignal): Promise<CartReply>
  /** Reads the cart of the server. */
  read(market: Market): Promise<CartReply>
  /** Runs one function at a time, across all tabs where the browser can. */
  lock<T>(run: () => Promise<T>): Promise<T>
  /** Saves a copy, which the other tabs notice. @returns whether that of this market was another */
  save(state: CartState): boolean
  /** Loads the copy as a form that restores it; null if there is none for the market. */
  load(market: Market): FormData | null
  notify(toast: Toast): void
}

/** A change that the server has not confirmed, and its callers: those of changes that it replaces too. */
type Pending = {
  readonly form: FormData
  /** The callers show toasts themselves. */
  readonly isQuiet: boolean
  readonly callers: readonly ((result: CartResult) => void)[]
  /** Aborts its request. */
  readonly request: AbortController
}

/** A change of a window that was left is made within this, and its cookie comes with it, ms. */
const ARRIVAL_MS = 2_000

const UNANSWERED: CartResult = { ok: false, toasts: [], checkoutUrl: null }

/**
 * The cart of this tab, for `useSyncExternalStore`: the last one of the server, with the pending changes applied. They
 * are sent as the forms that they are, one request at a time across all tabs, as the cart is a cookie. The response is
 * authoritative; a change without one counts as not made, and the cart is read again.
 * Product: 8 A cart that loses no update
 */
export function createCart(ports: CartPorts) {
  const listeners = new Set<() => void>()
  let market: Market = 'us'
  const waiting: Pending[] = []
  let sending: Pending | null = null
  let confirmed: CartView | null = null
  let state: CartState = { view: null, isLoading: false }
  let turn: Promise<unknown> = Promise.resolve()
  let refreshing: Promise<void> | null = null
  let hasChanged = false

  /** The changes that the server has not confirmed, in their order. */
  const pending = () => (sending ? [sending, ...waiting] : waiting)

  function show() {
    const { isLoading: wasLoading } = state
    const view = pending().reduce((cart, { form }) => cart && expectedView(cart, form), confirmed)
    state = { view, isLoading: pending().some(isCheckout) }
    for (const listener of listeners) listener()
    if (state.isLoading !== wasLoading) ports.save(state)
  }

  function drop(changes: readonly Pending[], result = UNANSWERED) {
    for (const { callers } of changes) for (const caller of callers) caller(result)
  }

  function accept({ cart }: CartReply) {
    confirmed = cart
    show()
    ports.save(state)
  }

  function exclusively<T>(run: () => Promise<T>): Promise<T> {
    const result = turn.then(() => ports.lock(run))
    turn = result.catch(() => undefined)
    return result
  }

  /** Sends a change with the saved copy of the cart, which the server restores before where the cookie was lost. */
  async function sendToCart(sentIn: Market, { form, request }: Pending): Promise<CartReply> {
    return checkCookies(sentIn, await ports.send(sentIn, withKey(withKept(sentIn, form)), request.signal))
  }

  function withKept(sentIn: Market, form: FormData): FormData {
    const saved = ports.load(sentIn)
    if (saved) form.set(KEPT, toText(saved))
    return form
  }

  /** Tells visitors whose browser does not send the cart cookie back, and shows them the cart of the server. */
  async function checkCookies(sentIn: Market, reply: CartReply): Promise<CartReply> {
    const isKept = reply.hadCart || reply.cart.lines.length === 0
    const again = isKept ? reply : await ports.read(sentIn).catch(() => reply)
    if (again === reply || again.hadCart) return reply
    return { ...again, ok: false, toasts: [COOKIES_REFUSED] }
  }

  async function readAndShow(): Promise<void> {
    const readFor = market
    const read = await ports.read(readFor).catch(() => null)
    const saved = read?.hadCart === false ? ports.load(readFor) : null
    const wasShown = (state.view?.lines.length ?? 0) > 0
    const reply = saved
      ? await ports
          .send(readFor, saved, NEVER)
          .then((sent) => checkCookies(readFor, sent))
          .catch(() => null)
      : read
    if (reply === null || reply.cart.market !== market) return
    accept(reply)
    reply.toasts.forEach(ports.notify)
    if (saved && reply.ok && reply.cart.lines.length > 0 && !wasShown) ports.notify(CART_RESTORED)
  }

  async function sendNext(): Promise<void> {
    const next = waiting.shift()
    if (!next) return
    sending = next
    const sentIn = market
    const reply = await sendToCart(sentIn, next).catch(() => null)
    // The window was left: another request has it.
    if (next.request.signal.aborted) return
    const isCurrent = market === sentIn
    if (sending === next) sending = null
    if (isCurrent && reply) accept(reply)
    else if (isCurrent) await readAndShow()
    // After a failure no checkout opens, as it would be for less than was asked for: it says what has failed.
    const refused = reply?.ok ? [] : waiting.filter(isCheckout)
    for (const checkout of refused) waiting.splice(waiting.indexOf(checkout), 1)
    show()
    const toasts = reply?.toasts ?? [CHANGE_FAILED]
    if (!next.isQuiet && refused.length === 0) toasts.forEach(ports.notify)
    drop([next], reply ?? UNANSWERED)
    drop(refused, { ...UNANSWERED, toasts })
  }

  function refresh(): Promise<void> {
    refreshing ??= exclusively(() => {
      // Not later: a read that has begun may miss what this one is asked for.
      refreshing = null
      return readAndShow()
    }).catch(() => undefined)
    return refreshing
  }

  return {
    getState: () => state,
    /** @returns unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Reads the cart again, after pending changes. Never rejects. */
    refresh,

    /**
     * Accepts the cart of a loader, which may have been asked for before the last change was answered.
     * @param view null when the loader has none
     */
    seed(next: Market, view: CartView | null): void {
      if (next !== market) {
        market = next
        drop(waiting.splice(0))
        sending = null
        confirmed = null
        show()
      }
      if (view === null || JSON.stringify(view) === JSON.stringify(confirmed)) return
      if (confirmed !== null && hasChanged) return void refresh()
      confirmed = view
      show()
      if (!ports.save(state)) return
      void refresh()
      setTimeout(refresh, ARRIVAL_MS)
    },

    /** Shows a change as it is expected, and sends it. Resolves after the response; never rejects. */
    change(form: FormData, { isQuiet = false } = {}): Promise<CartResult> {
      hasChanged = true
      return new Promise((resolve) => {
        const last = waiting.at(-1)
        const merged = last && mergeForms(last.form, form)
        if (last && merged)
          waiting[waiting.length - 1] = { ...last, form: merged, callers: [...last.callers, resolve] }
        else waiting.push({ form, isQuiet, callers: [resolve], request: new AbortController() })
        show()
        exclusively(sendNext).catch(() => undefined)
      })
    },

    /** Waits for the pending changes. */
    async settled(): Promise<void> {
      await turn
    },

    /**
     * Sends what is waiting at once, as the window is closing: together with what is on its way, whose answer must not
     * come later with an older cookie. The server makes that only once, by its key.
     */
    leave(): void {
      // As it is expected: the next page reads the cart again where it has another. A request whose answer is cut off by
      // leaving has ended by now, but what it changes is still shown.
      if (JSON.stringify(state.view) !== JSON.stringify(confirmed)) ports.save(state)
      if (waiting.length === 0) return
      const left = pending().slice()
      waiting.length = 0
      sending = null
      const all = withKept(market, new FormData())
      for (const { form, request } of left) {
        request.abort()
        all.append(UNANSWERED_FORM, toText(withKey(form)))
      }
      void ports.send(market, all, NEVER).catch(() => undefined)
      drop(left, { ...UNANSWERED, ok: true })
    },
  }
}

const isCheckout = ({ form }: Pick<Pending, 'form'>) => form.get('intent') === 'checkout'

/** Of a request that nothing aborts. */
const NEVER = new AbortController().signal

function toText(form: FormData): string {
  return new URLSearchParams([...form].map(([name, value]) => [name, String(value)])).toString()
}

/** Gives a form a key, by which the server makes it only once. */
function withKey(form: FormData): FormData {
  // Not `randomUUID`, which plain HTTP lacks.
  if (!form.has(PRESS)) form.set(PRESS, Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join())
  return form
}

/**
 * Merges two waiting changes of one line into the last of them, or steps in one direction into their sum; null where
 * that is not the same. At the highest quantity "one more" leaves it as it is, and "one fewer" after that does not.
 */
function mergeForms(before: FormData, next: FormData): FormData | null {
  const line = next.get('line')
  if (typeof line !== 'string' || before.get('line') !== line || before.get('intent') === 'remove')
    return null
  if (next.get('intent') !== 'adjust') return next
  const [by, more] = [Number(before.get('by')), Number(next.get('by'))]
  if (before.get('intent') !== 'adjust' || Math.sign(by) !== Math.sign(more)) return null
  return cartForm({ intent: 'adjust', line, by: String(by + more) })
}
