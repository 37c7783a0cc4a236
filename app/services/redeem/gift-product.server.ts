import { type GiftCode, giftVariantOf } from '../../models/gift-code.ts'
import type { Market } from '../../models/market.ts'
import type { Product } from '../../models/product.ts'
import { giftProductHandles } from '../../models/redeem.ts'
import type { RedeemServices } from './redeem-services.server.ts'

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
