import type { Cart, VariantsById } from '../../models/cart.ts'
import type { CartDiscountView } from '../../models/cart-view-types.ts'
import type { RemoteDiscount } from '../storefront/cart.server.ts'
import type { CartServices } from './cart-services.server.ts'
import { countryOf, giftCodeOf, toRemoteLines } from './remote-lines.server.ts'

/** The storefront's reasons in the shop's words; they end a sentence that begins "… does not apply to this cart:". */
const REASONS: Record<Exclude<RemoteDiscount['reason'], 'not-found' | null>, string> = {
  'used-up': 'it has been used already',
  'no-matching-items': 'nothing in the cart goes with it',
  inactive: 'it is not valid at the moment',
  'not-applicable': 'it is not meant for what is in the cart',
}
const NOT_CHECKED = 'we cannot check it just now'

/**
 * What the cart's own code does, as the storefront says with the gift's code beside it.
 * @returns null without a code or without anything to apply it to; a code that cannot be checked is refused for now
 * Product decisions: discount code in the drawer. Never throws.
 */
export async function checkDiscount(
  services: CartServices,
  cart: Cart,
  variants: VariantsById,
): Promise<CartDiscountView | null> {
  const code = cart.discountCode
  if (code === null || cart.lines.length === 0) return null
  const giftCode = giftCodeOf(cart, variants)
  // One sold-out line would have the storefront refuse them all.
  const lines = toRemoteLines(cart, variants).filter((l) => variants.get(l.merchandiseId)?.availableForSale)
  try {
    const discounts = await services.storefront.checkDiscountCodes({
      market: cart.market,
      country: countryOf(cart),
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
