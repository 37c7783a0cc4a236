import type { CartView } from './cart-view-types.ts'
import type { Notice } from './messages.ts'

/** A notice about one change of a batch: `operation` is its id, or '' when it is about none. */
export type OperationNotice = Notice & { readonly operation: string }

export type CartReply = {
  readonly cart: CartView
  readonly notices: readonly OperationNotice[]
  /** Ids of the refused changes; all others were applied. */
  readonly failed: readonly string[]
  /** True when the request had a cart cookie. False after a change means that the browser rejects cookies. */
  readonly hadCart: boolean
}

/** The response to a checkout request sent by script: its URL, or why it was refused. */
export type CheckoutReply =
  | { readonly url: string; readonly remoteCartId: string | null }
  /** `hadCart`: see `CartReply`. */
  | { readonly notice: Notice; readonly hadCart: boolean }

/**
 * The result of a signup, waitlist or contact form. A form submitted by script gets it as data. One submitted without
 * JavaScript gets it only after a failure, as the page with the typed values; a success redirects.
 */
export type FormReply = {
  readonly ok: boolean
  /** For the whole form; null when the field errors say it all. */
  readonly notice: Notice | null
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>
  /** Typed values by field name; empty after a success. */
  readonly values: Readonly<Record<string, string>>
}
