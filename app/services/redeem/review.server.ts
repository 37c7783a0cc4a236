import { type GiftCode, giftVariantOf } from '../../models/gift-code.ts'
import type { Market } from '../../models/market.ts'
import type { Product } from '../../models/product.ts'
import { type GiftReview, giftProductHandles, reviewGift } from '../../models/redeem.ts'
import type { RedeemServices } from '../request/services.server.ts'
import type { RedeemStep } from '../session/redeem-step.server.ts'
import { loadGiftOfStep, type StepRefusal } from './gift-of-step.server.ts'

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
