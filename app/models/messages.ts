import type { AddError } from './cart.ts'
import { MAX_LINES, MAX_QUANTITY } from './cart-fields.ts'
import { MARKETS, type Market } from './market.ts'
import { formatMoney, type Money } from './money.ts'
import type { BundleSize } from './wands.ts'

/** A message to the visitor: a toast with JavaScript, part of the page without. */
export type Toast = {
  readonly kind: 'success' | 'error' | 'info'
  readonly title: string
  readonly text?: string
  readonly explanation?: string
  readonly durationMs?: number
  readonly link?: { readonly href: string; readonly label: string }
  /** The refused value of a field, which the next page restores. */
  readonly typed?: string
}

/** How long a toast stays, unless it says otherwise. Spec: 9 Timing */
export const TOAST_MS = 3000
export const LONG_TOAST_MS = 7000

/* Pages load the toasts that they can show and no others, as bundlers may leave out what these four make. */

/* @__NO_SIDE_EFFECTS__ */
export function success(title: string, text?: string): Toast {
  return { kind: 'success', title, ...(text && { text }) }
}

/* @__NO_SIDE_EFFECTS__ */
export function failure(title: string, text?: string): Toast {
  return { kind: 'error', title, ...(text && { text }) }
}

/* @__NO_SIDE_EFFECTS__ */
export function info(title: string, text?: string): Toast {
  return { kind: 'info', title, ...(text && { text }) }
}

/** An `info` that stays for longer than other toasts. @__NO_SIDE_EFFECTS__ */
export function longInfo(title: string, text?: string): Toast {
  return { ...info(title, text), durationMs: LONG_TOAST_MS }
}

/** Also replaces the button of such a product. */
export const NOT_CARTABLE = 'Only warehouse items can be added to cart at this time.'

/** Why a line was not added, and the reason for that rule if it is not obvious. Spec: 8 Cart and checkout */
const ADD_ERRORS: Readonly<Record<Exclude<AddError, 'wrong-market'>, readonly string[]>> = {
  'missing-price': ['Item is missing price information. Please try again.'],
  'not-cartable': [NOT_CARTABLE],
  'sold-out': ['This has sold out.'],
  'pod-with-gift': [
    'POD products cannot be added when a gift item is in your cart. Please checkout your gift separately.',
    'POD means printed on demand. That is our merch. Your gift is safe: check it out first, then come back.',
  ],
  'gift-with-pod': [
    'Gift items cannot be added when POD products are in your cart. Please checkout your POD items separately.',
    'POD means printed on demand. That is our merch. Check it out first, then add your gift. Your magic words keep.',
  ],
  'gift-twice': ['You already have this gift in your cart.'],
  'too-many-lines': [`A cart holds ${MAX_LINES} different items. Please check out, then start another.`],
}

/** A line was not added to the cart. Spec: 8 Cart add rejected */
export function addRefused(error: AddError, market: Market, title = 'Cannot add to cart'): Toast {
  if (error === 'wrong-market') return failure(title, `This is not sold in the ${MARKETS[market].storeName}.`)
  const [text, explanation] = ADD_ERRORS[error]
  return { ...failure(title, text), ...(explanation && { explanation, durationMs: LONG_TOAST_MS }) }
}

/** Adding failed for an unknown reason. Spec: 8 Cart add rejected */
export const ADD_FAILED = failure('Cannot add to cart', 'An error occurred')

/** An item was added. Spec: 8 Add to cart success */
export function addedToCart(title: string): Toast {
  return success('Added to cart!', title)
}

/** A bundle was added. Spec: 8 Bundle success */
export function bundleAdded(size: BundleSize): Toast {
  return success('Custom Bundle Added!', `${size} wands bundle added to your cart.`)
}

export const GIFT_IS_SINGLE = info('One gift, one box. The number stays at 1.')

