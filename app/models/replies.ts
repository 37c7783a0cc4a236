import type { CartView } from './cart-view-types.ts'
import type { Notice } from './messages.ts'

/** What came of a cart form: a redirect with its notices for the page, JSON with the cart for its script. */
export type CartResult = {
  /** False when anything was refused; what was not refused is made. */
  readonly ok: boolean
  readonly notices: readonly Notice[]
  /** True when the request had a cart cookie. False after a change means that the browser rejects cookies. */
  readonly hadCart: boolean
  /** Address of the checkout that was opened; null where none was. */
  readonly checkoutUrl: string | null
}

export type CartReply = CartResult & { readonly cart: CartView }

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
