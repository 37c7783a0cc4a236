import {
  type Cart,
  type CartVariant,
  hasGift,
  shippingCountryOf,
  type VariantsById,
} from '#app/models/cart.ts'
import {
  applicableGiftCode,
  checkoutLines,
  checkoutRefusal,
  findShortages,
  hasSameLines,
  hasUpgradeWithoutGift,
  isGiftFree,
} from '#app/models/cart-checkout.ts'
import { lineState } from '#app/models/line-state.ts'
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
import type { CartServices, Services } from '../request/services.server.ts'
import { cartVariants, unavailableVariants } from './cart-view.server.ts'
import { withCurrentGiftDiscount } from './discount.server.ts'

/** The URL of the checkout or the reason why there is none, with the cart to store. */
export type CheckoutStart =
  | { readonly ok: true; readonly url: string; readonly cart: Cart }
  | { readonly ok: false; readonly notice: Notice; readonly cart?: Cart }

type CheckoutServices = CartServices & Pick<Services, 'origin' | 'backend'>

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
  stored: Cart,
  visitedOrigin: string,
): Promise<CheckoutStart> {
  const refusal = checkoutRefusal(stored)
  if (refusal !== null) return refuse(refusal === 'empty' ? CART_EMPTY : CHOOSE_COUNTRY)
  const cart = await withCurrentGiftDiscount(services, stored)
  try {
    const variants = await cartVariants(services, cart)
    const unavailable = await unavailableVariants(services, cart)
    if (unavailable.size > 0 || hasUpgradeWithoutGift(cart, variants) || isSoldElsewhere(cart, variants))
      return refuse(itemsUnavailable(cart.market), { ...cart, wasUnavailable: unavailable.size > 0 })
    const giftCode = applicableGiftCode(cart, variants)
    if (giftCode === null && hasGift(cart, variants)) return refuse(GIFT_NOT_APPLIED)
    const openUrl = await findOpenCheckout(services, cart, giftCode, visitedOrigin)
    if (openUrl !== null) return { ok: true, url: openUrl, cart: { ...cart, wasUnavailable: false } }
    return await createCheckout(services, cart, variants, giftCode, visitedOrigin)
  } catch (error) {
    services.log.warn({ err: error }, 'checkout not opened')
    return refuse(CHECKOUT_FAILED)
  }
}

/** Whether the store still has an item, but no longer in this market. */
function isSoldElsewhere({ lines, market }: Cart, variants: VariantsById): boolean {
  const states = lines.map((line) => lineState(line, market, variants.get(line.variantId) ?? null))
  return states.some(({ kind }) => kind === 'moved' || kind === 'gone')
}

function codesOf({ discountCode }: Cart, giftCode: string | null): string[] {
  return [discountCode, giftCode].filter((code) => code !== null)
}

async function createCheckout(
  services: CheckoutServices,
  cart: Cart,
  variants: VariantsById,
  giftCode: string | null,
  visitedOrigin: string,
): Promise<CheckoutStart> {
  const lines = checkoutLines(cart, variants)
  const country = shippingCountryOf(cart)
  const input = { market: cart.market, country, lines, discountCodes: codesOf(cart, giftCode) }
  const reply = await services.storefront.openCheckout(input, cart.discountCode)
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
  if (!isGiftFree(remote.discounts, giftCode)) return refuse(GIFT_NOT_APPLIED)
  const url = atVisitedOrigin(reply.value.url, services, visitedOrigin)
  const opened = {
    remoteCartId: remote.id,
    checkoutUrl: url,
    checkoutLines: cart.lines,
    checkoutOpenedAt: services.now(),
    checkoutGiftCode: giftCode,
    hasEarlierCheckout: giftCode !== null && cart.checkoutGiftCode === giftCode,
  }
  return { ok: true, url, cart: { ...cart, ...opened, wasUnavailable: false } }
}

/**
 * Finds the checkout that was opened before, if it is still open and the cart is the same: with a second checkout,
 * paying for the first one would not empty the cart. Product: 6 After the order
 * @returns its URL; null where a new one has to be opened, which includes a failing storefront. Never throws.
 */
async function findOpenCheckout(
  services: CartServices,
  cart: Cart,
  giftCode: string | null,
  visitedOrigin: string,
): Promise<string | null> {
  const { remoteCartId, checkoutUrl } = cart
  // Most carts have changed, so that the storefront need not be called.
  if (!remoteCartId || !checkoutUrl || !hasSameLines(cart, { lines: cart.checkoutLines })) return null
  const origin = URL.parse(checkoutUrl)?.origin
  const allowed = [visitedOrigin, ...services.storefront.checkoutOrigins()]
  if (!allowed.some((known) => known === origin)) return null
  try {
    const remote = await services.storefront.getCart(cart.market, remoteCartId)
    if (remote === null || remote.country !== shippingCountryOf(cart)) return null
    const sorted = (codes: readonly string[]) =>
      codes
        .map((code) => code.toLowerCase())
        .sort()
        .join()
    const isSame = sorted(remote.discounts.map(({ code }) => code)) === sorted(codesOf(cart, giftCode))
    return isSame && isGiftFree(remote.discounts, giftCode) ? checkoutUrl : null
  } catch (error) {
    services.log.warn({ err: error }, 'opened checkout not looked up')
    return null
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
