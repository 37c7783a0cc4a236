import type { Cart } from '../../models/cart.ts'
import type { CartServices } from '../request/services.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { shippingCountryOf } from './remote-lines.server.ts'

/** How long a page waits for availability; a later one has it. */
const DISPLAY_DEADLINE_MS = 1_000
const NO_VARIANTS: ReadonlySet<string> = new Set()

/**
 * Ids of the variants that cannot be shipped to the country of the cart, live from the storefront.
 * @throws UpstreamError
 * Spec: 5 Checkout
 */
export async function unavailableVariants(
  { storefront }: CartServices,
  cart: Cart,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(cart.lines.map((line) => line.variantId))]
  const checked = await storefront.checkVariants(ids, shippingCountryOf(cart))
  return new Set(checked.filter(({ availableForSale }) => !availableForSale).map(({ id }) => id))
}

/**
 * The same for displaying the cart; empty if it is late. Looked up only after it has blocked a checkout: the cached
 * catalogue is up to five minutes old and only for the default country of the market. Never throws.
 */
export async function unavailableForDisplay(
  services: CartServices,
  cart: Cart,
): Promise<ReadonlySet<string>> {
  if (!cart.wasUnavailable) return NO_VARIANTS
  try {
    return await settleWithin(unavailableVariants(services, cart), DISPLAY_DEADLINE_MS, () => NO_VARIANTS)
  } catch (error) {
    services.log.warn({ err: error }, 'availability not looked up')
    return NO_VARIANTS
  }
}
