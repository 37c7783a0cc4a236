import { showToast } from '#app/components/page/stores.ts'
import { cartForm, KEPT_GIFT, PRESS, SHOWN_CART, UNANSWERED_FORM } from '#app/models/cart-fields.ts'
import { type CartView, expectedView } from '#app/models/cart-totals.ts'
import type { Market } from '#app/models/market.ts'
import { CART_RESTORED, CHANGE_FAILED, COOKIES_REFUSED } from '#app/models/messages.ts'
import type { CartReply, CartResult } from '#app/models/replies.ts'
import { type CartState, MIRROR, readMirror, saveMirror } from './mirror.ts'

/** A change that the server has not confirmed. */
type Pending = {
  form: FormData
  /** The caller shows toasts itself. */
  readonly isQuiet: boolean
  /** Aborts its request. */
  readonly request: AbortController
  /** Of those who wait for its result. */
  readonly resolvers: ((result: CartResult) => void)[]
}

/** After this a request counts as failed. */
const TIMEOUT_MS = 20_000
/** A tab that holds the lock for longer is asleep: this one goes on without. */
const LOCK_TIMEOUT_MS = 10_000
/** Within this time, a change that a closed window sent is made, and its cookie has arrived. */
const ARRIVAL_MS = 2_000

const UNANSWERED: CartResult = { ok: false, toasts: [], checkoutUrl: null }

/** Posts a form, or reads the cart. Rejects when the form may not have arrived, and when it is aborted. */
async function ask(market: Market, form?: FormData, request = new AbortController()): Promise<CartReply> {
  setTimeout(() => request.abort(), TIMEOUT_MS)
  const sent = form && { method: 'POST', body: form }
  // The change must arrive even if the page is left at once.
  const response = await fetch(`/${market}/cart/changes`, {
    ...sent,
    keepalive: true,
    signal: request.signal,
  })
  if (!response.ok) throw new Error(`cart answered ${response.status}`)
  return response.json()
}

/**
 * Runs a function, which never rejects, while no other tab does; browsers without locks, or where they are refused, run it
 * at once.
 */
async function lock(run: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(MIRROR, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, run)
  } catch {
    await run()
  }
}

/** Tells visitors whose browser does not send the cart cookie back, and shows them the cart of the server. */
async function checkCookies(market: Market, reply: CartReply): Promise<CartReply> {
  if (reply.hadCart || reply.cart.lines.length === 0) return reply
  const again = await ask(market).catch(() => null)
  return !again || again.hadCart ? reply : { ...again, ok: false, toasts: [COOKIES_REFUSED] }
}

/**
 * The cart of a tab, for `useSyncExternalStore`: the last one of the server, with the pending changes applied. They are
 * sent as the forms that they are, one request at a time across all tabs, as the cart is a cookie. The response is
 * authoritative; a change without one counts as not made, and the cart is read again.
 * Product: 8 A cart that loses no update
 */
