import { kindOf } from '../../models/product.ts'
import { BundleBuilder } from './bundle-builder.tsx'
import { nonVolumePage, type ProductPageData } from './product-page.tsx'
import { SimpleProduct } from './simple-product.tsx'
import { WandProduct } from './wand-product.tsx'
import '../../styles/pages/bundle.css'
import '../../styles/pages/wand.css'
import '../../styles/pages/wand-choice.css'

/** Selects the page of a product that is not a volume. */
function OtherProduct({ product, wands, set, boxes }: ProductPageData) {
  switch (kindOf(product)) {
    case 'wand':
      return <WandProduct product={product} fallback={wands} set={set} boxes={boxes} />
    case 'collectors-set':
      return <BundleBuilder product={product} wands={wands} />
    default:
      return <SimpleProduct key={product.handle} product={product} />
  }
}

nonVolumePage.Page = OtherProduct
