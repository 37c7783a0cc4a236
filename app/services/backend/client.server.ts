import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Log } from '../log.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'

/** How the shop reaches its backend, hosted or embedded. */
export type BackendAccess = {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly fetch: typeof fetch
  readonly log: Log
  readonly now: () => number
}

/** How long one call may take, in milliseconds. Functions also make discounts, and one of them many products. */
const DEADLINE_MS = 5_000
const FUNCTION_DEADLINE_MS = 10_000
const COPY_DEADLINE_MS = 20_000

const STATELESS = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

function withDeadline(fetchBackend: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const limit = AbortSignal.timeout(deadlineOf(url))
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
    return fetchBackend(input, { ...init, signal })
  }
}

function deadlineOf(url: string): number {
  if (url.includes('/functions/v1/duplicate-products')) return COPY_DEADLINE_MS
  return url.includes('/functions/v1/') ? FUNCTION_DEADLINE_MS : DEADLINE_MS
}

/** The service role's client. It holds no session, so one serves every request. */
export function createServiceClient(access: BackendAccess): SupabaseClient {
  return createClient(access.url, access.serviceRoleKey, {
    auth: STATELESS,
    // A repeat after the deadline would keep a visitor waiting twice as long.
    db: { retry: false },
    global: { fetch: withDeadline(access.fetch) },
  })
}

/** A client for one person's sign-in: it remembers a session, so every request gets its own. */
export function createVisitorClient(access: BackendAccess): SupabaseClient {
  return createClient(access.url, access.anonKey, {
    auth: { ...STATELESS, storageKey: crypto.randomUUID() },
    global: { fetch: withDeadline(access.fetch) },
  })
}

type Reply = {
  readonly data: unknown
  readonly error: { readonly code?: string; readonly message: string } | null
  readonly status: number
  readonly count?: number | null
}

/** PostgreSQL's code for a broken unique constraint. */
export const UNIQUE_VIOLATION = '23505'

/**
 * The parsed rows of a reply.
 * @throws UpstreamError when the backend failed, was too slow or answered something else
 */
export function rowsOf<Schema extends z.ZodType>(
  operation: string,
  reply: Reply,
  schema: Schema,
): z.output<Schema> {
  if (reply.error) throw new UpstreamError(operation, reply.status || null, { cause: codeOnly(reply.error) })
  const parsed = schema.safeParse(reply.data)
  if (!parsed.success)
    throw new UpstreamError(operation, reply.status, { cause: new Error('unexpected shape') })
  return parsed.data
}

/** Rows that somebody looks through, and how many beside them could not be read. */
export type ReadableRows<T> = { readonly rows: readonly T[]; readonly unreadable: number }

const rowWithId = z.object({ id: z.uuid() })
const MOST_TOLD = 5

/**
 * The rows of a reply, for somebody to look through: one that cannot be parsed must not hide the others. The log
 * names it and its fields.
 * @throws UpstreamError when the backend failed, was too slow or answered no rows
 */
export function readableRows<Row extends z.ZodType>(
  { log }: Pick<BackendAccess, 'log'>,
  operation: string,
  reply: Reply,
  schema: z.ZodArray<Row>,
): ReadableRows<z.output<Row>> {
  const rows: z.output<Row>[] = []
  const wrong: string[] = []
  for (const row of rowsOf(operation, reply, z.array(z.unknown()))) {
    const parsed = schema.element.safeParse(row)
    if (parsed.success) rows.push(parsed.data)
    else {
      const fields = parsed.error.issues.map(({ path }) => path.join('.'))
      wrong.push(`${rowWithId.safeParse(row).data?.id ?? 'without an id'}: ${fields.join(', ')}`)
    }
  }
  if (wrong.length > 0) {
    const detail = wrong.slice(0, MOST_TOLD).join('; ')
    log.warn({ err: new UpstreamError(operation, reply.status, { detail }) }, 'rows of a list cannot be read')
  }
  return { rows, unreadable: wrong.length }
}

/** Only what the reply says of itself, never a row's values. */
function codeOnly(error: { readonly code?: string; readonly message: string }): Error {
  return new Error(error.code ? `database code ${error.code}` : 'no code given')
}

/** Checks a reply whose rows don't matter. @throws UpstreamError */
export function expectDone(operation: string, reply: Reply): void {
  if (reply.error) throw new UpstreamError(operation, reply.status || null, { cause: codeOnly(reply.error) })
}

/** A timestamp of the database as ISO 8601 in UTC, whatever way it writes zones. */
export const timestamp = z.string().transform((text, context) => {
  const zoned = /[zZ]|[+-]\d\d(?::?\d\d)?$/.test(text) ? text : `${text.replace(' ', 'T')}Z`
  const time = Date.parse(zoned)
  if (Number.isNaN(time)) {
    context.addIssue({ code: 'custom', message: 'not a time' })
    return z.NEVER
  }
  return new Date(time).toISOString()
})

/** Rows of which only the ids were asked for: what a statement touched. */
export const idRows = z.array(z.object({ id: z.string() }))

/** The moment of a write, ISO 8601. */
export function isoNow({ now }: Pick<BackendAccess, 'now'>): string {
  return new Date(now()).toISOString()
}

/** What a function answered: its body, or the text of its `error` field. */
export type FunctionAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly message: string }

const errorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string() }).transform((error) => error.message)]),
})

/**
 * Calls a function of the backend.
 * @returns its answer, or its own words for why it refused
 * @throws UpstreamError when it failed, was too slow or answered no JSON
 */
export async function callFunction(
  client: SupabaseClient,
  name: string,
  body: object,
): Promise<FunctionAnswer> {
  const operation = `function ${name}`
  const { data, error } = await client.functions
    .invoke(name, { body: { ...body } })
    .catch((cause: unknown) => {
      throw new UpstreamError(operation, null, { cause })
    })
  if (error) return refusalOf(operation, error)
  const refused = errorBody.safeParse(data)
  if (refused.success) return { ok: false, message: refused.data.error }
  if (typeof data !== 'object' || data === null) throw new UpstreamError(operation, 200)
  return { ok: true, body: data }
}

async function refusalOf(operation: string, error: { readonly context?: unknown }): Promise<FunctionAnswer> {
  const response = error.context instanceof Response ? error.context : null
  if (response === null || response.status >= 500 || response.status === 401 || response.status === 404)
    throw new UpstreamError(operation, response?.status ?? null)
  const parsed = errorBody.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new UpstreamError(operation, response.status)
  return { ok: false, message: parsed.data.error }
}
