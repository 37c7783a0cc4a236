import type { Cart, VariantsById } from '../../models/cart.ts'
import type { CartDiscountView } from '../../models/cart-view-types.ts'
import type { CartServices } from '../request/services.server.ts'
import type { RemoteDiscount } from '../storefront/cart.server.ts'
import { applicableGiftCode, shippingCountryOf, toRemoteLines } from './remote-lines.server.ts'

/** To follow "… does not apply to this cart:". */
const REASONS: Record<Exclude<RemoteDiscount['reason'], 'not-found' | null>, string> = {
  'used-up': 'it has been used already',
  'no-matching-items': 'nothing in the cart goes with it',
  inactive: 'it is not valid at the moment',
  'not-applicable': 'it is not meant for what is in the cart',
}
const NOT_CHECKED = 'we cannot check it just now'

/**
 * Checks the discount code of a cart in the storefront, together with the code of its gift.
 * @returns null without a code or without lines; `refused` when the storefront is unavailable. Never throws.
 * Product: 6 Discount code in the drawer
 */
export async function checkDiscount(
  services: CartServices,
  cart: Cart,
  variants: VariantsById,
): Promise<CartDiscountView | null> {
  const code = cart.discountCode
  if (code === null || cart.lines.length === 0) return null
  const giftCode = applicableGiftCode(cart, variants)
  // The storefront rejects all lines if one is sold out.
  const lines = toRemoteLines(cart, variants).filter((l) => variants.get(l.merchandiseId)?.availableForSale)
  try {
    const discounts = await services.storefront.checkDiscountCodes({
      market: cart.market,
      country: shippingCountryOf(cart),
      lines,
      discountCodes: giftCode === null ? [code] : [code, giftCode],
    })
    const found = discounts.find((discount) => discount.code.toLowerCase() === code.toLowerCase())
    return toView(code, found)
  } catch (error) {
    services.log.warn({ err: error }, 'discount code not checked')
    return { code, state: 'refused', reason: NOT_CHECKED, amount: null }
  }
}

function toView(code: string, found: RemoteDiscount | undefined): CartDiscountView {
  if (found?.applicable) return { code, state: 'applied', reason: null, amount: found.amount }
  if (found?.reason === 'not-found') return { code, state: 'unknown', reason: null, amount: null }
  const reason = REASONS[found?.reason ?? 'not-applicable']
  return { code, state: 'refused', reason, amount: null }
}
