import type { Cart } from '../../models/cart.ts'
import type { CartServices } from '../cart/cart-services.server.ts'
import { shippingCountryOf } from '../cart/remote-lines.server.ts'
import type { RemoteCart, RemoteLine } from '../storefront/cart.server.ts'
import { parseUrl } from '../storefront/checkout-url.server.ts'

/** What a checkout opened now would be asked for. */
export type Wanted = {
  readonly lines: readonly RemoteLine[]
  readonly codes: readonly string[]
  /** The one that makes a gift free, without which it would be charged. */
  readonly giftCode: string | null
}

/**
 * The address of the checkout that was opened before, where it is still open and just what is wanted now. A second one would
 * leave the cart full when the first is paid. Product decisions: after the order
 * @param visited scheme and host at which the visitor has reached the shop
 * @returns null where another one has to be opened; for a storefront that does not answer as well. Never throws.
 */
export async function openedCheckout(
  services: CartServices,
  cart: Cart,
  wanted: Wanted,
  visited: string,
): Promise<string | null> {
  const { remoteCartId, checkoutUrl, lines, checkoutLines } = cart
  // Most carts have changed, and need not be asked for.
  if (remoteCartId === null || checkoutUrl === null || !isSame(lines, checkoutLines)) return null
  const origin = parseUrl(checkoutUrl)?.origin
  const isOurs = [visited, ...services.storefront.checkoutOrigins].some((known) => known === origin)
  if (!isOurs) return null
  try {
    const remote = await services.storefront.getCart(cart.market, remoteCartId)
    return remote && holds(remote, wanted, shippingCountryOf(cart)) ? checkoutUrl : null
  } catch (error) {
    services.log.warn({ err: error }, 'opened checkout not looked up')
    return null
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether a gift's code takes effect on a remote cart, as it has to where there is one. */
export function isGiftFree({ discounts }: Pick<RemoteCart, 'discounts'>, giftCode: string | null): boolean {
  const name = giftCode?.toLowerCase()
  return (
    name === undefined || discounts.some(({ code, applicable }) => applicable && code.toLowerCase() === name)
  )
}

function holds(remote: RemoteCart, { lines, codes, giftCode }: Wanted, country: string): boolean {
  const namesOf = (names: readonly string[]) => names.map((name) => name.toLowerCase()).sort()
  return (
    isGiftFree(remote, giftCode) &&
    remote.country === country &&
    isSame(namesOf(remote.discounts.map(({ code }) => code)), namesOf(codes)) &&
    isSame(linesOf(remote.lines), linesOf(lines))
  )
}

/** Lines as texts in an order of their own: that of a storefront is its own affair. */
function linesOf(lines: readonly RemoteLine[]): string[] {
  return lines
    .map(({ merchandiseId, quantity, attributes }) =>
      JSON.stringify([merchandiseId, quantity, attributes.map(({ key, value }) => [key, value]).sort()]),
    )
    .sort()
}
