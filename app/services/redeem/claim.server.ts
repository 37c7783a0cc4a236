import {
  addLine,
  type Cart,
  type CartLine,
  hasKind,
  type VariantsById,
  withoutGift,
} from '#app/models/cart.ts'
import { hasSameLines } from '#app/models/cart-checkout.ts'
import { usableDiscountCode } from '#app/models/gift-code.ts'
import type { Market } from '#app/models/market.ts'
import { addErrorText, type Toast, withExplanation } from '#app/models/messages.ts'
import { type RedeemSelection, redeemLines, validateSelection } from '#app/models/redeem.ts'
import {
  cannotAddGift,
  cannotAddUpgrade,
  DISCOUNT_CODE_FAILED,
  giftInCart,
  REDEMPTION_FAILED,
  selectionRefused,
} from '#app/models/redeem-messages.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import { reconcileCart } from '../cart/after-order.server.ts'
import { cartVariants } from '../cart/cart-view.server.ts'
import type { RedeemServices } from '../request/services.server.ts'
import { type RedeemStep, readStep } from '../session/redeem-step.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { findGiftProduct, loadGiftOfStep, refuseStep, type StepRefusal } from './gift-of-step.server.ts'

export type ClaimRequest = {
  readonly market: Market
  readonly cart: Cart
  readonly step: RedeemStep | null
  readonly selection: RedeemSelection
}

export type ClaimReply =
  | {
      readonly ok: true
      /** Includes the gift, its upgrade and its discount code. */
      readonly cart: Cart
      readonly gift: StoredGiftCode
      /** The validated selection. */
      readonly done: RedeemSelection
    }
  | StepRefusal

type Refused = { readonly ok: false; readonly toast: Toast }
type FillResult = { readonly ok: true; readonly cart: Cart } | Refused

/**
 * Adds a gift and its upgrade to the cart. A form that is submitted again, with the same or another selection, replaces
 * its earlier selection; magic words that are entered again are refused while a gift is in the cart. If the gift has no
 * discount code yet, that is created last, when all else has succeeded.
 * @returns the cart, or why it is unchanged. Never throws.
 * Spec: 4 Redeem flow, 5 Redeem, 7 Backend functions, 8 Redeem
 */
export async function claimGift(services: RedeemServices, request: ClaimRequest): Promise<ClaimReply> {
  const found = await loadGiftOfStep(services, request.market, request.step)
  if (!found.ok) return found
  const { gift } = found
  const selection = validateSelection(gift.productTitle, request.selection)
  if (!selection.ok) return refuseStep(selectionRefused(selection.error), 422)
  try {
    const isInCart = containsGift(request.cart, gift)
    const isResubmitted = isInCart && request.step?.done != null
    if (hasKind(request.cart, 'gift') && !isResubmitted)
      return refuseStep(giftInCart(request.market, isInCart), 422)
    const cart = isInCart ? withoutGift(request.cart) : request.cart
    const filled = await fillCart(services, { ...request, cart }, gift, selection.value)
    if (!filled.ok) return refuseStep(filled.toast, 422)
    const code = await ensureDiscount(services, await withVariant(services, gift, filled.giftVariantId))
    if (code === null) return refuseStep(DISCOUNT_CODE_FAILED, 502)
    const isUnchanged = isInCart && hasSameLines(filled.cart, request.cart)
    const claimed = isUnchanged ? request.cart : filled.cart
    return { ok: true, cart: { ...claimed, giftDiscountCode: code }, gift, done: selection.value }
  } catch (error) {
    services.log.error({ err: error, giftCodeId: gift.id }, 'gift not added to the cart')
    return refuseStep(REDEMPTION_FAILED, 503)
  }
}

/** Compares the discount codes, as a cart has no gift id. */
function containsGift({ giftDiscountCode }: Cart, gift: StoredGiftCode): boolean {
  return giftDiscountCode !== null && giftDiscountCode === usableDiscountCode(gift)
}

