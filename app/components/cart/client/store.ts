import { MAX_QUANTITY } from '#app/models/cart.ts'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import { optimisticView } from '#app/models/cart-view.ts'
import type { CartLineView, CartView } from '#app/models/cart-view-types.ts'
import { DEFAULT_MARKET, type Market } from '#app/models/market.ts'
import type { Notice } from '#app/models/messages.ts'
import type { CartReply } from '#app/models/replies.ts'

/** A removed line and its former position. */
export type Removed = { readonly line: CartLineView; readonly index: number }

export type CartState = {
  /** The cart to be shown, including pending changes; null before it is known. */
  readonly view: CartView | null
  /** The line removed last, while Undo is offered. */
  readonly removed: Removed | null
  /** True while a checkout is being created. */
  readonly isLoading: boolean
}

/** A message to the other tabs. */
export type CartNews = {
  readonly view: CartView
  /**
   * When the server responded, by `StorePorts.clock`; null for the cart of a page, which may be outdated: tabs with a
   * different cart then read it from the server.
   */
  readonly at: number | null
}

/** What the store needs of its tab, replaceable in tests. */
export type StorePorts = {
  /** Sends a message to the other tabs. */
  publish(news: CartNews): void
  /** Saves a copy, in case the cookie is lost. @returns whether that of this market was another */
  save(state: CartState): boolean
  /** ms with fractions; the same clock in all tabs. */
  clock(): number
}

export type ChangeResult = { readonly ok: boolean; readonly notices: readonly Notice[] }

export type ChangeOptions = {
  /** The caller shows notices itself. */
  readonly quiet?: boolean
  /** The optimistic view until the response; by default derived from the change. */
  readonly preview?: (view: CartView) => CartView
}

type Callback = (result: ChangeResult) => void

/** A change that the server has not confirmed, and the callbacks for its result. */
export type Operation = {
  readonly id: string
  readonly change: CartChangeInput
  readonly options: ChangeOptions
  readonly callbacks: readonly Callback[]
}

const EMPTY: CartState = { view: null, removed: null, isLoading: false }

/**
 * The cart as shown by this tab: the last one confirmed by the server, with the pending changes applied. For
 * `useSyncExternalStore`. Product: 8 A cart that loses no update
 */
export function createCartStore(ports: StorePorts) {
  const listeners = new Set<() => void>()
  let market: Market = DEFAULT_MARKET
  let waiting: Operation[] = []
  /** The operations of the current request. */
  let sending: readonly Operation[] = []
  /** The id of the last operation of this tab; 0 before the first. */
  let lastId = 0
  let confirmed: CartView | null = null
  /** When the server sent `confirmed`, by `StorePorts.clock`. */
  let confirmedAt = 0
  let state = EMPTY

  function show(changed: Partial<CartState> = {}) {
    const view = [...sending, ...waiting].reduce<CartView | null>(
      (cart, { change, options }) => cart && (options.preview?.(cart) ?? applyOptimistically(cart, change)),
      confirmed,
    )
    state = { ...state, ...changed, view }
    for (const listener of listeners) listener()
  }

  /** Shows a cart confirmed by the server, or none. */
  function confirm(view: CartView | null, changed?: Partial<CartState>) {
    confirmed = view
    show(changed)
  }

  /** True when a cart differs from the last confirmed one. */
  function differs(view: CartView): boolean {
    return confirmed ? JSON.stringify(view) !== JSON.stringify(confirmed) : view.itemCount > 0
  }

  function operationOf(change: CartChangeInput, options: ChangeOptions, callbacks: Callback[]): Operation {
    return { id: String(++lastId), change, options, callbacks }
  }

  return {
    market: () => market,
    getState: () => state,
    differs,

    /** @returns unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    hasWaiting: () => waiting.length > 0,

    /** Appends a change to those waiting, or merges it with the last one, and shows it. */
    enqueue(change: CartChangeInput, options: ChangeOptions, callback: Callback): void {
      const removed = removedAfter(state, change)
      const last = waiting.at(-1)
      const merged = last && mergeChanges(last.change, change)
      if (last && merged)
        waiting[waiting.length - 1] = { ...last, change: merged, callbacks: [...last.callbacks, callback] }
      else waiting.push(operationOf(change, options, [callback]))
      show({ removed })
    },

    /** Puts changes of a closed window before those waiting. */
    enqueueLeft(changes: readonly CartChangeInput[]): void {
      if (changes.length === 0) return
      waiting.unshift(...changes.map((change) => operationOf(change, { quiet: true }, [])))
      show()
    },

    /** Takes the first of the waiting operations, which count as sent until `endRequest`. */
    beginRequest(limit: number): readonly Operation[] {
      sending = waiting.splice(0, limit)
      return sending
    },

    /** Ends the request begun last, whatever came of it. */
    endRequest(): void {
      sending = []
      show()
    },

    /**
     * Gives up what has not been sent, as the window is closing. Its callers are told that all went well: whoever
     * takes it over will send it.
     * @returns what was waiting, and whether a request is on its way; null when there is neither
     */
    takeWaiting(): { readonly changes: readonly CartChangeInput[]; readonly isSending: boolean } | null {
      if (waiting.length === 0 && sending.length === 0) return null
      const left = waiting
      waiting = []
      for (const { callbacks } of left) for (const callback of callbacks) callback({ ok: true, notices: [] })
      return { changes: left.map(({ change }) => change), isSending: sending.length > 0 }
    },

    /** Shows the cart of a response, and publishes it to the other tabs. */
    accept(reply: CartReply): void {
      confirmedAt = Math.max(ports.clock(), confirmedAt)
      ports.publish({ view: reply.cart, at: confirmedAt })
      confirm(reply.cart)
      ports.save(state)
    },

    /**
     * Handles a message of another tab; outdated ones are ignored.
     * @returns whether to read the cart again: the page of the other tab has a different cart, or is of the other
     * market, whose choice may have emptied this cart
     */
    receive({ view, at }: CartNews): boolean {
      if (view.market !== market) return (confirmed?.itemCount ?? 0) > 0
      if (at === null) return differs(view)
      if (at > confirmedAt) {
        confirmedAt = at
        confirm(view)
      }
      return false
    },

    /**
     * Shows the cart of a loader, and publishes it to the other tabs, as a form may have changed it.
     * @param view null when the loader has none
     * @returns whether to read the cart again, because this tab has changed it, or another cart was saved: the page may
     * have been asked for before the last change was answered
     */
    seed(next: Market, view: CartView | null): boolean {
      if (next !== market) {
        market = next
        const dropped = waiting
        waiting = []
        sending = []
        confirm(null, { removed: null })
        for (const { callbacks } of dropped)
          for (const callback of callbacks) callback({ ok: false, notices: [] })
      }
      if (view === null || JSON.stringify(view) === JSON.stringify(confirmed)) return false
      if (confirmed !== null && lastId > 0) return true
      confirm(view)
      const isOther = ports.save(state)
      ports.publish({ view, at: null })
      return isOther
    },

    forgetRemoved(): void {
      if (state.removed) show({ removed: null })
    },

    /** @param opened the checkout that has been created meanwhile */
    setLoading(isLoading: boolean, opened?: Pick<CartView, 'remoteCartId' | 'checkoutUrl'>): void {
      confirmed &&= { ...confirmed, ...opened }
      show({ isLoading })
      ports.save(state)
    },
  }
}

