import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import { type CartQueue, type ChangeOptions, type ChangeResult, enqueue } from './cart-queue.ts'
import { createCartSender, readCart } from './cart-sender.ts'
import type { CartNews, CartPorts } from './cart-state.ts'
import { createShownCart, removedAfter } from './shown-cart.ts'

export type CartStore = ReturnType<typeof createCartStore>

/**
 * The cart of this tab. Changes are shown at once, wait in one queue that all tabs share, and travel as operations
 * ("one more"), never as whole carts; what the server answers is the cart. Product: 8, point 2
 */
export function createCartStore(ports: CartPorts) {
  const queue: CartQueue = { market: 'us', waiting: [], sending: [], made: 0 }
  const cart = createShownCart(ports, queue)
  const drain = createCartSender(ports, queue, cart)
  const { show, accept, ...shown } = cart
  let refreshing: Promise<void> | null = null

  /** Reads the cart again, after the changes under way. */
  function refresh(): Promise<void> {
    refreshing ??= ports
      .lock(async () => {
        const reply = await readCart(ports, queue)
        if (reply === null) return
        accept(reply)
        reply.notices.forEach(ports.notify)
      })
      .catch(() => undefined)
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  return {
    ...shown,
    refresh,

    /** Takes what a loader knows of the market's cart; null is nothing at all. */
    seed(market: Market, view: CartView | null): void {
      if (shown.seed(market, view)) void refresh()
    },

    /** Takes what another tab tells. */
    hear(news: CartNews): void {
      if (shown.hear(news)) void refresh()
    },

    /** Shows a change at once and sends it in its turn. Resolves when the server has answered; never rejects. */
    change(change: CartChangeInput, options: ChangeOptions = {}): Promise<ChangeResult> {
      return new Promise((resolve) => {
        const removed = removedAfter(shown.getState(), change)
        enqueue(queue, change, options, resolve)
        show({ removed })
        void drain()
      })
    },

    /** Runs something that reads or writes the cart's cookie, after the changes under way and before any later one. */
    async afterChanges<T>(run: () => Promise<T>): Promise<T> {
      if (queue.waiting.length > 0) await drain()
      return ports.lock(run)
    },
  }
}
