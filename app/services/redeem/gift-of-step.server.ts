import { type GiftCode, giftVariantOf } from '#app/models/gift-code.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import type { Toast } from '#app/models/messages.ts'
import type { Product } from '#app/models/product.ts'
import { decideRedeem, type GiftReview, giftProductHandles, reviewGift } from '#app/models/redeem.ts'
import { giftNotLoaded, REDEMPTION_FAILED, redeemRefused } from '#app/models/redeem-messages.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import type { FormStatus, RedeemServices } from '../request/services.server.ts'
import type { RedeemStep } from '../session/redeem-step.server.ts'

/** Why a step cannot be continued. */
export type StepRefusal = {
  readonly ok: false
  readonly toast: Toast
  readonly status: FormStatus
  /** The gift can no longer be shown; the page of the step says why. */
  readonly isStopped?: true
}

/**
 * Refuses a step whose gift can still be shown.
 * @param toast shown to the visitor
 * @param status HTTP status of the response
 */
export function refuseStep(toast: Toast, status: StepRefusal['status']): StepRefusal {
  return { ok: false, toast, status }
}

/** Refuses a step whose gift can no longer be shown. */
function stopStep(toast: Toast, status: StepRefusal['status']): StepRefusal {
  return { ...refuseStep(toast, status), isStopped: true }
}

/**
 * Loads the gift of a step and validates it again: it may have been redeemed or revoked since.
 * @returns the gift, or why the step cannot be continued. Never throws.
 * Spec: 5 Redeem, 8 Redeem
 */
export async function loadGiftOfStep(
  services: RedeemServices,
  market: Market,
  step: RedeemStep | null,
): Promise<{ readonly ok: true; readonly gift: StoredGiftCode } | StepRefusal> {
  const notLoaded = stopStep(giftNotLoaded(marketPath(market, '/redeem')), 422)
  if (step === null) return notLoaded
  try {
    const gift = await services.backend.gifts.get(step.giftCodeId)
    if (gift === null || gift.revokedAt !== null) return notLoaded
    const refusal = redeemRefused(decideRedeem(gift, market), market)
    return refusal === null ? { ok: true, gift } : stopStep(refusal, 422)
  } catch (error) {
    services.log.warn({ err: error }, 'gift of step not loaded')
    return stopStep(REDEMPTION_FAILED, 503)
  }
}

/**
 * Finds the product with the variant of a gift: Vol. II of the market, else of the UK; null when neither has it.
 * @throws UpstreamError
 * Spec: 7 Storefront
 */
export async function findGiftProduct(
  { storefront }: Pick<RedeemServices, 'storefront'>,
  market: Market,
  gift: Pick<GiftCode, 'productTitle' | 'productVariantId'>,
): Promise<Product | null> {
  for (const handle of giftProductHandles(market)) {
    const product = await storefront.getProduct(market, handle)
    if (product && giftVariantOf(product, gift)) return product
  }
  return null
}

/**
 * Loads the view of the review page; with fallback prices while the store is unavailable.
 * @returns the review, or why the step cannot be continued. Never throws.
 * Spec: 4 Redeem flow
 */
export async function loadReview(
  services: RedeemServices,
  market: Market,
  step: RedeemStep | null,
): Promise<{ readonly ok: true; readonly review: GiftReview } | StepRefusal> {
  const found = await loadGiftOfStep(services, market, step)
  if (!found.ok) return found
  const product = await findGiftProduct(services, market, found.gift).catch((error: unknown) => {
    services.log.warn({ err: error }, 'gift shown without the store')
    return null
  })
  return { ok: true, review: reviewGift(found.gift, product, market) }
}
