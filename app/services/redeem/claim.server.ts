import { addLine, type Cart, type CartLine, type VariantsById, withoutGift } from '#app/models/cart.ts'
import { hasKind } from '#app/models/cart-fields.ts'
import { withGiftCode } from '#app/models/discount.ts'
import { giftVariantOf } from '#app/models/gift-code.ts'
import { MARKET_ELSEWHERE, type Market, marketPath } from '#app/models/market.ts'
import { addRefused, type Toast } from '#app/models/messages.ts'
import { HANDLES, type Product } from '#app/models/product.ts'
import { type RedeemSelection, redeemLines, reviewGift, validateSelection } from '#app/models/redeem.ts'
import {
  DISCOUNT_CODE_FAILED,
  giftInCart,
  giftNotLoaded,
  REDEMPTION_FAILED,
  redeemRefused,
  SELECTION_REFUSALS,
} from '#app/models/redeem-messages.ts'
import type { GiftReviewFields } from '#supabase/functions/_shared/forms/schemas.ts'
import { usableCode } from '#supabase/functions/_shared/text/text.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import { reconcileCart } from '../cart/cart-view.server.ts'
import type { Services } from '../compose.server.ts'
import { limitMail } from '../limits/limits.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { type RedeemStep, readStep } from '../session/visitor-session.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'

function refuse(toast: Toast, status: 422 | 502 | 503) {
  return { ok: false, toast, status } as const
}

/** The gift of a step, validated again, or why the step ends. Never throws. Spec: 5 Redeem, 8 Redeem */
async function loadGiftOfStep({ backend, log }: Services, market: Market, step: RedeemStep | null) {
  const notLoaded = refuse(giftNotLoaded(marketPath(market, '/redeem')), 422)
  if (step === null) return notLoaded
  try {
    const gift = await backend.gifts.get(step.giftCodeId)
    if (gift === null || gift.revokedAt !== null) return notLoaded
    const refusal = redeemRefused(gift, market)
    return refusal === null ? ({ ok: true, gift } as const) : refuse(refusal, 422)
  } catch (error) {
    log.warn({ err: error }, 'gift of step not loaded')
    return refuse(REDEMPTION_FAILED, 503)
  }
}

/** The product with the gift's variant: Vol. II of the market, or of the UK. @throws UpstreamError Spec: 7 Storefront */
async function findGiftProduct(
  { storefront }: Services,
  market: Market,
  gift: StoredGiftCode,
): Promise<Product | null> {
  for (const handle of new Set([HANDLES.vol2[market], HANDLES.vol2[MARKET_ELSEWHERE]])) {
    const product = await storefront.getProduct(market, handle)
    if (product && giftVariantOf(product, gift)) return product
  }
  return null
}

/** The review, with fallback prices in an outage, or why the step ends. Never throws. Spec: 4 Redeem flow */
export async function loadReview(services: Services, market: Market, step: RedeemStep | null) {
  const found = await loadGiftOfStep(services, market, step)
  if (!found.ok) return found
  const product = await findGiftProduct(services, market, found.gift).catch((error: unknown) => {
    services.log.warn({ err: error }, 'gift shown without the store')
    return null
  })
  return { ok: true, review: reviewGift(found.gift, product, market) } as const
}

type ClaimRequest = {
  readonly market: Market
  readonly cart: Cart
  readonly step: RedeemStep | null
  readonly selection: RedeemSelection
}

/**
 * Adds a gift and its upgrade to the cart. A form that is submitted again, with the same or another selection, replaces
 * its earlier selection; magic words that are entered again are refused while a gift is in the cart. If the gift has no
 * discount code yet, that is created last, when all else has succeeded.
 * @returns the cart with gift, upgrade and discount code, the gift and its valid selection; or why the cart is
 * unchanged. Never throws.
 * Spec: 4 Redeem flow, 5 Redeem, 7 Backend functions, 8 Redeem
 */
export async function claimGift(services: Services, request: ClaimRequest) {
  const found = await loadGiftOfStep(services, request.market, request.step)
  if (!found.ok) return found
  const { gift } = found
  const selection = validateSelection(gift.productTitle, request.selection)
  if (!selection.ok) return refuse(SELECTION_REFUSALS[selection.error], 422)
  try {
    // By the discount codes, as a cart has no gift id.
    const { giftDiscountCode } = request.cart
    const isInCart = giftDiscountCode !== null && giftDiscountCode === usableCode(gift.discountCode)
    const isResubmitted = isInCart && request.step?.done != null
    if (hasKind(request.cart, 'gift') && !isResubmitted)
      return refuse(giftInCart(request.market, isInCart), 422)
    const cart = isInCart ? withoutGift(request.cart) : request.cart
    const filled = await fillCart(services, { ...request, cart, selection: selection.value }, gift)
    if (!filled.ok) return refuse(filled.toast, 422)
    const code = await ensureDiscount(services, await withVariant(services, gift, filled.giftVariantId))
    if (code === null) return refuse(DISCOUNT_CODE_FAILED, 502)
    return {
      ok: true,
      cart: withGiftCode(filled.cart, code),
      gift,
      done: selection.value,
    } as const
  } catch (error) {
    services.log.error({ err: error, giftCodeId: gift.id }, 'gift not added to the cart')
    return refuse(REDEMPTION_FAILED, 503)
  }
}

