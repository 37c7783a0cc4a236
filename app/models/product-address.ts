import { type Market, marketPath, otherMarket } from './market.ts'
import {
  HANDLES,
  handleOfLegacy,
  isHiddenInMarket,
  isSoldInMarket,
  kindOf,
  type Product,
  productPath,
} from './product.ts'

/** Where a product's address leads instead of to a page. */
export type ProductMove = { readonly to: string; readonly status: 301 | 302 }

/** Vol. I has no page in the US store: its address leads to the list. Spec: 4 Market */
function toList(market: Market): ProductMove {
  return { to: marketPath(market, '/products'), status: 302 }
}

function toVol2(market: Market): ProductMove {
  return { to: productPath(market, HANDLES.vol2[market]), status: 302 }
}

/** A handle typed with capital letters. */
const SHOUTED = /^[\w-]*[A-Z][\w-]*$/

/**
 * Where the address of a handle leads by its name alone, or null when the store must be asked: legacy links for good,
 * Vol. I in the US store to the list, the other store's Vol. II to this store's. Capital letters lead to the lowercase
 * address, since a store that ignores case would show one product at many. Spec: 2 Markets, 4 Market
 */
export function moveOfHandle(market: Market, handle: string): ProductMove | null {
  if (SHOUTED.test(handle)) {
    const plain = handle.toLowerCase()
    return moveOfHandle(market, plain) ?? { to: productPath(market, plain), status: 301 }
  }
  const present = handleOfLegacy(handle)
  if (present !== null) return { to: productPath(market, present), status: 301 }
  if (market === 'us' && handle === HANDLES.vol1) return toList(market)
  return handle === HANDLES.vol2[otherMarket(market)] ? toVol2(market) : null
}

/**
 * Whether a product has a page in a market.
 * @returns the product, where its address leads instead, or null when this store does not have it
 * Spec: 4 Market
 */
export function placeOfProduct(product: Product | null, market: Market): Product | ProductMove | null {
  if (product === null) return null
  if (isHiddenInMarket(product, market)) return toList(market)
  if (isSoldInMarket(product, market)) return product
  const isVol2Elsewhere = kindOf(product) === 'vol-2' && product.handle !== HANDLES.vol2[market]
  return isVol2Elsewhere ? toVol2(market) : null
}
