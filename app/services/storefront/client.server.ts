import { ClientError, GraphQLClient } from 'graphql-request'
import pRetry from 'p-retry'
import type { z } from 'zod'
import { cutText } from '../../models/cut-text.ts'
import { UpstreamError } from '../upstream-error.server.ts'

export type StorefrontClientOptions = {
  /** Full GraphQL address, with the API version. */
  readonly url: string
  /** Public storefront access token. */
  readonly token: string
  readonly fetch?: typeof fetch
  /** How long one operation may take with all its retries, ms. */
  readonly deadlineMs?: number
}

export type Operation<Reply extends z.ZodType> = {
  /** For errors and logs. */
  readonly name: string
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly reply: Reply
  readonly retries?: number
}

/** A reply that asking again may mend. */
class PassingError extends UpstreamError {}

const DEADLINE_MS = 4_000
const RETRIES = 2
const RETRY_AFTER_MS = 80

function isPassingStatus(status: number): boolean {
  return status === 408 || status === 429 || status === 430 || status >= 500
}

/** The client library's errors carry the whole request; only operation, status and messages go on from here. */
function toUpstreamError(operation: string, error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (error instanceof ClientError) {
    const { status, errors } = error.response
    const throttled = errors?.some((entry) => entry.extensions?.code === 'THROTTLED') ?? false
    const messages = (errors ?? []).map((entry) => entry.message).join(', ')
    const detail = status >= 400 ? `HTTP error ${status}` : `Error calling Shopify: ${cutText(messages, 300)}`
    const Kind = throttled || isPassingStatus(status) ? PassingError : UpstreamError
    return new Kind(operation, status, { detail })
  }
  const isTooSlow = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
  return new PassingError(operation, null, {
    detail: isTooSlow ? 'no answer in time' : 'no connection or no JSON',
  })
}

/** Rejects when the signal fires, also where the work itself does not heed it. */
function heeding<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

export type StorefrontClient = ReturnType<typeof createStorefrontClient>

/**
 * Speaks to the Storefront API: retries with backoff, an overall deadline, and parsed replies.
 * Every failure is an UpstreamError. Spec: 7 The calls it makes
 */
export function createStorefrontClient({
  url,
  token,
  fetch,
  deadlineMs = DEADLINE_MS,
}: StorefrontClientOptions) {
  const graphql = new GraphQLClient(url, {
    ...(fetch && { fetch }),
    headers: { 'X-Shopify-Storefront-Access-Token': token },
    excludeOperationName: true,
  })
  const attemptMs = Math.max(50, Math.round(deadlineMs * 0.45))

  async function attempt<Reply extends z.ZodType>(operation: Operation<Reply>, overall: AbortSignal) {
    const { name, document, variables } = operation
    const signal = AbortSignal.any([overall, AbortSignal.timeout(attemptMs)])
    try {
      const data = await heeding(
        signal,
        graphql.request<unknown>({ document, variables: { ...variables }, signal }),
      )
      const parsed = operation.reply.safeParse(data)
      if (parsed.success) return parsed.data
      throw new PassingError(name, null, { cause: new Error('the reply makes no sense') })
    } catch (error) {
      throw toUpstreamError(name, error)
    }
  }

  return {
    /** Sends one operation. @throws UpstreamError */
    async request<Reply extends z.ZodType>(operation: Operation<Reply>): Promise<z.output<Reply>> {
      const overall = AbortSignal.timeout(deadlineMs)
      try {
        return await pRetry(() => attempt(operation, overall), {
          retries: operation.retries ?? RETRIES,
          minTimeout: RETRY_AFTER_MS,
          factor: 3,
          randomize: true,
          signal: overall,
          shouldRetry: ({ error }) => error instanceof PassingError,
        })
      } catch (error) {
        throw toUpstreamError(operation.name, error)
      }
    },
  }
}
