import type { CartView } from '../../models/cart.ts'
import { itemsText } from '../../models/messages.ts'
import { formatMoneyExact } from '../../models/money.ts'

/**
 * How many pieces there are and what they cost, for those who hear it.
 *
 * Like every figure of the cart it is another element whenever it is another one: a browser that translates puts words of its
 * own in place of a text, which no change of that text reaches any more, and a total of before would stay.
 */
export function CartSaid({ view }: { view: CartView | null }) {
  if (!view) return null
  const words = `${itemsText(view.itemCount)}. Total ${formatMoneyExact(view.total)}`
  return <span key={words}>{words}</span>
}
