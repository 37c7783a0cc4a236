import BundleBuilder from '../../components/product/bundle-builder.tsx'
import { ProductPage } from '../../components/product/product-page.tsx'
import type { Route } from './+types/wand-set'

export { pageMeta as meta } from '../../components/page/page-meta.ts'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '../../components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function WandSetRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ 'collectors-set': BundleBuilder }} />
}
