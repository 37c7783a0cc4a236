import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useReference } from '../page/document.ts'
import { ErrorPage } from '../page/error-page.tsx'
import { ProductNotFound } from '../page/error-variants.tsx'

export function ProductError({ error }: { error: unknown }) {
  const reference = useReference()
  if (isRouteErrorResponse(error) && error.status === 404) return <ProductNotFound />
  return <ErrorPage error={error} reference={reference} />
}

/** The choice of options in the query does not change the loader data. */
export function isAnotherProduct({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || formMethod !== undefined
}
