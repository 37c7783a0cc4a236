import { lazy } from 'react'
import { isVolume, kindOf, type Product } from '../../models/product.ts'
import { StandardProduct } from './standard-product.tsx'
import type { BoxPrices } from './wand-cross.tsx'

// Most visitors come for a volume; the code of the others is loaded with their pages only.
const WandProduct = lazy(() => import('./wand-product.tsx'))
const BundleBuilder = lazy(() => import('./bundle-builder.tsx'))
const SimpleProduct = lazy(() => import('./simple-product.tsx'))

/** A product, and related products whose prices its page shows; null if unavailable. */
export type ProductPageData = {
  readonly product: Product
  readonly wands: Pick<Product, 'handle' | 'variants'> | null
  readonly set: Pick<Product, 'variants'> | null
  readonly boxes: BoxPrices
}

/** Selects the page by the kind of product. */
export function ProductPage({ product, wands, set, boxes }: ProductPageData) {
  if (isVolume(product)) return <StandardProduct key={product.handle} product={product} wands={wands} />
  switch (kindOf(product)) {
    case 'wand':
      return <WandProduct product={product} fallback={wands} set={set} boxes={boxes} />
    case 'collectors-set':
      return <BundleBuilder product={product} wands={wands} />
    default:
      return <SimpleProduct key={product.handle} product={product} />
  }
}
