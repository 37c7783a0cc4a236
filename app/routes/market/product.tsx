import { type ComponentType, lazy } from 'react'
import {
  data,
  isRouteErrorResponse,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useMatches,
} from 'react-router'
import { ErrorPage, ProductNotFound } from '#app/components/page/late-error.tsx'
import { pageFactsOf } from '#app/components/page/use-shop.ts'
import { ProductData } from '#app/components/product/product-parts.tsx'
import { vol1Copy, vol2Copy } from '#app/content/box-words.ts'
import { type PageFacts, sentFacts } from '#app/content/page-facts.ts'
import { merchCopy, type ProductCopy } from '#app/content/product-copy.ts'
import { wandCopy } from '#app/content/wand-words.ts'
import { originalSearch } from '#app/models/http.ts'
import { LIMITED_EDITION_MARKET } from '#app/models/market.ts'
import { vol1NotHere } from '#app/models/page-messages.ts'
import { HANDLES, type Product, type ProductKind, productPath } from '#app/models/product.ts'
import {
  isVol1OfOtherMarket,
  kindOf,
  type ProductRedirect,
  redirectOfHandle,
  resolveProductPage,
} from '#app/models/product-kind.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import { readProductPage } from '#app/services/storefront/page-data.server.ts'
import { shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import type { Route } from './+types/product'
import { productHead } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

/** The texts of each kind. The server sends them, so that browsers need neither them nor the code that makes them. */
const COPY: Readonly<Record<ProductKind, (facts: PageFacts, product: Product) => ProductCopy>> = {
  'vol-1': vol1Copy,
  'vol-2': vol2Copy,
  wand: wandCopy,
  bundle: (facts, product) => wandCopy(facts, product, true),
  other: (facts, product) => merchCopy(product, facts),
}

/** @throws a redirect, or the page's status where there is no such product or the store is out of reach */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { market, now, services, session } = shopOf(context)
  const handle = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  if (isVol1OfOtherMarket(market, handle))
    session.flash(vol1NotHere(market, productPath(LIMITED_EDITION_MARKET, HANDLES.vol1)))
  /** With the query, which holds the choice of options. */
  const redirectTo = ({ to, status }: ProductRedirect) => redirect(to + originalSearch(request.url), status)
  const moved = redirectOfHandle(market, handle)
  if (moved) throw redirectTo(moved)
  const page = await readProductPage(services.storefront, market, handle).catch((error: unknown) => {
    services.log.error({ err: error, handle }, 'product out of reach')
    throw data(null, { status: 503 })
  })
  const place = resolveProductPage(page?.product ?? null, market)
  if (page === null || place === null) throw data(null, { status: 404 })
  if ('to' in place) throw redirectTo(place)
  const facts = sentFacts(shippingOf(await services.company.current(), market, now))
  const copy = COPY[kindOf(page.product)](pageFactsOf({ market, facts }), page.product)
  return { ...page, copy, head: await productHead(context, page.product) }
}

/** The choice of options in the query does not change the loader data. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || formMethod !== undefined
}

const Box = lazy(() => import('#app/components/product/box.tsx'))

/** The layout of each kind, for a product whose address has the code of another kind: its store has renamed it. */
const LAYOUTS: Readonly<Record<ProductKind, ComponentType>> = {
  'vol-1': Box,
  'vol-2': Box,
  wand: lazy(() => import('#app/components/product/wand.tsx')),
  bundle: lazy(() => import('#app/components/product/bundle.tsx')),
  other: lazy(() => import('#app/components/product/merch.tsx')),
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product } = loaderData
  const kind = kindOf(product)
  const isAtItsAddress = useMatches().at(-1)?.id.startsWith(`product/${kind}/`)
  const Layout = isAtItsAddress ? Outlet : LAYOUTS[kind]
  return (
    <ProductData value={loaderData}>
      <Layout key={product.handle} />
    </ProductData>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ProductNotFound />
  return <ErrorPage error={error} />
}
