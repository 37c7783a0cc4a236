import BundlePage from '#app/components/product/bundle.tsx'
import { ProductPage } from '#app/components/product/product-page.tsx'
import type { Route } from './+types/bundle'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '#app/components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function BundleRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ bundle: BundlePage }} />
}
