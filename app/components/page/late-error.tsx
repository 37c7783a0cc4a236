import { lazy } from 'react'
import { useLocation } from 'react-router'
import { UNEXPECTED_ERROR } from '#app/models/page-messages.ts'
import { buttonClass } from '../ui/button.tsx'
import { hydrated } from './navigation.tsx'

/** Stands in for an error page whose code cannot be loaded. The server has the whole page at the same address. */
function PlainError() {
  const { pathname, search } = useLocation()
  return (
    <section className="wrap py-stage">
      <title>{UNEXPECTED_ERROR.title}</title>
      <h1>{UNEXPECTED_ERROR.title}</h1>
      <p className="my-6">{UNEXPECTED_ERROR.text}</p>
      <a className={buttonClass()} href={pathname + search}>
        Try again
      </a>
    </section>
  )
}

/**
 * If the code cannot be loaded, an error page that the server rendered stays as it is: it waits for the hydration that
 * needs this code. After a click in a hydrated page, `PlainError` is shown.
 */
const load = (): Promise<typeof import('./error-page.tsx')> =>
  import('./error-page.tsx').catch(async () => {
    await hydrated
    return { ErrorPage: PlainError, ProductNotFound: PlainError }
  })

/** The error pages, whose code is loaded when one is shown. */
export const ErrorPage = lazy(async () => ({ default: (await load()).ErrorPage }))
export const ProductNotFound = lazy(async () => ({ default: (await load()).ProductNotFound }))
