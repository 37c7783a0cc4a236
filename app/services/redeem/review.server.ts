import type { Market } from '../../models/market.ts'
import { type GiftReview, reviewGift } from '../../models/redeem.ts'
import type { RedeemStep } from '../session/redeem-step.server.ts'
import { loadGiftOfStep, type StepRefusal } from './gift-of-step.server.ts'
import { findGiftProduct } from './gift-product.server.ts'
import type { RedeemServices } from './redeem-services.server.ts'

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
