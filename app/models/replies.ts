import type { SubmissionResult } from '@conform-to/react'
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
 * The reply to a form. One that was submitted by script gets it as data; one without JavaScript gets it only after a
 * failure, as the page with the typed values.
 */
export type FormReply = {
  /** What was typed, and the errors by field, for Conform; what resets the form after a success. */
  readonly result: SubmissionResult
  /** For the whole form; null when the field errors say it all. */
  readonly notice: Notice | null
  /** The page that the form was on, where it is not the one that answers it. */
  readonly returnTo?: string
}
