import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartReply } from '../../models/cart-reply.ts'
import type { CartLineView, CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'

/** A removed line and its former position. */
export type Removed = { readonly line: CartLineView; readonly index: number }

export type CartState = {
  /** The cart to be shown, including pending changes; null before it is known. */
  readonly view: CartView | null
  /** The line removed last, while Undo is offered. */
  readonly removed: Removed | null
  /** True while a checkout is being created. */
  readonly isLoading: boolean
  readonly cartId: string | null
  readonly checkoutUrl: string | null
}

/** A message to the other tabs. */
export type CartNews = {
  readonly view: CartView
  /**
   * When the server responded, by `CartPorts.clock`; null for the cart of a page, which may be outdated: tabs with a
   * different cart then read it from the server.
   */
  readonly at: number | null
}

/** A change with the id used in the response. */
export type SentChange = CartChangeInput & { readonly id: string }

/** The environment of the cart store, replaceable in tests. */
export type CartPorts = {
  /** Sends changes; rejects when they may not have arrived. */
  send(market: Market, changes: readonly SentChange[]): Promise<CartReply>
  /** Reads the cart of the server. */
  read(market: Market): Promise<CartReply>
  /** Runs one function at a time, across all tabs. */
  lock<T>(run: () => Promise<T>): Promise<T>
  /** Sends a message to the other tabs. */
  publish(news: CartNews): void
  /** Saves a copy, in case the cookie is lost. */
  save(state: CartState): void
  /** Loads that copy as a change that restores it; null if there is none for the market. */
  load(market: Market): CartChangeInput | null
  notify(notice: Notice): void
  /** ms with fractions; the same clock in all tabs. */
  clock(): number
}
