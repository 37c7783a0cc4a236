import { ClientError, GraphQLClient } from 'graphql-request'
import pRetry from 'p-retry'
import type { z } from 'zod'
import { storefrontTokenHeader } from '#app/models/store-requirements.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import { rejectOnAbort, UpstreamError, visitorAddress } from '../upstream/upstream-error.server.ts'
import type { Operation } from './operations.server.ts'

export type StorefrontClientOptions = {
  /** URL of the GraphQL endpoint, with the API version. */
  readonly url: string
  /** Storefront access token. */
  readonly token: string
  /** Whether it is a private token, for servers: Shopify then counts calls by the buyer's address that they carry. */
  readonly isPrivate?: boolean
  readonly fetch?: typeof fetch
  /** How long one operation may take with all its retries, ms. */
  readonly deadlineMs?: number
}

type Variables = Readonly<Record<string, unknown>>

/** The name of an operation, for errors and logs. */
function nameOf({ document }: Operation): string {
  return /(?:query|mutation) (\w+)/.exec(document)?.[1] ?? 'unnamed'
}

/** A failure for which a retry makes sense. */
class TransientError extends UpstreamError {}

/** As long as a visitor waits. All tries of an operation fit into it, even when none is answered. */
const DEADLINE_MS = 4_000
const TRIES_SHARE = 0.9
const RETRIES = 2
const RETRY_AFTER_MS = 60

/** Keeps operation, status and messages of an error only: those of the client library contain the whole request. */
function toUpstreamError(operation: string, error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  if (error instanceof ClientError) {
    const { status, errors } = error.response
    const throttled = errors?.some((entry) => entry.extensions?.code === 'THROTTLED') ?? false
    const messages = (errors ?? []).map((entry) => entry.message).join(', ')
    const detail = status >= 400 ? `HTTP error ${status}` : `Error calling Shopify: ${cutText(messages, 300)}`
    const isTransient = throttled || [408, 429, 430].includes(status) || status >= 500
    const Kind = isTransient ? TransientError : UpstreamError
    return new Kind(operation, status, { detail })
  }
  const isTooSlow = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
  return new TransientError(operation, null, {
    detail: isTooSlow ? 'no answer in time' : 'no connection, or the reply makes no sense',
  })
}

export type StorefrontClient = ReturnType<typeof createStorefrontClient>

/** The Storefront API with retries, a deadline, and parsed replies. Every failure is an UpstreamError. Spec: 7 Calls */
export function createStorefrontClient({
  url,
  token,
  isPrivate = false,
  fetch,
  deadlineMs = DEADLINE_MS,
}: StorefrontClientOptions) {
  const graphql = new GraphQLClient(url, {
    ...(fetch && { fetch }),
    headers: { [storefrontTokenHeader(isPrivate)]: token },
    excludeOperationName: true,
  })

  return {
    /** Sends one operation. @throws UpstreamError */
    async request<Reply extends z.ZodType>(
      operation: Operation<Reply>,
      variables: Variables = {},
    ): Promise<z.output<Reply>> {
      const { document, reply, retries = RETRIES, isForVisitor = false } = operation
      const attemptMs = Math.floor((deadlineMs * TRIES_SHARE) / (retries + 1))
      const overall = AbortSignal.timeout(deadlineMs)
      // Without it, Shopify throttles all visitors as one.
      const ip = isPrivate && isForVisitor && visitorAddress()
      const requestHeaders: Record<string, string> = ip ? { 'Shopify-Storefront-Buyer-IP': ip } : {}
      const fail = (error: unknown): never => {
        throw toUpstreamError(nameOf(operation), error)
      }
      async function attempt(): Promise<z.output<Reply>> {
        const signal = AbortSignal.any([overall, AbortSignal.timeout(attemptMs)])
        const request = { document, variables, requestHeaders, signal }
        return reply.parse(await rejectOnAbort(signal, () => graphql.request<unknown>(request)))
      }
      return pRetry(() => attempt().catch(fail), {
        retries,
        minTimeout: RETRY_AFTER_MS,
        factor: 2,
        randomize: true,
        signal: overall,
        shouldRetry: ({ error }) => error instanceof TransientError,
      }).catch(fail)
    },
  }
}
