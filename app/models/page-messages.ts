import { BRAND, LIMITED_EDITION_MARKET, MARKETS, type Market, marketPath } from './market.ts'
import { failure, LONG_TOAST_MS, longInfo, type Toast } from './messages.ts'

export function storeTitle(title: string, market: Market): string {
  return `${title} | ${BRAND} ${MARKETS[market].titleName}`
}

/** A form failed for another reason than the network. */
export const FORM_FAILED: Toast = {
  ...failure('That did not work just now. Please try again in a moment.'),
  durationMs: LONG_TOAST_MS,
}

/** The toast of a form: its own failure replaces `FORM_FAILED`. */
export function failureOr(own: Toast, toast: Toast): Toast {
  return toast === FORM_FAILED ? own : toast
}

export const UNEXPECTED_ERROR = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. Your cart is safe. Please try again, and if it happens twice, tell us.',
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

export const SWITCH_EMPTIES = 'Carts stay in their own store. Changing store empties this one.'

/** A cart of `market` has replaced that of another store, without use of the market switcher. */
export function otherCartEmptied(market: Market, other: Market): Toast {
  return longInfo(
    `You are in the ${MARKETS[market].storeName}.`,
    `You changed store, so your cart of the ${MARKETS[other].storeName} was emptied.`,
  )
}

/** A link to a page of another store; its home page by default. */
export function otherStoreLink(other: Market, path = '/'): { readonly href: string; readonly label: string } {
  return { href: marketPath(other, path), label: `Go to the ${MARKETS[other].storeName}` }
}

/** For visitors whose store, by choice or country, is the other one. Product: 8 The other market */
export function otherStoreToast(market: Market, other: Market): Toast {
  const { storeName, shortRegion } = MARKETS[market]
  return {
    ...longInfo(`You are in the ${storeName}, which ships to ${shortRegion}.`),
    link: otherStoreLink(other),
  }
}

/** Vol. I was opened in a store without it, which leads to the list instead. Spec: 4 Market */
export function vol1NotHere(market: Market, vol1Path: string): Toast {
  const { shipsTo, storeName } = MARKETS[LIMITED_EDITION_MARKET]
  return {
    ...longInfo(
      `Vol. I: The Phoenix Edition is not sold in the ${MARKETS[market].storeName}.`,
      `It ships to ${shipsTo} only. These are the things that ship to you.`,
    ),
    link: { href: vol1Path, label: `See it in the ${storeName}` },
  }
}

/** For visitors from Canada in the US store. Product: 6 Canada */
export const CANADA_NOT_SERVED = longInfo(
  'This store ships to the United States only, so not to Canada yet. You are welcome to look around.',
)
