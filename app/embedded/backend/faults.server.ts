/** What a test lets go wrong between the shop and its backend. */
type Fault = {
  /** Which requests: by method and path such as `PATCH /rest/v1/gift_redemption_codes`. Every one when absent. */
  readonly match?: RegExp
  readonly kind: 'unreachable' | 'slow' | 'html' | 'status'
  /** For `slow`: how long, in milliseconds. The request is answered normally afterwards. */
  readonly delayMs?: number
  /** For `slow`, in place of a time: what happens before the request is answered. */
  readonly meanwhile?: () => Promise<unknown>
  /** For `status`: the HTTP status. */
  readonly status?: number
  /** For `status`: the JSON body. */
  readonly body?: unknown
  /** How many requests it hits; every one when absent. */
  readonly times?: number
}

export type Faults = {
  /** Adds a fault. @returns takes it back */
  inject(fault: Fault): () => void
  clear(): void
}

export type FaultPlan = Faults & {
  /** The answer a fault gives in place of the backend's, or null to go on. @throws when unreachable */
  answer(request: Request): Promise<Response | null>
}

/** An empty plan: nothing goes wrong until a test says so. */
export function createFaults(): FaultPlan {
  const active = new Map<Fault, number>()
  return {
    inject(fault) {
      active.set(fault, fault.times ?? Number.POSITIVE_INFINITY)
      return () => active.delete(fault)
    },
    clear: () => active.clear(),
    async answer(request) {
      if (active.size === 0) return null
      const line = `${request.method} ${new URL(request.url).pathname}`
      for (const [fault, left] of active) {
        if (fault.match && !fault.match.test(line)) continue
        if (left <= 1) active.delete(fault)
        else active.set(fault, left - 1)
        return misbehave(fault, request.signal)
      }
      return null
    },
  }
}

async function misbehave(fault: Fault, signal: AbortSignal): Promise<Response | null> {
  if (fault.kind === 'unreachable') throw new TypeError('fetch failed')
  if (fault.kind === 'html')
    return new Response('<!doctype html><title>502</title>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    })
  if (fault.kind === 'status')
    return Response.json(fault.body === undefined ? { message: 'injected' } : fault.body, {
      status: fault.status ?? 500,
    })
  await (fault.meanwhile?.() ?? waitFor(fault.delayMs ?? 1000, signal))
  return null
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
