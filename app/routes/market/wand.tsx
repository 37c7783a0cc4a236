import { productMeta } from '../../components/page/page-meta.ts'
import { isAnotherProduct, ProductError, ProductPage } from '../../components/product/product-page.tsx'
import WandProduct from '../../components/product/wand-product.tsx'
import type { Route } from './+types/wand'
import { loadProduct } from './product-loader.server.ts'

export const meta: Route.MetaFunction = productMeta

export const loader = (args: Route.LoaderArgs) => loadProduct(args)

export const shouldRevalidate = isAnotherProduct

export default function WandRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ wand: WandProduct }} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProductError error={error} />
}
