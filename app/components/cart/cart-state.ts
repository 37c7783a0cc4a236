import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartReply } from '../../models/cart-reply.ts'
import type { CartLineView, CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'

/** A line that was taken out, and where it stood. */
export type Removed = { readonly line: CartLineView; readonly index: number }

export type CartState = {
  /** The cart as the shopper is to see it; null before anything is known of it. */
  readonly view: CartView | null
  /** The line taken out last, as long as it can be put back. */
  readonly removed: Removed | null
  /** True while a checkout is being created. */
  readonly isLoading: boolean
  readonly cartId: string | null
  readonly checkoutUrl: string | null
}

/** What one tab tells the others. */
export type CartNews = {
  readonly view: CartView
  /**
   * When the server's answer came, by `CartPorts.clock`; null for a cart that came with a page, which may be one of the past:
   * whoever shows another asks the server.
   */
  readonly at: number | null
}

/** A change under the name by which the answer speaks of it. */
export type SentChange = CartChangeInput & { readonly id: string }

/** What the cart's store needs of its surroundings, so that it can be tried without a browser. */
export type CartPorts = {
  /** Sends changes; rejects when they may not have arrived. */
  send(market: Market, changes: readonly SentChange[]): Promise<CartReply>
  /** Reads the cart that the server has. */
  read(market: Market): Promise<CartReply>
  /** Runs one thing at a time, over all tabs. */
  lock<T>(run: () => Promise<T>): Promise<T>
  /** Tells the other tabs. */
  publish(news: CartNews): void
  /** Keeps a copy for a lost cookie. */
  keep(state: CartState): void
  /** That copy as the change that puts it back; null where there is none of the market's cart. */
  recall(market: Market): CartChangeInput | null
  notify(notice: Notice): void
  /** Milliseconds, finer than whole ones, the same clock in every tab. */
  clock(): number
}
