import type { SubmissionResult } from '@conform-to/react'
import type { Cart } from './cart.ts'
import type { CartView } from './cart-totals.ts'
import type { Toast } from './messages.ts'

/** What came of a cart form: a redirect with its toasts for the page, JSON with the cart for its script. */
export type CartResult = {
  /** False when anything was refused; what was not refused is made. */
  readonly ok: boolean
  readonly toasts: readonly Toast[]
  /** Address of the checkout that was opened; null where none was. */
  readonly checkoutUrl: string | null
}

/** What came of a change, with the cart to store. */
export type ChangedCart = CartResult & { readonly cart: Cart }

export function refused(cart: Cart, ...toasts: readonly Toast[]): ChangedCart {
  return { cart, ok: false, toasts, checkoutUrl: null }
}

export function done(cart: Cart, ...toasts: readonly Toast[]): ChangedCart {
  return { cart, ok: true, toasts, checkoutUrl: null }
}

/** What a script is answered. */
export type CartReply = CartResult & {
  readonly cart: CartView
  /** True when the request had a cart cookie. False after a change means that the browser rejects cookies. */
  readonly hadCart: boolean
}

/** The reply to a form: data for a script, or after a failure the page with the typed values. */
export type FormReply = {
  /** What was typed, and the errors by field, for Conform; what resets the form after a success. */
  readonly result: SubmissionResult
  /** For the whole form; null when the field errors say it all. */
  readonly toast: Toast | null
  /** The page that the form was on, where it is not the one that answers it. */
  readonly returnTo?: string
}