async function fillCart(services: Services, { market, cart, selection }: ClaimRequest, gift: StoredGiftCode) {
  const product = await findGiftProduct(services, market, gift)
  const lines = redeemLines(product ?? { title: '', variants: [] }, gift, selection)
  if (!lines.ok) return { ok: false, toast: SELECTION_REFUSALS[lines.error] } as const
  const { gift: giftLine, upgrade } = lines.value
  const ids = [giftLine, upgrade].flatMap((line) => line?.variantId ?? [])
  const variants = await services.storefront.getVariants(cart.market, ids)
  const withGift = addRedeemLine(cart, giftLine, variants, 'Cannot add gift to cart')
  if (!withGift.ok) return withGift
  const filled =
    upgrade === null
      ? withGift
      : addRedeemLine(withGift.cart, upgrade, variants, 'Cannot add upgrade to cart')
  return filled.ok ? { ...filled, giftVariantId: giftLine.variantId } : filled
}

/** @param refusal the title of the toast where the cart takes no such line. Spec: 8 Redeem */
function addRedeemLine(cart: Cart, line: CartLine, variants: VariantsById, refusal: string) {
  const added = addLine(cart, line, variants.get(line.variantId), 'redeem')
  if (added.ok) return { ok: true, cart: added.value } as const
  return { ok: false, toast: addRefused(added.error, cart.market, refusal) } as const
}

/**
 * The gift with the variant that is in the cart. The recorded one may not be sold any more, such as when only the other
 * store's product has the gift: a discount that was made for it would not make this one free.
 * @throws UpstreamError or ShopifyAdminError
 */
async function withVariant(
  { backend, storeApi }: Services,
  gift: StoredGiftCode,
  variantId: string,
): Promise<StoredGiftCode> {
  const digitsOf = (id: string | null) => id?.split('/').at(-1)
  if (digitsOf(gift.productVariantId) === digitsOf(variantId)) return gift
  if (gift.discountCode !== null) await storeApi.deactivateDiscount(gift.discountCode)
  await backend.gifts.setVariant(gift, variantId)
  return { ...gift, productVariantId: variantId, discountCode: null }
}

/** The discount code of the gift, created on first use; null when that fails. Spec: 7 Backend functions */
async function ensureDiscount({ backend, log }: Services, gift: StoredGiftCode): Promise<string | null> {
  try {
    return usableCode(gift.discountCode) ?? (await backend.gifts.ensureDiscount(gift))
  } catch (error) {
    log.error({ err: error, giftCodeId: gift.id }, 'gift discount not made')
    return null
  }
}

/** Gives a restored cart its gift back, if it is still the visitor's. @returns whether it has it. Never throws. */
export async function restoreGift(
  services: Services,
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

/**
 * The state of the gift of a step, after the cart was compared with its order: no step, removed from the cart, ordered, or in
 * the cart. Never throws. Spec: 4 Redeem flow. Product: 6 After the order
 */
export async function findClaimedGift(services: Services, session: VisitorSession, market: Market) {
  await reconcileCart(services, session, market)
  const step = readStep(session, services.now())
  if (step === null) return { kind: 'unknown' } as const
  if (step.isOrdered) return { kind: 'ordered' } as const
  const cart = session.cart(market)
  if (step.done === null || cart.giftDiscountCode === null || !hasKind(cart, 'gift'))
    return { kind: 'gone' } as const
  // The upgrade may have been removed without the gift.
  const done = hasKind(cart, 'upgrade') ? step.done : { ...step.done, upgrade: 'none' as const }
  return { kind: 'in-cart', done, discountCode: cart.giftDiscountCode } as const
}

/** How long the visitor waits for the subscription, which continues afterwards. */
const SUBSCRIBE_MS = 1_500

/**
 * Subscribes a recipient who has given consent, at the typed address, or else at the one of the gift record. The
 * latter is not used for people who have unsubscribed. Errors, and posts beyond the limits, are only logged.
 * @param wording the label of the checkbox, for the record of the consent
 * Spec: 7 Database, 8 Redeem
 */
export async function subscribeIfAgreed(
  { backend, limits, log }: Services,
  { ip, market }: { readonly ip: string; readonly market: Market },
  gift: StoredGiftCode,
  { consent, recipientName: name, recipientEmail: typed }: GiftReviewFields,
  wording: string,
): Promise<void> {
  async function subscribe(): Promise<void> {
    const email = typed || gift.recipientEmail
    if (!email || (typed === '' && (await backend.hasUnsubscribed(email)))) return
    const post = { form: 'redeem-consent', ip, email, giftId: gift.id }
    if ((await limitMail(limits, post)) !== null)
      return log.warn({ giftCodeId: gift.id }, 'recipient not subscribed: too many addresses')
    const fullName = typed === '' ? name || (gift.recipientName ?? '') : name
    await backend.subscribeRecipient({ email, fullName }, { market, wording })
  }
  if (consent === undefined) return
  const work = subscribe().catch((error: unknown) =>
    log.warn({ err: error, giftCodeId: gift.id }, 'recipient not subscribed'),
  )
  await withDeadline(work, SUBSCRIBE_MS, () => undefined)
}
