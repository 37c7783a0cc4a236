import { lazy } from 'react'

/** Code that does not come leaves the page as it is: the server's error page, or the one that led there. */
const load = () => import('./error-page.tsx').catch(() => new Promise<never>(() => {}))

/** The error pages, whose code comes when one is shown. */
export const ErrorPage = lazy(async () => ({ default: (await load()).ErrorPage }))
export const ProductNotFound = lazy(async () => ({ default: (await load()).ProductNotFound }))
