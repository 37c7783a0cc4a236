/** What goes wrong between the shop and an embedded service, because a test wants it to. */
export type Fault = {
  /**
   * Matches the method and path of a request, such as `PATCH /rest/v1/waitlist`, or its body, such as the name of a
   * GraphQL operation. Every request without it.
   */
  readonly match?: RegExp
  /** Number of requests it affects; without it, all until it is taken back. */
  readonly times?: number
} & (
  | { readonly kind: 'unreachable' }
  /** No response is ever sent. */
  | { readonly kind: 'hang' }
  /** The request is handled after what happens meanwhile. */
  | { readonly kind: 'slow'; readonly meanwhile: () => Promise<unknown> }
  /** A text instead of JSON is a page, such as a proxy's. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: unknown }
)

/** Creates the list of injected faults, which the requests to an embedded service go through. */
export function createFaults() {
  const remaining = new Map<Fault, number>()
  let calls = 0

  /** The response of the first fault that matches a request; null to handle it. @throws TypeError when unreachable */
  async function apply(request: Request): Promise<Response | null> {
    calls += 1
    if (remaining.size === 0) return null
    const text = `${request.method} ${new URL(request.url).pathname}\n${await request.clone().text()}`
    const fault = [...remaining.keys()].find(({ match }) => match === undefined || match.test(text))
    if (fault === undefined) return null
    const left = (remaining.get(fault) ?? 0) - 1
    if (left > 0) remaining.set(fault, left)
    else remaining.delete(fault)
    switch (fault.kind) {
      case 'unreachable':
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
      case 'hang':
        return new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        )
      case 'slow':
        await fault.meanwhile()
        return null
      case 'status': {
        const { status, body = { message: 'injected' } } = fault
        return typeof body === 'string'
          ? new Response(body, { status, headers: { 'Content-Type': 'text/html' } })
          : Response.json(body, { status })
      }
    }
  }

  return {
    /** Adds a fault; those added first are applied first. @returns a function that takes it back */
    inject(fault: Fault): () => void {
      remaining.set(fault, fault.times ?? Number.POSITIVE_INFINITY)
      return () => void remaining.delete(fault)
    },
    clear: (): void => remaining.clear(),
    calls: (): number => calls,
    apply,
  }
}
