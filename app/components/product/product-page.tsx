import { type ComponentType, lazy } from 'react'
import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs, useRouteError } from 'react-router'
import { kindOf, type ProductKind } from '#app/models/product.ts'
import { ErrorPage, ProductNotFound } from '../page/late-error.tsx'
import type { ProductPageData } from './product-parts.tsx'

type Pages = Readonly<Record<ProductKind, ComponentType<ProductPageData>>>

const Volume = lazy(() => import('./box.tsx'))

const PAGES: Pages = {
  'vol-1': Volume,
  'vol-2': Volume,
  wand: lazy(() => import('./wand.tsx')),
  bundle: lazy(() => import('./bundle.tsx')),
  other: lazy(() => import('./merch.tsx')),
}

/**
 * The page of a product by its kind.
 * @param loaded the page that the route brings along, so that most visitors need not wait for it
 */
export function ProductPage({ loaded, ...data }: ProductPageData & { readonly loaded: Partial<Pages> }) {
  const kind = kindOf(data.product)
  const Page = loaded[kind] ?? PAGES[kind]
  return <Page key={data.product.handle} {...data} />
}

/** The page of a product that could not be shown. */
export function ProductError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <ProductNotFound />
  return <ErrorPage error={error} />
}

/** The choice of options in the query does not change the loader data. */
export function isAnotherProduct({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || formMethod !== undefined
}
