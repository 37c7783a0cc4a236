import type { CartView } from './cart-view-types.ts'
import type { Notice } from './messages.ts'

/** Something to say about one change of a batch; '' when it is about none. */
export type OperationNotice = Notice & { readonly operation: string }

/** What the server answers to the changes of a page: the cart as it is now, and what became of each change. */
export type CartReply = {
  readonly cart: CartView
  readonly notices: readonly OperationNotice[]
  /** Ids of the changes that were refused; all others are in the cart. */
  readonly failed: readonly string[]
  /** Whether the browser brought a cart along: after a change it must, or it keeps no cookies. */
  readonly hadCart: boolean
}

/** What the server answers to a checkout asked for by the page: its address, or why there is none. */
export type CheckoutReply =
  | { readonly url: string; readonly remoteCartId: string | null }
  /** `hadCart`: whether the browser brought a cart along, as in `CartReply`. */
  | { readonly notice: Notice; readonly hadCart: boolean }
