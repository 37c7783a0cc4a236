import { productMeta } from '../../components/page/page-meta.ts'
import { isAnotherProduct, ProductError, ProductPage } from '../../components/product/product-page.tsx'
import SimpleProduct from '../../components/product/simple-product.tsx'
import type { Route } from './+types/product'
import { loadProduct } from './product-loader.server.ts'

export const meta: Route.MetaFunction = productMeta

export const loader = (args: Route.LoaderArgs) => loadProduct(args)

export const shouldRevalidate = isAnotherProduct

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ other: SimpleProduct }} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProductError error={error} />
}
