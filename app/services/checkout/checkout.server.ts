import { type Cart, type CartVariant, hasGift, type VariantsById } from '#app/models/cart.ts'
import {
  applicableGiftCode,
  checkoutRefusal,
  findShortages,
  hasUpgradeWithoutGift,
  isGiftFree,
} from '#app/models/cart-checkout.ts'
import {
  CART_EMPTY,
  CHECKOUT_FAILED,
  CHOOSE_COUNTRY,
  GIFT_NOT_APPLIED,
  itemsUnavailable,
  type Notice,
  stockShort,
  UNNAMED_ITEM,
} from '#app/models/messages.ts'
import { cartVariants, unavailableVariants } from '../cart/cart-view.server.ts'
import { shippingCountryOf, toRemoteLines } from '../cart/remote-lines.server.ts'
import type { CartServices, Services } from '../request/services.server.ts'
import { findOpenCheckout } from './opened-checkout.server.ts'

/** The URL of the checkout or the reason why there is none, with the cart to store. */
export type CheckoutStart =
  | { readonly ok: true; readonly url: string; readonly cart: Cart }
  | { readonly ok: false; readonly notice: Notice; readonly cart?: Cart }

type CheckoutServices = CartServices & Pick<Services, 'origin'>

function refuse(notice: Notice, cart?: Cart): CheckoutStart {
  return { ok: false, notice, ...(cart && { cart }) }
}

/**
 * Opens a checkout for a cart. Every variant must be available in the target country; then a remote cart is created,
 * unless the one that was created before still matches, and the code of a gift must apply to it. A failure leaves the
 * cart as it is.
 * @param visitedOrigin scheme and host at which the visitor uses the shop
 * @returns the checked URL and the cart with the remote cart's id, or the message to show. Never throws.
 * Spec: 4 Checkout, 5 Checkout, 8 Cart and checkout
 */
export async function startCheckout(
  services: CheckoutServices,
  cart: Cart,
  visitedOrigin: string,
): Promise<CheckoutStart> {
  const refusal = checkoutRefusal(cart)
  if (refusal !== null) return refuse(refusal === 'empty' ? CART_EMPTY : CHOOSE_COUNTRY)
  try {
    const variants = await cartVariants(services, cart)
    const unavailable = await unavailableVariants(services, cart)
    if (unavailable.size > 0 || hasUpgradeWithoutGift(cart, variants))
      return refuse(itemsUnavailable(cart.market), { ...cart, wasUnavailable: unavailable.size > 0 })
    return await openCheckout(services, cart, variants, visitedOrigin)
  } catch (error) {
    services.log.warn({ err: error }, 'checkout not opened')
    return refuse(CHECKOUT_FAILED)
  }
}

/**
 * Moves the URL of an embedded checkout to the origin at which the visitor uses the shop: the shop's own origin may
 * not be reachable for them (another host, a mapped port), and their cookies are not sent to it.
 */
function atVisitedOrigin(checkoutUrl: string, { origin }: CheckoutServices, visitedOrigin: string): string {
  const url = new URL(checkoutUrl)
  const isEmbedded = url.origin === new URL(origin()).origin
  return isEmbedded ? visitedOrigin + url.pathname + url.search : checkoutUrl
}

function nameOf(variant: CartVariant | undefined): string {
  return variant ? `${variant.productTitle}, ${variant.title}` : UNNAMED_ITEM
}

async function openCheckout(
  services: CheckoutServices,
  cart: Cart,
  variants: VariantsById,
  visitedOrigin: string,
): Promise<CheckoutStart> {
  const giftCode = applicableGiftCode(cart, variants)
  if (giftCode === null && hasGift(cart, variants)) return refuse(GIFT_NOT_APPLIED)
  const codes = [cart.discountCode, giftCode].filter((code) => code !== null)
  const lines = toRemoteLines(cart, variants)
  const openUrl = await findOpenCheckout(services, cart, { lines, codes, giftCode }, visitedOrigin)
  if (openUrl !== null) return { ok: true, url: openUrl, cart: { ...cart, wasUnavailable: false } }
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
  const shortages = findShortages(lines, remote.lines)
  if (shortages.length > 0)
    return refuse(
      stockShort(shortages.map(({ merchandiseId: id, left }) => ({ name: nameOf(variants.get(id)), left }))),
    )
  const url = atVisitedOrigin(reply.value.url, services, visitedOrigin)
  if (!isGiftFree(remote.discounts, giftCode)) return refuse(GIFT_NOT_APPLIED)
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
