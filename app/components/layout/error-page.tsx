import { isRouteErrorResponse } from 'react-router'
import { ErrorScreen, NotFound, Refused, StoreUnavailable } from './error-variants.tsx'

type Facts = { readonly reason?: unknown; readonly reference?: unknown }

function factsOf(data: unknown): Facts {
  return typeof data === 'object' && data !== null ? (data as Facts) : {}
}

/**
 * The page for whatever a route threw. Nothing of the error's own words is shown.
 * @param reference the request's number, where the boundary knows it
 */
export function ErrorPage({ error, reference }: { error: unknown; reference?: string }) {
  if (!isRouteErrorResponse(error)) return <ErrorScreen reference={reference} />
  const facts = factsOf(error.data)
  const number = reference ?? (typeof facts.reference === 'string' ? facts.reference : undefined)
  if (error.status === 404) return <NotFound />
  if (error.status === 502 || error.status === 503 || error.status === 504) return <StoreUnavailable />
  if (error.status >= 400 && error.status < 500)
    return <Refused status={error.status} reason={facts.reason} />
  return <ErrorScreen reference={number} />
}
