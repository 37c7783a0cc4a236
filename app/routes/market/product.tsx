import { data, isRouteErrorResponse, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useReference } from '../../components/layout/document.ts'
import { ErrorPage } from '../../components/layout/error-page.tsx'
import { ProductNotFound } from '../../components/layout/error-variants.tsx'
import { productMeta } from '../../components/layout/page-head.ts'
import { ProductPage } from '../../components/product/product-page.tsx'
import { marketContext, servicesContext } from '../../context.ts'
import { originalSearch } from '../../http.ts'
import { type ProductRedirect, redirectOfHandle, resolveProductPage } from '../../models/product-address.ts'
import { readProductPage } from '../../services/storefront/product-page.server.ts'
import type { Route } from './+types/product'

export const meta: Route.MetaFunction = productMeta

/** Redirects to another product URL, with the query, which holds the choice of options. */
function redirectTo({ to, status }: ProductRedirect, request: Request): Response {
  return redirect(to + originalSearch(request), status)
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const moved = redirectOfHandle(market, params.handle)
  if (moved) throw redirectTo(moved, request)
  const { storefront, log } = context.get(servicesContext)
  const page = await readProductPage(storefront, market, params.handle).catch((error: unknown) => {
    log.error({ err: error, handle: params.handle }, 'product out of reach')
    throw data(null, { status: 503 })
  })
  const place = resolveProductPage(page?.product ?? null, market)
  if (page === null || place === null) throw data(null, { status: 404 })
  if ('to' in place) throw redirectTo(place, request)
  return page
}

/** The choice of options in the query does not change the loader data. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || formMethod !== undefined
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage {...loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const reference = useReference()
  if (isRouteErrorResponse(error) && error.status === 404) return <ProductNotFound />
  return <ErrorPage error={error} reference={reference} />
}
