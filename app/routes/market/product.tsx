import { data, redirect } from 'react-router'
import { marketContext, servicesContext } from '../../context.ts'
import { originalSearch } from '../../http.ts'
import { type ProductRedirect, redirectOfHandle, resolveProductPage } from '../../models/product-address.ts'
import { readProductPage } from '../../services/storefront/product-page.server.ts'
import '../../components/product/non-volume-page.tsx'
import type { Route } from './+types/product'

/** The view is a module of its own, with all that the page of a volume needs at first (`vite.config.ts`). */
export {
  default,
  ErrorBoundary,
  handle,
  meta,
  shouldRevalidate,
} from './product-view.tsx'

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
