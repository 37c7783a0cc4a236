import {
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { ErrorPage } from '../../components/layout/error-page.tsx'
import { ProductNotFound } from '../../components/layout/error-variants.tsx'
import { productMeta } from '../../components/layout/page-meta.ts'
import { useReference } from '../../components/layout/reference.ts'
import {
  ProductPage,
  type ProductPageData,
  precomputeProduct,
} from '../../components/product/product-page.tsx'
import { marketOfPath } from '../../models/market.ts'
import type { Prepare } from '../../runtime/page-prefetch.ts'
import '../../styles/pages/product.css'
import '../../styles/pages/product-choice.css'
import '../../styles/pages/product-gallery.css'
import type { Route } from './+types/product'

export const meta: Route.MetaFunction = productMeta

export const handle: Prepare = {
  prepare: (data, pathname) => precomputeProduct(data as ProductPageData, marketOfPath(pathname)),
}

/** The choice of options in the query does not change the loader data. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || formMethod !== undefined
}

/** Uses the hook, as React Router passes `loaderData` as a prop to route modules only. */
export default function ProductRoute() {
  return <ProductPage {...useLoaderData<ProductPageData>()} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const reference = useReference()
  if (isRouteErrorResponse(error) && error.status === 404) return <ProductNotFound />
  return <ErrorPage error={error} reference={reference} />
}
