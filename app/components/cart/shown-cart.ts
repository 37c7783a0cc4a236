import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartReply } from '../../models/cart-reply.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import type { CartQueue } from './cart-queue.ts'
import type { CartNews, CartPorts, CartState, Removed } from './cart-state.ts'
import { applyOptimistically } from './optimistic.ts'

const EMPTY: CartState = { view: null, removed: null, isLoading: false, cartId: null, checkoutUrl: null }

export type ShownCart = ReturnType<typeof createShownCart>

/** The cart as this tab shows it: the one that the server confirmed last, with the queue's changes made to it. */
export function createShownCart(ports: CartPorts, queue: CartQueue) {
  const listeners = new Set<() => void>()
  let confirmed: CartView | null = null
  let state = EMPTY
  /** When `confirmed` was answered, by the clock of all tabs. */
  let answeredAt = 0

  function show(changed: Partial<CartState> = {}) {
    const view = [...queue.sending, ...queue.waiting].reduce<CartView | null>(
      (cart, { change, options }) => cart && (options.preview?.(cart) ?? applyOptimistically(cart, change)),
      confirmed,
    )
    state = { ...state, ...changed, view }
    for (const listener of listeners) listener()
  }

  /** Shows a cart that the server confirmed, or none. */
  function confirm(view: CartView | null, changed?: Partial<CartState>) {
    confirmed = view
    // A tab with an earlier version of the shop may have sent the cart.
    show({ ...changed, cartId: view?.remoteCartId ?? null, checkoutUrl: view?.checkoutUrl ?? null })
  }

  /** Whether a cart is another one than the server confirmed last. */
  function differs(view: CartView): boolean {
    return confirmed ? JSON.stringify(view) !== JSON.stringify(confirmed) : view.itemCount > 0
  }

  return {
    /** Shows the cart anew, after something has changed in the queue. */
    show,

    getState: () => state,

    /** Calls back whenever the state has changed. @returns how to stop it */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    differs,

    /** Takes the server's answer as the cart, and tells the other tabs. */
    accept(reply: CartReply) {
      answeredAt = Math.max(ports.clock(), answeredAt)
      ports.publish({ view: reply.cart, at: answeredAt })
      confirm(reply.cart)
      ports.keep(state)
    },

    /**
     * Takes another tab's news, unless this one has heard newer ones.
     * @returns whether the cart is to be read again, because a page of the other tab came with another one, or something lies in
     * that of the other store: a browser has one cart
     */
    hear({ view, at }: CartNews): boolean {
      if (view.market !== queue.market) return view.itemCount > 0 && (confirmed?.itemCount ?? 0) > 0
      if (at === null) return differs(view)
      if (at > answeredAt) {
        answeredAt = at
        confirm(view)
      }
      return false
    },

    /**
     * Takes what a loader knows of a market's cart, and tells the other tabs, as a form may have changed it; null is nothing
     * at all.
     * @returns whether the cart is to be read again, because this tab has changed it and the loader says otherwise
     */
    seed(market: Market, view: CartView | null): boolean {
      if (market !== queue.market) {
        queue.market = market
        queue.waiting = []
        queue.sending = []
        confirm(null, { removed: null })
      }
      if (view === null || JSON.stringify(view) === JSON.stringify(confirmed)) return false
      if (confirmed !== null && queue.made > 0) return true
      confirm(view)
      ports.keep(state)
      ports.publish({ view, at: null })
      return false
    },

    forgetRemoved() {
      if (state.removed) show({ removed: null })
    },

    setLoading(isLoading: boolean, opened?: Partial<Pick<CartState, 'cartId' | 'checkoutUrl'>>) {
      show({ isLoading, ...opened })
      ports.keep(state)
    },
  }
}

/** The line that can be put back after a change: the one it takes out, else the one taken out before. */
export function removedAfter({ view, removed }: CartState, change: CartChangeInput): Removed | null {
  if (change.intent === 'restore' || change.intent === 'add') return null
  if (change.intent !== 'remove' || !view) return removed
  const index = view.lines.findIndex((line) => line.key === change.line)
  const line = view.lines[index]
  return line ? { line, index } : removed
}
