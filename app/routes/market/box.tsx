import BoxPage from '#app/components/product/box.tsx'
import { ProductPage } from '#app/components/product/product-page.tsx'
import type { Route } from './+types/box'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '#app/components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function BoxRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ 'vol-1': BoxPage, 'vol-2': BoxPage }} />
}
