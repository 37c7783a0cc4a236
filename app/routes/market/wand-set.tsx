import { productMeta } from '../../components/page/page-meta.ts'
import BundleBuilder from '../../components/product/bundle-builder.tsx'
import { isAnotherProduct, ProductError, ProductPage } from '../../components/product/product-page.tsx'
import type { Route } from './+types/wand-set'
import { loadProduct } from './product-loader.server.ts'

export const meta: Route.MetaFunction = productMeta

export const loader = (args: Route.LoaderArgs) => loadProduct(args)

export const shouldRevalidate = isAnotherProduct

export default function WandSetRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ set: BundleBuilder }} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProductError error={error} />
}
