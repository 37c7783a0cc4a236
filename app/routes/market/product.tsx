import { data, isRouteErrorResponse, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { ErrorPage } from '../../components/layout/error-page.tsx'
import { ProductNotFound } from '../../components/layout/error-variants.tsx'
import { headMeta, metaFrame } from '../../components/layout/page-meta.ts'
import { useReference } from '../../components/layout/reference.ts'
import { ProductPage, type ProductPageData, prepareProduct } from '../../components/product/product-page.tsx'
import { marketContext, servicesContext } from '../../context.ts'
import { askedSearch } from '../../http.ts'
import type { SocialCardName } from '../../models/films.ts'
import { marketOfPath, marketPath } from '../../models/market.ts'
import {
  PRODUCT_NOT_FOUND,
  type ScreenText,
  STORE_UNAVAILABLE,
  UNEXPECTED_ERROR,
} from '../../models/page-messages.ts'
import { kindOf, type ProductKind, productPath } from '../../models/product.ts'
import { moveOfHandle, type ProductMove, placeOfProduct } from '../../models/product-address.ts'
import { BRAND, productPaths, seoOfProduct } from '../../models/seo.ts'
import { breadcrumbJsonLd, productJsonLd } from '../../models/structured-data.ts'
import type { Prepare } from '../../runtime/pages-ahead.ts'
import { readProductPage } from '../../services/storefront/product-page.server.ts'
import '../../styles/pages/bundle.css'
import '../../styles/pages/product.css'
import '../../styles/pages/wand.css'
import '../../styles/pages/product-choice.css'
import '../../styles/pages/product-gallery.css'
import type { Route } from './+types/product'

const CARDS: Record<ProductKind, SocialCardName> = {
  'vol-1': 'vol-1',
  'vol-2': 'vol-2',
  wand: 'wands',
  'collectors-set': 'set',
  other: 'default',
}

export const meta: Route.MetaFunction = (args) => {
  const { market, now } = metaFrame(args)
  const product = args.loaderData?.product
  // A product that broke its page would break this as well.
  if (!product || args.error)
    return [{ title: `${screenOf(args.error).title} | ${BRAND}` }, { name: 'robots', content: 'noindex' }]
  const text = seoOfProduct(product, market)
  const images = product.images.map((image) => image.url)
  return headMeta(args, {
    text,
    listed: true,
    paths: productPaths(product.handle),
    card: CARDS[kindOf(product)],
    jsonLd: [
      (origin) =>
        import.meta.env.SSR || import.meta.env.DEV
          ? productJsonLd(product, market, { origin, now, description: text.description, images })
          : {},
      (origin) =>
        import.meta.env.SSR || import.meta.env.DEV
          ? breadcrumbJsonLd(market, origin, [
              { name: 'Shop', path: marketPath(market, '/products') },
              { name: product.title, path: productPath(market, product.handle) },
            ])
          : {},
    ],
  })
}

function screenOf(error: unknown): ScreenText {
  if (!isRouteErrorResponse(error)) return UNEXPECTED_ERROR
  return error.status === 404 ? PRODUCT_NOT_FOUND : STORE_UNAVAILABLE.product
}

/** Another place, with the choice in the address kept. */
function move({ to, status }: ProductMove, request: Request): Response {
  return redirect(to + askedSearch(request), status)
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const moved = moveOfHandle(market, params.handle)
  if (moved) throw move(moved, request)
  const { storefront, log } = context.get(servicesContext)
  const page = await readProductPage(storefront, market, params.handle).catch((error: unknown) => {
    log.error({ err: error, handle: params.handle }, 'product out of reach')
    throw data(null, { status: 503 })
  })
  const place = placeOfProduct(page?.product ?? null, market)
  if (page === null || place === null) throw data(null, { status: 404 })
  if ('to' in place) throw move(place, request)
  return page
}

export const handle: Prepare = {
  prepare: (data, pathname) => prepareProduct(data as ProductPageData, marketOfPath(pathname)),
}

/** The choice lives in the address but changes nothing that the server knows. */
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
