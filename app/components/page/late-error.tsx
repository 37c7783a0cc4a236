import { lazy } from 'react'
import { FORM_FAILED } from '#app/models/page-messages.ts'

/** Stands where the code of the error pages cannot be loaded. */
function Lost() {
  return (
    <p role="alert" className="wrap py-stage">
      {FORM_FAILED.title}
    </p>
  )
}

type Pages = Pick<typeof import('./error-page.tsx'), 'ErrorPage' | 'ProductNotFound'>

/** A server's error page stays as it is without its code. In a page that is hydrated, nothing else would be in its place. */
const load = (): Promise<Pages> =>
  import('./error-page.tsx').catch(() =>
    'hydrated' in document.documentElement.dataset
      ? { ErrorPage: Lost, ProductNotFound: Lost }
      : new Promise<never>(() => {}),
  )

/** The error pages, whose code comes when one is shown. */
export const ErrorPage = lazy(async () => ({ default: (await load()).ErrorPage }))
export const ProductNotFound = lazy(async () => ({ default: (await load()).ProductNotFound }))
