import type { CartView } from '../../models/cart-view-types.ts'
import { formatMoneyExact, isZeroMoney } from '../../models/money.ts'

/** The amount of the discount code, such as `−£3.50`, which line prices do not include; null when it is zero. */
export function discountAmount({ discount }: CartView): string | null {
  const amount = discount?.state === 'applied' ? discount.amount : null
  return amount && !isZeroMoney(amount) ? `−${formatMoneyExact(amount)}` : null
}
