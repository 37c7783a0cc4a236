import { setTimeout } from 'node:timers/promises'

/** A fault that a test injects between the shop and its backend. */
type Fault = {
  /** Matches method and path, such as `PATCH /rest/v1/gift_redemption_codes`. All requests when absent. */
  readonly match?: RegExp
  readonly kind: 'unreachable' | 'slow' | 'html' | 'status'
  /** For `slow`: the delay. The request is handled normally afterwards. */
  readonly delayMs?: number
  /** For `slow`, instead of a delay: runs before the request is handled. */
  readonly meanwhile?: () => Promise<unknown>
  /** For `status`: the HTTP status. */
  readonly status?: number
  /** For `status`: the JSON body. */
  readonly body?: unknown
  /** Number of requests it affects; all when absent. */
  readonly times?: number
}

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  const active = new Map<Fault, number>()
  return {
    /** Adds a fault. @returns a function that removes it */
    inject(fault: Fault): () => void {
      active.set(fault, fault.times ?? Number.POSITIVE_INFINITY)
      return () => active.delete(fault)
    },
    clear: () => active.clear(),
    /**
     * Applies the first matching fault.
     * @returns its response, or null to continue.
     * @throws TypeError when unreachable
     */
    async apply(request: Request): Promise<Response | null> {
      if (active.size === 0) return null
      const line = `${request.method} ${new URL(request.url).pathname}`
      for (const [fault, remaining] of active) {
        if (fault.match && !fault.match.test(line)) continue
        if (remaining <= 1) active.delete(fault)
        else active.set(fault, remaining - 1)
        return applyFault(fault, request.signal)
      }
      return null
    },
  }
}

async function applyFault(fault: Fault, signal: AbortSignal): Promise<Response | null> {
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
  await (fault.meanwhile?.() ?? setTimeout(fault.delayMs ?? 1000, undefined, { signal }))
  return null
}
