import { type Cart, type CartVariant, hasGift, type VariantsById } from '../../models/cart.ts'
import { checkoutRefusal } from '../../models/cart-checkout.ts'
import {
  CART_EMPTY,
  CHECKOUT_FAILED,
  CHOOSE_COUNTRY,
  GIFT_NOT_APPLIED,
  itemsUnavailable,
  type Notice,
  stockShort,
  UNNAMED_ITEM,
} from '../../models/messages.ts'
import { unavailableVariants } from '../cart/availability.server.ts'
import type { CartServices } from '../cart/cart-services.server.ts'
import { cartVariants } from '../cart/cart-view.server.ts'
import {
  applicableGiftCode,
  findShortages,
  hasUpgradeWithoutGift,
  shippingCountryOf,
  toRemoteLines,
} from '../cart/remote-lines.server.ts'
import type { Services } from '../compose.server.ts'
import { isGiftFree, openedCheckout } from './opened-checkout.server.ts'

/** Where the checkout is, or why there is none, and the cart that remembers it. */
export type CheckoutStart =
  | { readonly ok: true; readonly url: string; readonly cart: Cart }
  | { readonly ok: false; readonly notice: Notice; readonly cart?: Cart }

type CheckoutServices = CartServices & Pick<Services, 'origin'>

function refuse(notice: Notice, cart?: Cart): CheckoutStart {
  return { ok: false, notice, ...(cart && { cart }) }
}

/**
 * Opens a checkout for a cart: every variant must be available in the target country, then a remote cart is made unless that
 * of an earlier press will do, and a gift's code must really take effect on it. Nothing of the shopper's cart is lost by a failure.
 * @param visited scheme and host at which the visitor has reached the shop
 * @returns the checked address and the cart with the remote cart's id, or the message to show. Never throws.
 * Spec: 4 Checkout, 5 Checkout, 8 Cart and checkout
 */
export async function startCheckout(
  services: CheckoutServices,
  cart: Cart,
  visited: string,
): Promise<CheckoutStart> {
  const refusal = checkoutRefusal(cart)
  if (refusal !== null) return refuse(refusal === 'empty' ? CART_EMPTY : CHOOSE_COUNTRY)
  try {
    const variants = await cartVariants(services, cart)
    const unavailable = await unavailableVariants(services, cart)
    if (unavailable.size > 0 || hasUpgradeWithoutGift(cart, variants))
      return refuse(itemsUnavailable(cart.market), { ...cart, wasUnavailable: unavailable.size > 0 })
    return await open(services, cart, variants, visited)
  } catch (error) {
    services.log.warn({ err: error }, 'checkout not opened')
    return refuse(CHECKOUT_FAILED)
  }
}

/**
 * A checkout that the shop itself serves is where the visitor has reached the shop: from another machine, or behind a port
 * that was mapped, the shop's own name for itself leads nowhere, and their cookies are not there.
 */
function whereVisited(address: string, { origin }: CheckoutServices, visited: string): string {
  const url = new URL(address)
  return url.origin === new URL(origin()).origin ? visited + url.pathname + url.search : address
}

function nameOf(variant: CartVariant | undefined): string {
  return variant ? `${variant.productTitle}, ${variant.title}` : UNNAMED_ITEM
}

async function open(
  services: CheckoutServices,
  cart: Cart,
  variants: VariantsById,
  visited: string,
): Promise<CheckoutStart> {
  const giftCode = applicableGiftCode(cart, variants)
  if (giftCode === null && hasGift(cart, variants)) return refuse(GIFT_NOT_APPLIED)
  const codes = [cart.discountCode, giftCode].filter((code) => code !== null)
  const lines = toRemoteLines(cart, variants)
  const opened = await openedCheckout(services, cart, { lines, codes, giftCode }, visited)
  if (opened !== null) return { ok: true, url: opened, cart: { ...cart, wasUnavailable: false } }
  const reply = await services.storefront.openCheckout({
    market: cart.market,
    country: shippingCountryOf(cart),
    lines,
    discountCodes: codes,
  })
  if (!reply.ok) {
    const cause = { error: reply.error, messages: reply.messages }
    services.log.warn(cause, 'checkout refused by the storefront')
    return refuse(CHECKOUT_FAILED)
  }
  const { cart: remote } = reply.value
  const short = findShortages(lines, remote.lines)
  if (short.length > 0)
    return refuse(
      stockShort(short.map(({ merchandiseId: id, left }) => ({ name: nameOf(variants.get(id)), left }))),
    )
  const url = whereVisited(reply.value.url, services, visited)
  if (!isGiftFree(remote, giftCode)) return refuse(GIFT_NOT_APPLIED)
  return {
    ok: true,
    url,
    cart: {
      ...cart,
      remoteCartId: remote.id,
      checkoutUrl: url,
      checkoutLines: cart.lines,
      checkoutOpenedAt: services.now(),
      wasUnavailable: false,
      checkoutGiftCode: giftCode,
      hasEarlierCheckout: giftCode !== null && cart.checkoutGiftCode === giftCode,
    },
  }
}
