import type { CartTip } from '../models/cart-view-types.ts'
import { formatMoney } from '../models/money.ts'
import { countWord } from '../models/wands.ts'

/** Of the drawer and of the page. */
export const CART_TITLE = 'Shopping Cart'

/** In place of the lines. Spec: 2 Cart drawer */
export const EMPTY_CART = {
  title: 'Nothing here yet.',
  text: 'The shelf is that way.',
  button: 'Go to the shop',
} as const

/** Below a gift. */
export const GIFT_LINE = 'Ships free. One gift, one box. The number stays at 1.'

/** In place of the progress towards free shipping. */
export const SHIPS_FREE = { gift: 'Your gift ships free.', order: 'This order ships free.' } as const

/** The destination in the US store. */
export const US_ONLY = 'United States. This store ships to the United States only.'

/** At a line whose price is not known. */
export const PRICE_OUT_OF_REACH =
  'We cannot reach the price just now. Try again in a moment, or remove this line.'

/** At a line that the store has under another id: the button that takes it. */
export const TAKE_NEW = 'Take the new one'

/** Below the button in the UK store. */
export const RIGHT_TO_CANCEL = 'Returns and your right to cancel'

/** Where the tip of a cart is followed. */
export const TIP_LINKS = { bundle: 'See the bundle', 'premium-set': 'Choose a premium wand' } as const

/** What the next step would bring. */
export function tipText(tip: CartTip): string {
  if (tip.kind === 'bundle')
    return `As a bundle, these ${countWord(tip.size)} wands cost ${formatMoney(tip.saving)} less.`
  return `The set with a premium wand is ${formatMoney(tip.more)} more, and then your order ships free.`
}
