import { type LivePrices, livePrices } from '#app/models/live-prices.ts'
import { byMarket, MARKET_IDS, MARKETS, type Market } from '#app/models/market.ts'
import { HANDLES, isSoldOut, type Product } from '#app/models/product.ts'
import { ifReachable } from '../upstream/upstream-error.server.ts'
import type { Storefront } from './storefront.server.ts'

/** The prices of Vol. II and its gifts; while the store is unavailable, those of the fact table. */
export async function readVol2Prices(storefront: Storefront, market: Market): Promise<LivePrices> {
  const vol2 = await ifReachable(storefront.getProduct(market, HANDLES.vol2[market]))
  return livePrices(vol2 ? [vol2] : [], market)
}

/** Whether a market had Vol. I and has sold it out; false while the store is unavailable. */
export async function isVol1SoldOut(storefront: Storefront, market: Market): Promise<boolean> {
  if (!MARKETS[market].sellsLimitedEdition) return false
  const vol1 = await ifReachable(storefront.getProduct(market, HANDLES.vol1))
  return vol1 !== null && isSoldOut(vol1)
}

/** The handles that each market lists; null for a market whose list is out of reach. Never throws. */
export async function listedHandles(
  storefront: Pick<Storefront, 'getProducts'>,
): Promise<Readonly<Record<Market, ReadonlySet<string> | null>>> {
  const reading = byMarket((_, market) => ifReachable(storefront.getProducts(market)))
  const lists = new Map<Market, readonly Product[] | null>()
  for (const market of MARKET_IDS) lists.set(market, await reading[market])
  return byMarket((_, market) => {
    const list = lists.get(market)
    return list ? new Set(list.map(({ handle }) => handle)) : null
  })
}
