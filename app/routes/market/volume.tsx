import { productMeta } from '../../components/page/page-meta.ts'
import { isAnotherProduct, ProductError, ProductPage } from '../../components/product/product-page.tsx'
import StandardProduct from '../../components/product/standard-product.tsx'
import type { Route } from './+types/volume'
import { loadProduct } from './product-loader.server.ts'

export const meta: Route.MetaFunction = productMeta

export const loader = (args: Route.LoaderArgs) => loadProduct(args)

export const shouldRevalidate = isAnotherProduct

export default function VolumeRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ volume: StandardProduct }} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProductError error={error} />
}