export function createCart() {
  const listeners = new Set<() => void>()
  let market: Market = 'us'
  const waiting: Pending[] = []
  let sending: Pending | null = null
  let confirmed: CartView | null = null
  let state: CartState = { view: null, isLoading: false }
  let turn = Promise.resolve()
  /** Aborts the request that restores a lost cart. */
  let restoring = new AbortController()

  /** The changes that the server has not confirmed, in their order. */
  const pending = () => (sending ? [sending, ...waiting] : waiting)

  function show() {
    const { isLoading: wasLoading } = state
    const view = pending().reduce((cart, { form }) => cart && expectedView(cart, form), confirmed)
    state = { view, isLoading: pending().some(isCheckout) }
    for (const listener of listeners) listener()
    if (state.isLoading !== wasLoading) saveMirror(state)
  }

  function accept({ cart }: CartReply) {
    confirmed = cart
    show()
    saveMirror(state)
  }

  /** Says whether a cart is shown, or still to be restored: the server would take a lost cookie for an empty cart. */
  function ofShown(form: FormData): FormData {
    if (confirmed ? confirmed.lines.length > 0 : readMirror(market)) form.set(SHOWN_CART, '1')
    return form
  }

  function exclusively(run: () => Promise<void>): Promise<void> {
    turn = turn.then(() => lock(() => run().catch(() => undefined)))
    return turn
  }

  async function readAndShow(): Promise<void> {
    const readFor = market
    restoring = new AbortController()
    const read = await ask(readFor)
    const saved = read.hadCart ? null : readMirror(readFor)
    const reply = saved ? await checkCookies(readFor, await ask(readFor, saved, restoring)) : read
    if (readFor !== market) return
    const isNews = !state.view?.lines.length && reply.cart.lines.length > 0
    accept(reply)
    reply.toasts.forEach(showToast)
    if (saved && reply.ok && isNews) showToast(CART_RESTORED)
  }

  async function sendNext(): Promise<void> {
    const next = waiting.shift()
    if (!next) return
    sending = next
    const sentIn = market
    const reply = await ask(sentIn, ofShown(withKey(next.form)), next.request)
      .then((answer) => checkCookies(sentIn, answer))
      .catch(() => null)
    // The window was left, and another request has it; or this is the cart of another store now.
    if (sending !== next) return resolve(next, reply ?? UNANSWERED)
    sending = null
    await (reply ? accept(reply) : readAndShow().catch(() => undefined))
    // After a failure no checkout opens, as it would be for less than was asked for: it says what has failed.
    const refused = reply?.ok ? [] : waiting.filter(isCheckout)
    for (const checkout of refused) waiting.splice(waiting.indexOf(checkout), 1)
    show()
    const toasts = reply?.toasts ?? [CHANGE_FAILED]
    if (!next.isQuiet && refused.length === 0) toasts.forEach(showToast)
    resolve(next, reply ?? UNANSWERED)
    for (const checkout of refused) resolve(checkout, { ...UNANSWERED, toasts })
  }

  /** Reads the cart again, after pending changes. Never rejects. */
  const refresh = () => exclusively(readAndShow)

  return {
    getState: () => state,
    /** @returns unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,

    /**
     * Accepts the cart of a loader, which may have been asked for before the last change was answered.
     * @param view null when the cookie is missing: the saved cart is restored
     */
    seed(next: Market, view: CartView | null): void {
      if (next !== market) {
        for (const change of waiting.splice(0)) resolve(change, UNANSWERED)
        market = next
        sending = null
        confirmed = null
        show()
      }
      if (view === null) {
        if (confirmed === null && readMirror(market)) void refresh()
        return
      }
      if (JSON.stringify(view) === JSON.stringify(confirmed)) return
      if (confirmed !== null) return void refresh()
      confirmed = view
      show()
      if (!saveMirror(state, true)) return
      void refresh()
      setTimeout(refresh, ARRIVAL_MS)
    },

    /** Shows a change as it is expected, and sends it. Resolves after the response; never rejects. */
    change(form: FormData, { isQuiet = false } = {}): Promise<CartResult> {
      const last = waiting.at(-1)
      const merged = last && mergeForms(last.form, form)
      if (last && merged) last.form = merged
      else {
        waiting.push({ form, isQuiet, request: new AbortController(), resolvers: [] })
        void exclusively(sendNext)
      }
      show()
      return new Promise((tell) => waiting.at(-1)?.resolvers.push(tell))
    },

    /**
     * Sends what is waiting at once, as the window is closing: together with what is on its way, whose answer must not
     * come later with an older cookie. The server makes that only once, by its key. A lost cart that is still to be
     * restored goes first, as nobody would try again a change that is refused.
     */
    leave(): void {
      // As it is expected: the next page reads the cart again where it has another. A request whose answer is cut off by
      // leaving has ended by now, but what it changes is still shown.
      if (JSON.stringify(state.view) !== JSON.stringify(confirmed)) saveMirror(state)
      if (waiting.length === 0) return
      restoring.abort()
      const copy = confirmed === null ? readMirror(market) : null
      const all = copy ? cartForm({ [UNANSWERED_FORM]: toText(copy) }) : ofShown(new FormData())
      if (copy?.has(KEPT_GIFT)) all.set(KEPT_GIFT, '1')
      for (const change of pending()) {
        change.request.abort()
        all.append(UNANSWERED_FORM, toText(withKey(change.form)))
        resolve(change, { ...UNANSWERED, ok: true })
      }
      waiting.length = 0
      sending = null
      void ask(market, all).catch(() => undefined)
    },
  }
}

/** The cart of this tab. Always empty on the server, which renders the cart of the loader. */
export const cart = createCart()

const isCheckout = ({ form }: Pending) => form.get('intent') === 'checkout'

function resolve({ resolvers }: Pending, result: CartResult): void {
  for (const tell of resolvers) tell(result)
}

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