/** The line for which Undo is offered after a change: the one it removes, else the one removed before. */
function removedAfter({ view, removed }: CartState, change: CartChangeInput): Removed | null {
  if (change.intent === 'restore' || change.intent === 'add') return null
  if (change.intent !== 'remove' || !view) return removed
  const index = view.lines.findIndex((line) => line.key === change.line)
  const line = view.lines[index]
  return line ? { line, index } : removed
}

/**
 * Merges two changes of the same line into an equivalent one; null if there is none. Steps in different directions
 * are not equivalent to their sum at the limits of a quantity: "one more" at the highest leaves it as it is, and "one
 * fewer" after that does not.
 */
function mergeChanges(before: CartChangeInput, next: CartChangeInput): CartChangeInput | null {
  if (!('line' in before) || !('line' in next) || before.line !== next.line) return null
  if (next.intent === 'remove' || next.intent === 'update') return before.intent === 'remove' ? null : next
  const by = Number(next.by)
  if (before.intent === 'adjust')
    return Math.sign(Number(before.by)) === Math.sign(by) ? { ...next, by: Number(before.by) + by } : null
  if (before.intent !== 'update') return null
  const [from, to] = [Number(before.quantity), Number(before.quantity) + by]
  return from <= MAX_QUANTITY && Math.min(from, to) > 0 ? { ...before, quantity: to } : null
}

/** The expected view after a change, as far as it is known without the server. */
function applyOptimistically(view: CartView, change: CartChangeInput): CartView {
  switch (change.intent) {
    case 'update':
      return optimisticView(view, change.line, Math.min(Number(change.quantity), MAX_QUANTITY))
    case 'adjust': {
      const quantity = view.lines.find((line) => line.key === change.line)?.quantity ?? 0
      return optimisticView(view, change.line, Math.min(quantity + Number(change.by), MAX_QUANTITY))
    }
    case 'remove':
      return optimisticView(view, change.line, 0)
    case 'remove-discount':
      return recount({ ...view, discount: null })
    case 'set-country':
      return { ...view, shippingCountry: change.country || null, canCheckout: change.country !== '' }
    default:
      return view
  }
}

/** The view with a removed line restored at its former position. */
export function withLine(view: CartView, line: CartLineView, index: number): CartView {
  if (view.lines.some((other) => other.key === line.key)) return view
  const lines = [...view.lines.slice(0, index), line, ...view.lines.slice(index)]
  return recount({ ...view, lines, canCheckout: true })
}

function recount(view: CartView): CartView {
  return optimisticView(view, '', 0)
}
