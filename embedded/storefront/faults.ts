/** Faults of the in-process store that tests can inject. */
export type Fault =
  /** The connection is refused. */
  | { readonly kind: 'refuse' }
  /** No response is ever sent. */
  | { readonly kind: 'hang' }
  /** The normal response is sent after `ms`. */
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number }
  /** 200 with HTML instead of JSON. */
  | { readonly kind: 'html' }
  /** 200 with JSON of the wrong shape. */
  | { readonly kind: 'nonsense' }
  /** 200 with a GraphQL error and no data. */
  | { readonly kind: 'graphqlError'; readonly message: string }
  /** Cart mutations return a user error. */
  | { readonly kind: 'userError'; readonly message: string }

export type FaultPlan = {
  /** Affects only operations with that name. */
  readonly operation?: string
  /** Number of calls it affects; without it, all until `clear`. */
  readonly times?: number
}

type Planned = { readonly fault: Fault; readonly operation: string | null; remaining: number }

/** Creates a list of planned faults, and a fetch that applies them. */
export function createFaults() {
  let planned: Planned[] = []
  let calls = 0

  async function takeNextFault(request: Request): Promise<Fault | null> {
    calls += 1
    if (planned.length === 0) return null
    const text = await request.clone().text()
    const next = planned.find(({ operation }) => operation === null || text.includes(operation))
    if (!next) return null
    next.remaining -= 1
    if (next.remaining <= 0) planned = planned.filter((entry) => entry !== next)
    return next.fault
  }

  return {
    /** Plans a fault; those planned first are applied first. */
    plan(fault: Fault, { operation, times = Number.POSITIVE_INFINITY }: FaultPlan = {}): void {
      planned.push({ fault, operation: operation ?? null, remaining: times })
    },
    /** Removes all planned faults. */
    clear(): void {
      planned = []
    },
    /** Number of in-process requests so far. */
    calls: () => calls,
    /** A `fetch` that calls a handler in process, with the planned faults. */
    fetchOver(handle: (request: Request) => Promise<Response>): typeof fetch {
      return async (input, init) => {
        const request = new Request(input, init)
        const fault = await takeNextFault(request)
        return fault ? respondWithFault(fault, request, handle) : handle(request)
      }
    },
  }
}

async function respondWithFault(
  fault: Fault,
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  switch (fault.kind) {
    case 'refuse':
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    case 'hang':
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.ms))
      return handle(request)
    case 'status':
      return new Response('Something went wrong', {
        status: fault.status,
        headers: { 'Content-Type': 'text/plain' },
      })
    case 'html':
      return new Response('<!doctype html><title>Be right back</title>', {
        headers: { 'Content-Type': 'text/html' },
      })
    case 'nonsense':
      return Response.json({
        data: { products: { edges: 'none' }, cartCreate: 7, nodes: 'x', productByHandle: [] },
      })
    case 'graphqlError':
      return Response.json({ errors: [{ message: fault.message }] })
    case 'userError':
      return withUserError(fault.message)
  }
}

function withUserError(message: string): Response {
  const payload = { cart: null, userErrors: [{ field: ['input'], message, code: 'INVALID' }], warnings: [] }
  const names = [
    'cartCreate',
    'cartLinesAdd',
    'cartLinesUpdate',
    'cartLinesRemove',
    'cartDiscountCodesUpdate',
  ]
  return Response.json({ data: Object.fromEntries(names.map((name) => [name, payload])) })
}
