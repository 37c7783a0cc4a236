import { ProductPage } from '#app/components/product/product-page.tsx'
import WandPage from '#app/components/product/wand.tsx'
import type { Route } from './+types/wand'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'
export {
  isAnotherProduct as shouldRevalidate,
  ProductError as ErrorBoundary,
} from '#app/components/product/product-page.tsx'
export { loadProduct as loader } from './product-loader.server.ts'

export default function WandRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} loaded={{ wand: WandPage }} />
}