async function fillCart(
  services: RedeemServices,
  { market, cart }: ClaimRequest,
  gift: StoredGiftCode,
  selection: RedeemSelection,
): Promise<{ readonly ok: true; readonly cart: Cart; readonly giftVariantId: string } | Refused> {
  const product = await findGiftProduct(services, market, gift)
  const lines = redeemLines(product ?? { title: '', variants: [] }, gift, selection)
  if (!lines.ok) return { ok: false, toast: selectionRefused(lines.error) }
  const { gift: giftLine, upgrade } = lines.value
  const ids = [giftLine, upgrade].flatMap((line) => line?.variantId ?? [])
  const variants = await cartVariants(services, cart, ids)
  const withGift = addRedeemLine(cart, giftLine, variants, cannotAddGift)
  if (!withGift.ok) return withGift
  const filled =
    upgrade === null ? withGift : addRedeemLine(withGift.cart, upgrade, variants, cannotAddUpgrade)
  return filled.ok ? { ...filled, giftVariantId: giftLine.variantId } : filled
}

/**
 * The gift with the variant that is in the cart. The recorded one may not be sold any more, such as when only the other
 * store's product has the gift: a discount that was made for it would not make this one free.
 * @throws UpstreamError or ShopifyAdminError
 */
async function withVariant(
  { backend, giftDiscounts }: RedeemServices,
  gift: StoredGiftCode,
  variantId: string,
): Promise<StoredGiftCode> {
  const digitsOf = (id: string | null) => id?.split('/').at(-1)
  if (digitsOf(gift.productVariantId) === digitsOf(variantId)) return gift
  if (gift.discountCode !== null) await giftDiscounts.deactivateDiscount(gift.discountCode)
  await backend.gifts.setVariant(gift, variantId)
  return { ...gift, productVariantId: variantId, discountCode: null }
}

function addRedeemLine(
  cart: Cart,
  line: CartLine,
  variants: VariantsById,
  refusal: (reason: string) => Toast,
): FillResult {
  const added = addLine(cart, line, variants.get(line.variantId), 'redeem')
  return added.ok
    ? { ok: true, cart: added.value }
    : { ok: false, toast: withExplanation(refusal(addErrorText(added.error, cart.market)), added.error) }
}

/** The discount code of the gift, created on first use; null when that fails. Spec: 7 Backend functions */
async function ensureDiscount(services: RedeemServices, gift: StoredGiftCode): Promise<string | null> {
  const known = usableDiscountCode(gift)
  if (known !== null) return known
  try {
    return await services.backend.gifts.ensureDiscount(gift)
  } catch (error) {
    services.log.error({ err: error, giftCodeId: gift.id }, 'gift discount not made')
    return null
  }
}

/**
 * Gives a restored cart its gift back, if it is still the visitor's: if their step is kept, and nobody has redeemed it.
 * @returns whether it is in the cart. Never throws.
 */
export async function restoreGift(
  services: RedeemServices,
  session: VisitorSession,
  market: Market,
): Promise<boolean> {
  const step = readStep(session, services.now())
  if (!step?.done || step.isOrdered) return false
  const cart = session.cart(market)
  const reply = await claimGift(services, { market, cart, step, selection: step.done })
  if (reply.ok) session.setCart(reply.cart)
  return reply.ok
}

/** The state of the gift of a step: no step, removed from the cart, ordered, or in the cart. */
type ClaimedGift =
  | { readonly kind: 'unknown' | 'gone' | 'ordered' }
  | { readonly kind: 'in-cart'; readonly done: RedeemSelection; readonly discountCode: string }

/**
 * Finds the state of the gift that a visitor has claimed, after reconciling the cart with its order. Never throws.
 * Spec: 4 Redeem flow. Product: 6 After the order
 */
export async function findClaimedGift(
  services: RedeemServices,
  session: VisitorSession,
  market: Market,
): Promise<ClaimedGift> {
  await reconcileCart(services, session, market)
  const step = readStep(session, services.now())
  if (step === null) return { kind: 'unknown' }
  if (step.isOrdered) return { kind: 'ordered' }
  const cart = session.cart(market)
  if (step.done === null || cart.giftDiscountCode === null) return { kind: 'gone' }
  const inCart = { kind: 'in-cart', done: step.done, discountCode: cart.giftDiscountCode } as const
  if (!hasKind(cart, 'gift')) return { kind: 'gone' }
  // The upgrade may have been removed without the gift.
  return hasKind(cart, 'upgrade') ? inCart : { ...inCart, done: { ...step.done, upgrade: 'none' } }
}
