import { cutText } from '#supabase/functions/_shared/text/text.ts'
import type { Cart } from './cart.ts'
import { MARKETS, type Market, marketPath } from './market.ts'
import { info, success, type Toast } from './messages.ts'
import type { Money } from './money.ts'

/** Why a code does not apply: to follow "… does not apply to this cart:". */
const REASONS = {
  used: 'it has been used already',
  'no-item': 'nothing in the cart goes with it',
  inactive: 'it is not valid at the moment',
  refused: 'it is not meant for what is in the cart',
} as const

/** The discount code of a cart, and what the store says of it. */
export type CartDiscountView = {
  readonly code: string
  readonly state: 'applied' | 'unknown' | 'unchecked' | keyof typeof REASONS
  readonly amount: Money | null
}

/** Most UTF-16 code units of a code in a cart. */
export const MAX_CODE_LENGTH = 64

/** A code as it was typed, cut, without spaces, invisible characters and quotes round it; the store ignores its case. */
export function readDiscountCode(typed: string): string {
  const visible = typed.normalize('NFKC').replace(/[\p{Z}\p{C}]+/gu, '')
  return cutText(visible.replace(/^["'“”‘’«»]+|["'“”‘’«».,]+$/g, ''), MAX_CODE_LENGTH)
}

export function isSameCode(a: string | null, b: string | null): boolean {
  return a?.toLowerCase() === b?.toLowerCase()
}

/** The cart with the code of its gift. It is no code of the visitor's own any more: those are in the checkout's address. */
export function withGiftCode(cart: Cart, code: string): Cart {
  const discountCode = isSameCode(cart.discountCode, code) ? null : cart.discountCode
  return { ...cart, discountCode, giftDiscountCode: code }
}

/** The state of a discount code, shown next to its Remove button. */
export function discountText({ code, state }: Pick<CartDiscountView, 'code' | 'state'>): string {
  if (state === 'applied') return `${code} applied.`
  if (state === 'unknown') return `We do not know ${code}. Please check the spelling.`
  if (state === 'unchecked') return `We cannot check ${code} just now.`
  return `${code} does not apply to this cart: ${REASONS[state]}.`
}

export function discountKept(code: string): Toast {
  return success(`${code} is kept for your cart.`, 'It takes effect once there is something in it.')
}

/** A link with a discount code was followed, but the cart is of the other store, and is kept. */
export function discountOfOtherStore(market: Market, cartMarket: Market): Toast {
  const [store, other] = [MARKETS[market].storeName, MARKETS[cartMarket].storeName]
  return info(
    'That discount code was not added.',
    `You are in the ${store}, and your cart is of the ${other}. Change store to use the code there.`,
  )
}

export function giftWordsInCart(market: Market): Toast {
  return {
    ...info('Those look like the magic words of a gift. Redeem them here:'),
    link: { href: marketPath(market, '/redeem'), label: 'Redeem a gift' },
  }
}
