import { MARKETS, type Market, marketPath } from './market.ts'
import { HANDLES, handleOfLegacy, isVol2Handle, type Product, productPath, vol2Path } from './product.ts'
import { isHiddenInMarket, isListedInMarket, kindOf } from './product-kind.ts'

export type ProductRedirect = { readonly to: string; readonly status: 301 | 302 }

/* Vol. I has no page in a store that does not sell it, nor has the other store's Vol. II. Spec: 4 Market */
const toList = (market: Market) => ({ to: marketPath(market, '/products'), status: 302 }) as const
const toVol2 = (market: Market) => ({ to: vol2Path(market), status: 302 }) as const

/** Whether the page of a handle is that of Vol. I, whose visitors are sent to the list. Spec: 4 Market */
export function isVol1OfOtherMarket(market: Market, handle: string): boolean {
  return !MARKETS[market].sellsLimitedEdition && handle === HANDLES.vol1
}

/**
 * The redirect that a handle alone tells; null when the catalogue must be asked. Legacy handles redirect for ever, Vol. I
 * in the US to the list, the other store's Vol. II to this store's. Spec: 2 Markets and route shape, 4 Market
 */
export function redirectOfHandle(market: Market, handle: string): ProductRedirect | null {
  const current = handleOfLegacy(handle)
  if (current !== null) return { to: productPath(market, current), status: 301 }
  if (isVol1OfOtherMarket(market, handle)) return toList(market)
  return isVol2Handle(handle) && handle !== HANDLES.vol2[market] ? toVol2(market) : null
}

/** A product's page in a market, a redirect, or null when the market does not sell it. Spec: 4 Market */
export function resolveProductPage(
  product: Product | null,
  market: Market,
): Product | ProductRedirect | null {
  if (product === null) return null
  if (isListedInMarket(product, market)) return product
  if (isHiddenInMarket(product, market)) return toList(market)
  const isVol2Elsewhere = kindOf(product) === 'vol-2' && product.handle !== HANDLES.vol2[market]
  return isVol2Elsewhere ? toVol2(market) : null
}
