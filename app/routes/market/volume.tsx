import { ProductPage } from '../../components/product/product-page.tsx'
import StandardProduct from '../../components/product/standard-product.tsx'
import type { Route } from './+types/volume'

export { pageMeta as meta } from '../../components/page/page-meta.ts'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '../../components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function VolumeRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ 'vol-1': StandardProduct, 'vol-2': StandardProduct }} />
}
