/**
 * An external service (storefront, backend, mail) failed, timed out or sent an invalid response. Contains the
 * operation and the HTTP status, never tokens or personal data. `detail` is logged: it is our own text, or that of a
 * service which receives no personal data.
 */
export class UpstreamError extends Error {
  readonly operation: string
  /** The HTTP status, or null when there was no usable response. */
  readonly status: number | null
  readonly detail: string | null
  constructor(operation: string, status: number | null, options?: ErrorOptions & { detail?: string }) {
    super(
      status === null ? `${operation} got no usable answer` : `${operation} was answered ${status}`,
      options,
    )
    this.name = 'UpstreamError'
    this.operation = operation
    this.status = status
    this.detail = options?.detail ?? null
  }
}
