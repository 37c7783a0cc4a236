/** How often each operation has failed in this process, for the metrics. */
export const upstreamFailures = new Map<string, number>()

/**
 * A service outside the shop (storefront, backend, mail) failed, was too slow or talked nonsense.
 * Carries the operation and, when there was one, the HTTP status; never tokens or personal data. `detail` is what went
 * wrong in words of ours or of a service that was told nothing personal: it is logged.
 */
export class UpstreamError extends Error {
  readonly operation: string
  /** The HTTP status, or null when there was no answer at all. */
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
    upstreamFailures.set(operation, (upstreamFailures.get(operation) ?? 0) + 1)
  }
}
