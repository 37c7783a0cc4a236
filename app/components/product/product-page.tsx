import type { ComponentType } from 'react'
import type { Market } from '../../models/market.ts'
import { isVolume, type Product } from '../../models/product.ts'
import { pricesOf, soldOutOf } from './offers.ts'
import { StandardProduct } from './standard-product.tsx'
import type { BoxPrices } from './wand-cross.tsx'

/** A product, and related products whose prices its page shows; null if unavailable. */
export type ProductPageData = {
  readonly product: Product
  readonly wands: Pick<Product, 'handle' | 'variants'> | null
  readonly set: Pick<Product, 'variants'> | null
  readonly boxes: BoxPrices
}

/** Precomputes the prices and availability of a volume; they are memoized as long as the product object exists. */
export function precomputeProduct({ product }: ProductPageData, market: Market): void {
  if (!isVolume(product)) return
  pricesOf(product, market)
  soldOutOf(product, market)
}

/**
 * The page of products other than volumes. `non-volume-page.tsx` sets it, so that its code is not part of the first
 * chunks of a volume's page.
 */
export const nonVolumePage: { Page: ComponentType<ProductPageData> | null } = { Page: null }

/** Selects the page by the kind of product. */
export function ProductPage(data: ProductPageData) {
  const { product, wands } = data
  if (isVolume(product)) return <StandardProduct key={product.handle} product={product} wands={wands} />
  const { Page } = nonVolumePage
  if (!Page) throw new Error('The page of this kind of product has not come')
  return <Page {...data} />
}
