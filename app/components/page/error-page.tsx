import { isRouteErrorResponse } from 'react-router'
import { ErrorScreen, NotFound, Refused, StoreUnavailable } from './error-variants.tsx'

type ErrorDetails = { readonly reason?: unknown; readonly reference?: unknown }

function detailsOf(data: unknown): ErrorDetails {
  return typeof data === 'object' && data !== null ? (data as ErrorDetails) : {}
}

/**
 * The page for anything that a route threw. Never shows the error's own message.
 * @param reference the request id, where the error boundary knows it
 */
export function ErrorPage({ error, reference }: { error: unknown; reference?: string }) {
  if (!isRouteErrorResponse(error)) return <ErrorScreen reference={reference} />
  const details = detailsOf(error.data)
  const requestId = reference ?? (typeof details.reference === 'string' ? details.reference : undefined)
  if (error.status === 404) return <NotFound />
  if (error.status === 502 || error.status === 503 || error.status === 504) return <StoreUnavailable />
  if (error.status >= 400 && error.status < 500)
    return <Refused status={error.status} reason={details.reason} />
  return <ErrorScreen reference={requestId} />
}
