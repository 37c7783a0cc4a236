import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import { type CartQueue, type ChangeOptions, type ChangeResult, enqueue } from './cart-queue.ts'
import { createCartSender, readCart } from './cart-sender.ts'
import type { CartNews, CartPorts } from './cart-state.ts'
import { createShownCart, removedAfter } from './shown-cart.ts'

export type CartStore = ReturnType<typeof createCartStore>

/**
 * The cart of this tab. Changes are shown optimistically, queued, and sent as operations ("one more"), not as whole
 * carts, one request at a time across all tabs. The response of the server is authoritative. Product: 8, point 2
 */
export function createCartStore(ports: CartPorts) {
  const queue: CartQueue = { market: 'us', waiting: [], sending: [], lastId: 0 }
  const cart = createShownCart(ports, queue)
  const drain = createCartSender(ports, queue, cart)
  const { show, accept, ...shown } = cart
  let refreshing: Promise<void> | null = null

  /** Reads the cart again, after pending changes. */
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

    /** Accepts the cart of a loader; null when it has none. */
    seed(market: Market, view: CartView | null): void {
      if (shown.seed(market, view)) void refresh()
    },

    /** Handles a message of another tab. */
    receive(news: CartNews): void {
      if (shown.receive(news)) void refresh()
    },

    /** Shows a change optimistically and queues it. Resolves after the response; never rejects. */
    change(change: CartChangeInput, options: ChangeOptions = {}): Promise<ChangeResult> {
      return new Promise((resolve) => {
        const removed = removedAfter(shown.getState(), change)
        enqueue(queue, change, options, resolve)
        show({ removed })
        void drain()
      })
    },

    /** Runs a function that uses the cart cookie, after pending changes and before later ones. */
    async afterChanges<T>(run: () => Promise<T>): Promise<T> {
      if (queue.waiting.length > 0) await drain()
      return ports.lock(run)
    },
  }
}