export const QUANTITY_LIMITED = info(
  `${MAX_QUANTITY} of one thing is our limit per order. We have set it to ${MAX_QUANTITY}.`,
)

export function lineRemoved(name: string): Toast {
  return info(`${name} removed.`)
}

/** Replaces a price while the storefront is unavailable. Spec: 2 Cart drawer */
export const PRICE_UNAVAILABLE = 'Price unavailable'

/** A price, without zero cents; or says that it is unknown. */
export function priceText(price: Money | null | undefined): string {
  return price ? formatMoney(price) : PRICE_UNAVAILABLE
}

/** An item does not ship to the country of the cart. Spec: 8 Cart and checkout */
export function itemsUnavailable(market: Market): Toast {
  const place = MARKETS[market].customersIn.replace(/^the /, '')
  return failure(`Some items are not available for shipping to ${place}. Please remove unavailable items.`)
}

export const UNNAMED_ITEM = 'Something you chose'

type Counted = readonly { readonly variantId: string; readonly quantity: number }[]

/**
 * A remote cart has less than was asked for: when stock is short, the storefront reduces the quantity of a line or omits
 * it, with a warning only. Null where it has all.
 * @param nameOf the name of a variant, by its id
 */
export function stockShort(asked: Counted, received: Counted, nameOf: (id: string) => string): Toast | null {
  const count = (lines: Counted, id: string) =>
    lines.reduce((sum, line) => sum + (line.variantId === id ? line.quantity : 0), 0)
  const sentences = [...new Set(asked.map(({ variantId }) => variantId))].flatMap((id) => {
    const left = count(received, id)
    if (left >= count(asked, id)) return []
    if (left === 0) return `${nameOf(id)} has sold out. Please remove it to check out.`
    return `Only ${left} of ${nameOf(id)} ${left === 1 ? 'is' : 'are'} left. Please change the number to check out.`
  })
  // Without JavaScript they are in a cookie; the next try tells those that are left out.
  const told = sentences.slice(0, 5).join(' ')
  return told ? failure('There is less left than your cart holds.', told) : null
}

export const CHOOSE_COUNTRY = failure('Please select your shipping country.')
export const CHECKOUT_FAILED = failure('Failed to create checkout. Please try again.')
/** The storefront rejected the discount code of the gift: the gift would be charged, so no checkout is opened. */
export const GIFT_NOT_APPLIED = failure(
  'Your gift could not be made free just now.',
  'This try used nothing up. Please try again in a moment. If it stays so, remove the gift and enter its magic words again: somebody may have redeemed them meanwhile.',
)

export const CART_EMPTY = info('Nothing here yet. The shelf is that way.')
export const CHANGE_FAILED = failure('That change did not go through, so we put it back. Please try again.')
export const ORDER_COMPLETE = success('Your order is placed, so the cart is empty again. Thank you.')
export const ORDER_COMPLETE_WITHOUT_REST = success(
  'Your order is placed. What you chose after it is still in your cart. Thank you.',
)

/** The remote cart is gone, but the checkout is so old that it may have been ordered or have expired. */
export const CHECKOUT_CLOSED = info(
  'The checkout that you opened has closed.',
  'What was in it has left your cart. If you did not order, please choose it again.',
)

export const CART_RESTORED = info('We kept your cart from last time.')
export const CART_PARTLY_RESTORED = info(
  'We kept your cart from last time, but for what can’t be had any more.',
)

export const COOKIES_REFUSED = failure(
  'Your browser is not keeping cookies for this shop, so the cart forgets. Please allow them and try again.',
)

export const TOO_MANY_TRIES = failure(
  'That is a lot of tries in a short time. Please wait a few minutes and try again.',
)

export function itemsText(count: number): string {
  return count === 1 ? '1 item' : `${count} items`
}

/** Says that somebody has subscribed, to the popup too. Spec: 8 Signup success */
export const ON_THE_LIST = "You've been added to our mailing list."
