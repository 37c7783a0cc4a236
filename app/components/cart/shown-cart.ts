import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartReply } from '../../models/cart-reply.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import type { CartQueue } from './cart-queue.ts'
import type { CartNews, CartPorts, CartState, Removed } from './cart-state.ts'
import { applyOptimistically } from './optimistic.ts'

const EMPTY: CartState = { view: null, removed: null, isLoading: false, cartId: null, checkoutUrl: null }

export type ShownCart = ReturnType<typeof createShownCart>

/** The cart as shown by this tab: the last one confirmed by the server, with pending changes applied. */
export function createShownCart(ports: CartPorts, queue: CartQueue) {
  const listeners = new Set<() => void>()
  let confirmed: CartView | null = null
  let state = EMPTY
  /** When the server sent `confirmed`, by `CartPorts.clock`. */
  let confirmedAt = 0

  function show(changed: Partial<CartState> = {}) {
    const view = [...queue.sending, ...queue.waiting].reduce<CartView | null>(
      (cart, { change, options }) => cart && (options.preview?.(cart) ?? applyOptimistically(cart, change)),
      confirmed,
    )
    state = { ...state, ...changed, view }
    for (const listener of listeners) listener()
  }

  /** Shows a cart confirmed by the server, or none. */
  function confirm(view: CartView | null, changed?: Partial<CartState>) {
    confirmed = view
    // A cart received from a tab with an earlier version may lack these fields.
    show({ ...changed, cartId: view?.remoteCartId ?? null, checkoutUrl: view?.checkoutUrl ?? null })
  }

  /** True when a cart differs from the last confirmed one. */
  function differs(view: CartView): boolean {
    return confirmed ? JSON.stringify(view) !== JSON.stringify(confirmed) : view.itemCount > 0
  }

  return {
    /** Updates the view after a change of the queue. */
    show,

    getState: () => state,

    /** @returns unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    differs,

    /** Shows the cart of a response, and publishes it to the other tabs. */
    accept(reply: CartReply) {
      confirmedAt = Math.max(ports.clock(), confirmedAt)
      ports.publish({ view: reply.cart, at: confirmedAt })
      confirm(reply.cart)
      ports.save(state)
    },

    /**
     * Handles a message of another tab; outdated ones are ignored.
     * @returns whether to read the cart again: the page of the other tab has a different cart, or items in the cart
     * of the other market, while a browser has only one cart
     */
    receive({ view, at }: CartNews): boolean {
      if (view.market !== queue.market) return view.itemCount > 0 && (confirmed?.itemCount ?? 0) > 0
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
     * @returns whether to read the cart again, because this tab has changed it and the loader has a different one
     */
    seed(market: Market, view: CartView | null): boolean {
      if (market !== queue.market) {
        queue.market = market
        queue.waiting = []
        queue.sending = []
        confirm(null, { removed: null })
      }
      if (view === null || JSON.stringify(view) === JSON.stringify(confirmed)) return false
      if (confirmed !== null && queue.lastId > 0) return true
      confirm(view)
      ports.save(state)
      ports.publish({ view, at: null })
      return false
    },

    forgetRemoved() {
      if (state.removed) show({ removed: null })
    },

    setLoading(isLoading: boolean, opened?: Partial<Pick<CartState, 'cartId' | 'checkoutUrl'>>) {
      show({ isLoading, ...opened })
      ports.save(state)
    },
  }
}

/** The line for which Undo is offered after a change: the one it removes, else the one removed before. */
export function removedAfter({ view, removed }: CartState, change: CartChangeInput): Removed | null {
  if (change.intent === 'restore' || change.intent === 'add') return null
  if (change.intent !== 'remove' || !view) return removed
  const index = view.lines.findIndex((line) => line.key === change.line)
  const line = view.lines[index]
  return line ? { line, index } : removed
}
