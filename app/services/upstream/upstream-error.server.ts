import { AsyncLocalStorage } from 'node:async_hooks'
import { UpstreamError } from '#supabase/functions/_shared/database.ts'

export { UpstreamError }

/** The result of `work`, or of `instead` when a service has failed. @throws any other error */
export async function onOutage<T, Instead>(
  work: () => Promise<T>,
  instead: (error: UpstreamError) => Instead,
): Promise<T | Instead> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UpstreamError) return instead(error)
    throw error
  }
}

/** A reply of the storefront, or null while it is unavailable: for pages that work without it. */
export function ifReachable<T>(reply: Promise<T>): Promise<T | null> {
  return onOutage(
    () => reply,
    () => null,
  )
}

/**
 * Waits for `work`, but no longer than `ms` milliseconds. The work itself continues; a later rejection of it is
 * handled.
 * @param late called on timeout; its result replaces that of the work
 * @throws what the work or `late` throws
 */
export async function withDeadline<T, L>(work: Promise<T>, ms: number, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  }).then(late)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Rejects when the signal fires, even if the work itself ignores the signal. */
export function rejectOnAbort<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Maximum body size of a service's response. Catalogues and lists take a tenth of it. */
const MAX_RESPONSE_BYTES = 8 * 2 ** 20

/**
 * `fetch` for external services. It does not follow redirects, which would send our tokens to another server; callers
 * treat them as failures. A body of more than `MAX_RESPONSE_BYTES` is cut off, and reading it fails like a lost
 * connection.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  return response.body === null ? response : new Response(limitSize(response.body), response)
}

function limitSize(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let remaining = MAX_RESPONSE_BYTES
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        remaining -= chunk.byteLength
        if (remaining < 0) throw new Error('the answer is too long')
        controller.enqueue(chunk)
      },
    }),
  )
}

const addresses = new AsyncLocalStorage<string>()

/** Runs `work` for the visitor at `ip`, which calls of other services may send. Empty for work for all visitors. */
export function forVisitor<T>(ip: string, work: () => T): T {
  return addresses.run(ip, work)
}

/** The IP address of the visitor for whom this runs; undefined for work for all visitors. */
export function visitorAddress(): string | undefined {
  return addresses.getStore() || undefined
}
