import { type LivePrices, livePrices } from '#app/models/live-prices.ts'
import type { Market } from '#app/models/market.ts'
import { HANDLES, isSoldOut } from '#app/models/product.ts'
import { ifReachable } from '../upstream/upstream-error.server.ts'
import type { Storefront } from './storefront.server.ts'

/** The prices of Vol. II and its gifts; while the store is unavailable, those of the fact table. */
export async function readVol2Prices(storefront: Storefront, market: Market): Promise<LivePrices> {
  const vol2 = await ifReachable(storefront.getProduct(market, HANDLES.vol2[market]))
  return livePrices(vol2 ? [vol2] : [], market)
}

/** Whether a market had Vol. I and has sold it out; false while the store is unavailable. */
export async function isVol1SoldOut(storefront: Storefront, market: Market): Promise<boolean> {
  if (market !== 'uk') return false
  const vol1 = await ifReachable(storefront.getProduct(market, HANDLES.vol1))
  return vol1 !== null && isSoldOut(vol1)
}
