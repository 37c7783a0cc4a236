import type { Market } from '../../models/market.ts'
import type { Product } from '../../models/product.ts'
import { kindOf } from '../../models/product.ts'
import { BundleBuilder } from './bundle-builder.tsx'
import { pricesOf, soldOutOf } from './offers.ts'
import { SimpleProduct } from './simple-product.tsx'
import { StandardProduct } from './standard-product.tsx'
import type { BoxPrices } from './wand-cross.tsx'
import { WandProduct } from './wand-product.tsx'

/** A product, and what its page tells of others; those may be missing. */
export type ProductPageData = {
  readonly product: Product
  readonly wands: Pick<Product, 'handle' | 'variants'> | null
  readonly set: Pick<Product, 'variants'> | null
  readonly boxes: BoxPrices
}

/** Works out ahead what the page of a volume says for each choice; it is remembered for as long as the product is. */
export function prepareProduct({ product }: ProductPageData, market: Market): void {
  if (!/^vol-/.test(kindOf(product))) return
  pricesOf(product, market)
  soldOutOf(product, market)
}

/** The page that fits the kind of product. */
export function ProductPage({ product, wands, set, boxes }: ProductPageData) {
  switch (kindOf(product)) {
    case 'vol-1':
    case 'vol-2':
      return <StandardProduct key={product.handle} product={product} wands={wands} />
    case 'wand':
      return <WandProduct product={product} fallback={wands} set={set} boxes={boxes} />
    case 'collectors-set':
      return <BundleBuilder product={product} wands={wands} />
    case 'other':
      return <SimpleProduct key={product.handle} product={product} />
  }
}
