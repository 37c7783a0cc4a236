import { ProductPage } from '../../components/product/product-page.tsx'
import SimpleProduct from '../../components/product/simple-product.tsx'
import type { Route } from './+types/product'

export { pageMeta as meta } from '../../components/page/page-meta.ts'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '../../components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ other: SimpleProduct }} />
}
