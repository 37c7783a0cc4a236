import { ProductPage } from '../../components/product/product-page.tsx'
import WandProduct from '../../components/product/wand-product.tsx'
import type { Route } from './+types/wand'

export { pageMeta as meta } from '../../components/page/page-meta.ts'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '../../components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function WandRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ wand: WandProduct }} />
}
