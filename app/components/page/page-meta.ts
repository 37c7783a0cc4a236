import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import {
  BRAND,
  PRODUCT_NOT_FOUND,
  type ScreenText,
  STORE_UNAVAILABLE,
  UNEXPECTED_ERROR,
} from '../../models/page-messages.ts'

/** The part of the arguments of a route's `meta` that is used here. */
type MetaArgs = {
  readonly loaderData?: { readonly head: readonly MetaDescriptor[] } | undefined
  readonly error?: unknown
}

/** The metadata of a page, finished by its loader. */
export function pageMeta({ loaderData }: MetaArgs): MetaDescriptor[] {
  return [...(loaderData?.head ?? [])]
}

/** That of a product page, which shows its errors itself. */
export function productMeta({ loaderData, error }: MetaArgs): MetaDescriptor[] {
  // If rendering the product failed, its metadata may fail as well.
  if (loaderData && !error) return pageMeta({ loaderData })
  return [{ title: `${errorTextOf(error).title} | ${BRAND}` }, { name: 'robots', content: 'noindex' }]
}

function errorTextOf(error: unknown): ScreenText {
  if (!isRouteErrorResponse(error)) return UNEXPECTED_ERROR
  return error.status === 404 ? PRODUCT_NOT_FOUND : STORE_UNAVAILABLE.product
}
