/** What can be made to go wrong with the in-process store, so that tests can see the shop bear it. */
export type Fault =
  /** The connection is refused. */
  | { readonly kind: 'refuse' }
  /** No answer ever comes. */
  | { readonly kind: 'hang' }
  /** The right answer comes after `ms`. */
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number }
  /** 200 with a page instead of JSON. */
  | { readonly kind: 'html' }
  /** 200 with JSON that is no GraphQL answer. */
  | { readonly kind: 'nonsense' }
  /** 200 with a GraphQL error and no data. */
  | { readonly kind: 'graphqlError'; readonly message: string }
  /** Cart mutations answer a user error. */
  | { readonly kind: 'userError'; readonly message: string }

export type FaultPlan = {
  /** Only operations with that name. */
  readonly operation?: string
  /** How many calls it hits; without it, all until `clear`. */
  readonly times?: number
}

type Planned = { readonly fault: Fault; readonly operation: string | null; left: number }

/** The plan of failures, and the fetch that obeys it. */
export function createFaults() {
  let planned: Planned[] = []
  let calls = 0

  async function take(request: Request): Promise<Fault | null> {
    calls += 1
    if (planned.length === 0) return null
    const text = await request.clone().text()
    const next = planned.find(({ operation }) => operation === null || text.includes(operation))
    if (!next) return null
    next.left -= 1
    if (next.left <= 0) planned = planned.filter((entry) => entry !== next)
    return next.fault
  }

  return {
    /** Adds a failure; those planned first hit first. */
    plan(fault: Fault, { operation, times = Number.POSITIVE_INFINITY }: FaultPlan = {}): void {
      planned.push({ fault, operation: operation ?? null, left: times })
    },
    /** All is well again. */
    clear(): void {
      planned = []
    },
    /** How many in-process requests have come so far. */
    calls: () => calls,
    /** `fetch` over a handler, with the planned failures. */
    fetchOver(handle: (request: Request) => Promise<Response>): typeof fetch {
      return async (input, init) => {
        const request = new Request(input, init)
        const fault = await take(request)
        return fault ? suffer(fault, request, handle) : handle(request)
      }
    },
  }
}

async function suffer(
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
