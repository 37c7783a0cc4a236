import { isDeepStrictEqual } from 'node:util'
import type { Cart } from '#app/models/cart.ts'
import { hasSameLines, isGiftFree } from '#app/models/cart-checkout.ts'
import { shippingCountryOf } from '../cart/remote-lines.server.ts'
import type { CartServices } from '../request/services.server.ts'
import type { RemoteCart, RemoteLine } from '../storefront/cart.server.ts'

export type CheckoutContent = {
  readonly lines: readonly RemoteLine[]
  readonly codes: readonly string[]
  /** The code that makes the gift in the cart free; null without a gift. */
  readonly giftCode: string | null
}

/**
 * Finds the checkout that was opened before, if it is still open and has the same content. With a second checkout,
 * paying for the first one would not empty the cart. Product: 6 After the order
 * @param visitedOrigin scheme and host at which the visitor uses the shop
 * @returns its URL; null where a new one has to be opened, which includes a failing storefront. Never throws.
 */
export async function findOpenCheckout(
  services: CartServices,
  cart: Cart,
  content: CheckoutContent,
  visitedOrigin: string,
): Promise<string | null> {
  const { remoteCartId, checkoutUrl, checkoutLines } = cart
  // Most carts have changed, so that the storefront need not be called.
  if (remoteCartId === null || checkoutUrl === null || !hasSameLines(cart, { lines: checkoutLines }))
    return null
  const origin = URL.parse(checkoutUrl)?.origin
  const allowed = [visitedOrigin, ...services.storefront.checkoutOrigins()]
  if (!allowed.some((known) => known === origin)) return null
  try {
    const remote = await services.storefront.getCart(cart.market, remoteCartId)
    return remote && hasContent(remote, content, shippingCountryOf(cart)) ? checkoutUrl : null
  } catch (error) {
    services.log.warn({ err: error }, 'opened checkout not looked up')
    return null
  }
}

function hasContent(
  remote: RemoteCart,
  { lines, codes, giftCode }: CheckoutContent,
  country: string,
): boolean {
  const normalized = (names: readonly string[]) => names.map((name) => name.toLowerCase()).sort()
  return (
    isGiftFree(remote.discounts, giftCode) &&
    remote.country === country &&
    isDeepStrictEqual(normalized(remote.discounts.map(({ code }) => code)), normalized(codes)) &&
    isDeepStrictEqual(normalizeLines(remote.lines), normalizeLines(lines))
  )
}

/** Lines as sorted texts, as the storefront may reorder them. */
function normalizeLines(lines: readonly RemoteLine[]): string[] {
  return lines
    .map(({ merchandiseId, quantity, attributes }) =>
      JSON.stringify([merchandiseId, quantity, attributes.map(({ key, value }) => [key, value]).sort()]),
    )
    .sort()
}
