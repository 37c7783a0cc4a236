import MerchPage from '#app/components/product/merch.tsx'
import { ProductPage } from '#app/components/product/product-page.tsx'
import type { Route } from './+types/product'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '#app/components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ other: MerchPage }} />
}
