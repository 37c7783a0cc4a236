import type { ComponentType } from 'react'
import type { Market } from '../../models/market.ts'
import { isVolume, type Product } from '../../models/product.ts'
import { pricesOf, soldOutOf } from './offers.ts'
import { StandardProduct } from './standard-product.tsx'
import type { BoxPrices } from './wand-cross.tsx'

/** A product, and what its page tells of others; those may be missing. */
export type ProductPageData = {
  readonly product: Product
  readonly wands: Pick<Product, 'handle' | 'variants'> | null
  readonly set: Pick<Product, 'variants'> | null
  readonly boxes: BoxPrices
}

/** Works out ahead what the page of a volume says for each choice; it is remembered for as long as the product is. */
export function precomputeProduct({ product }: ProductPageData, market: Market): void {
  if (!isVolume(product)) return
  pricesOf(product, market)
  soldOutOf(product, market)
}

/** The page of a product that is no volume: what a volume's page is first shown with goes without it (`other-products.tsx`). */
export const nonVolumePage: { Page: ComponentType<ProductPageData> | null } = { Page: null }

/** The page that fits the kind of product. */
export function ProductPage(data: ProductPageData) {
  const { product, wands } = data
  if (isVolume(product)) return <StandardProduct key={product.handle} product={product} wands={wands} />
  const { Page } = nonVolumePage
  if (!Page) throw new Error('The page of this kind of product has not come')
  return <Page {...data} />
}
