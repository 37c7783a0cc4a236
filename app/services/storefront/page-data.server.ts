import { optionPrice } from '#app/models/box-offers.ts'
import { MARKET_IDS, MARKETS, type Market } from '#app/models/market.ts'
import type { Money } from '#app/models/money.ts'
import { singleWands } from '#app/models/option-choice.ts'
import { fromPrice, HANDLES, isSoldOut, type Product } from '#app/models/product.ts'
import { kindOf } from '#app/models/product-kind.ts'
import { ifReachable } from '../upstream/upstream-error.server.ts'
import type { Storefront } from './storefront.server.ts'

const BOX_ONLY = { option: 'box-only' } as const
const UNKNOWN_PRODUCT = { title: '', variants: [] }

/** The lowest price of a box; without a price from the store, the one in the spec. */
function startingPrice(product: Product | null, market: Market): Money {
  const live = product && fromPrice(product)
  return live ?? optionPrice(product ?? UNKNOWN_PRODUCT, BOX_ONLY, market)
}

/**
 * Reads a product and what its page shows of other products: the single wands, to compute what sets and bundles save
 * (and for a wand product without wands of its own); for the wand page, the set and the boxes. The others are
 * optional, and null while the store fails to return them.
 * @returns null when there is no such product
 * @throws UpstreamError when the product itself cannot be read
 * Spec: 7 Storefront. Product: 6 Save 5
 */
export async function readProductPage(
  storefront: Pick<Storefront, 'getProduct' | 'getVariants'>,
  market: Market,
  handle: string,
) {
  const optional = (other: string) => ifReachable(storefront.getProduct(market, other))
  const product = await storefront.getProduct(market, handle)
  if (product === null) return null
  const kind = kindOf(product)
  const needsWands = kind === 'wand' ? singleWands(product).length === 0 : kind !== 'other'
  const isWand = kind === 'wand'
  const [wands, set, vol1, vol2] = await Promise.all([
    needsWands && handle !== HANDLES.wand ? optional(HANDLES.wand) : null,
    isWand ? optional(HANDLES.bundle) : null,
    isWand && MARKETS[market].sellsLimitedEdition ? optional(HANDLES.vol1) : null,
    isWand ? optional(HANDLES.vol2[market]) : null,
  ])
  return {
    product,
    wands: wands && { handle: wands.handle, title: wands.title, tags: wands.tags, variants: wands.variants },
    set: set && { variants: set.variants },
    boxes: {
      vol1: MARKETS[market].sellsLimitedEdition ? startingPrice(vol1, market) : null,
      vol2: startingPrice(vol2, market),
    },
  }
}

/** Whether a market had Vol. I and has sold it out; false while the store is unavailable. */
export async function isVol1SoldOut(storefront: Storefront, market: Market): Promise<boolean> {
  if (!MARKETS[market].sellsLimitedEdition) return false
  const vol1 = await ifReachable(storefront.getProduct(market, HANDLES.vol1))
  return vol1 !== null && isSoldOut(vol1)
}

/** The handles that each market lists; null for a market whose list is out of reach. Never throws. */
export async function listedHandles({ getProducts }: Pick<Storefront, 'getProducts'>) {
  const lists = MARKET_IDS.map(async (market) => {
    const list = await ifReachable(getProducts(market))
    return [market, list && new Set(list.map(({ handle }) => handle))] as const
  })
  return Object.fromEntries(await Promise.all(lists)) as Record<Market, ReadonlySet<string> | null>
}
