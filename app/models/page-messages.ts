import { MARKETS, type Market } from './market.ts'
import { failure, LONG_TOAST_MS, longInfo, type Toast } from './messages.ts'

export const BRAND = 'Wizard Box'

export function storeTitle(title: string, market: Market): string {
  return `${title} | ${BRAND} ${MARKETS[market].titleName}`
}

export const STALE_STOCK = 'The shelves are as we last saw them. Prices are checked again before you pay.'
export const LOADING_PRODUCT = 'Loading product...'

/** A page was requested without a connection. */
export const OFFLINE = longInfo(
  'You are offline',
  'The shop needs a connection for this. What you see may be a little old. Your cart is kept on this device.',
)

export const NOT_SENT: Toast = {
  ...failure('This was not sent, because the connection is gone. What you wrote is still here.'),
  durationMs: LONG_TOAST_MS,
}

/** Something else than the network kept a form from being answered. */
export const FORM_FAILED: Toast = {
  ...failure('That did not work just now. Please try again in a moment.'),
  durationMs: LONG_TOAST_MS,
}

/** What a form says: its own words in place of `FORM_FAILED`. */
export function failureOr(own: Toast, toast: Toast): Toast {
  return toast === FORM_FAILED ? own : toast
}

export const BAD_REQUEST = {
  tooMany: 'That is a lot at once. Please wait a few minutes and try again.',
  tooLarge: 'That is more than this form can hold. Please shorten it and try again.',
  otherSite: 'That request did not come from our shop, so we did not carry it out.',
  notAllowed: 'This door does not open that way.',
} as const

export function refusalText(status: number, reason: unknown): string {
  if (status === 429) return BAD_REQUEST.tooMany
  if (status === 413) return BAD_REQUEST.tooLarge
  if (reason === 'origin') return BAD_REQUEST.otherSite
  return BAD_REQUEST.notAllowed
}

export const COOKIE_NOTICE =
  'We use cookies and local storage to enhance your browsing experience and analyze site traffic. By continuing to use this website, you consent to our use of cookies.'
/** What is added to the total at checkout, and what is in it already. */
export function atCheckoutText(market: Market, isShippingFree: boolean): string {
  if (MARKETS[market].consumerRights !== 'uk-eu')
    return isShippingFree ? 'Tax is worked out at checkout.' : 'Shipping and tax are worked out at checkout.'
  const vat = 'Prices include UK VAT where it is charged.'
  return isShippingFree ? vat : `${vat} Shipping is worked out at checkout.`
}

export const CHECKOUT_NEEDS_JAVASCRIPT =
  'The checkout that opens next belongs to our storefront host and needs JavaScript. Your cart will wait.'
