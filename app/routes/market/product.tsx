import { data, redirect } from 'react-router'
import { marketContext, servicesContext } from '../../context.ts'
import { askedSearch } from '../../http.ts'
import { type ProductRedirect, redirectOfHandle, resolveProductPage } from '../../models/product-address.ts'
import { readProductPage } from '../../services/storefront/product-page.server.ts'
import '../../components/product/other-products.tsx'
import type { Route } from './+types/product'

/** All that the page of a volume is first shown with. */
export {
  default,
  ErrorBoundary,
  handle,
  meta,
  shouldRevalidate,
} from './product-view.tsx'

/** Another place, with the choice in the address kept. */
function move({ to, status }: ProductRedirect, request: Request): Response {
  return redirect(to + askedSearch(request), status)
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const moved = redirectOfHandle(market, params.handle)
  if (moved) throw move(moved, request)
  const { storefront, log } = context.get(servicesContext)
  const page = await readProductPage(storefront, market, params.handle).catch((error: unknown) => {
    log.error({ err: error, handle: params.handle }, 'product out of reach')
    throw data(null, { status: 503 })
  })
  const place = resolveProductPage(page?.product ?? null, market)
  if (page === null || place === null) throw data(null, { status: 404 })
  if ('to' in place) throw move(place, request)
  return page
}
