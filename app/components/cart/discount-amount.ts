import type { CartView } from '../../models/cart-view-types.ts'
import { formatMoneyExact, isZeroMoney } from '../../models/money.ts'

/** What the discount code takes off, as in `−£3.50`; null where it takes off nothing. The lines do not show it. */
export function discountAmount({ discount }: CartView): string | null {
  const amount = discount?.state === 'applied' ? discount.amount : null
  return amount && !isZeroMoney(amount) ? `−${formatMoneyExact(amount)}` : null
}
