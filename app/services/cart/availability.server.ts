import type { Cart } from '../../models/cart.ts'
import { settleWithin } from '../settle-within.server.ts'
import type { CartServices } from './cart-services.server.ts'
import { countryOf } from './remote-lines.server.ts'

/** Marks come with a later look rather than have a page wait longer for them. Milliseconds. */
const MARKS_DEADLINE_MS = 1_000
const NOTHING: ReadonlySet<string> = new Set()

/**
 * The variants of a cart that cannot be had where it ships, as the storefront knows at this moment.
 * @throws UpstreamError
 * Spec: 5 Checkout
 */
export async function unavailableVariants(
  { storefront }: CartServices,
  cart: Cart,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(cart.lines.map((line) => line.variantId))]
  const checked = await storefront.checkVariants(ids, countryOf(cart))
  return new Set(checked.filter(({ availableForSale }) => !availableForSale).map(({ id }) => id))
}

/**
 * The same for showing it: the catalogue is up to five minutes older than the checkout, and knows but the market's own
 * country. Asked only where it has kept a checkout from opening. Never throws.
 */
export async function unavailableToShow(services: CartServices, cart: Cart): Promise<ReadonlySet<string>> {
  if (!cart.wasUnavailable) return NOTHING
  try {
    return await settleWithin(unavailableVariants(services, cart), MARKS_DEADLINE_MS, () => NOTHING)
  } catch (error) {
    services.log.warn({ err: error }, 'availability not looked up')
    return NOTHING
  }
}
