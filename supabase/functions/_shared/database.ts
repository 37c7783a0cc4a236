import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'

/**
 * An external service (storefront, backend, mail) failed, timed out or sent an invalid response. Contains the
 * operation and the HTTP status, never tokens or personal data. `detail` is logged: it is our own text, or that of a
 * service which receives no personal data.
 */
export class UpstreamError extends Error {
  readonly operation: string
  /** The HTTP status, or null when there was no usable response. */
  readonly status: number | null
  readonly detail: string | null
  constructor(operation: string, status: number | null, options?: ErrorOptions & { detail?: string }) {
    super(`${operation} ${status === null ? 'got no usable answer' : `was answered ${status}`}`, options)
    this.name = 'UpstreamError'
    this.operation = operation
    this.status = status
    this.detail = options?.detail ?? null
  }
}

// Untyped on purpose: every row is parsed where it is read.
export type Database = SupabaseClient

/**
 * The service role's client, which all requests share: it has no session.
 * @param retry whether reading is tried again after a transient failure
 */
export function openDatabase(
  url: string,
  serviceRoleKey: string,
  fetchBackend: typeof fetch,
  retry = true,
): Database {
  return createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry },
    global: { fetch: fetchBackend },
  })
}

export type Reply = {
  readonly data: unknown
  readonly error: { readonly code?: string; readonly message: string } | null
  readonly status: number
  readonly count?: number | null
}

/** Inserts a row, unless there is one with the same value in `unique`, its columns with commas. */
export const insertOnce = (database: Database, table: string, row: object, unique: string) =>
  database.from(table).upsert(row, { onConflict: unique, ignoreDuplicates: true })

/** PostgreSQL's error code for a violated unique constraint. */
export const UNIQUE_VIOLATION = '23505'

/** Checks a reply whose rows are not needed. @throws UpstreamError when the backend failed or timed out */
export function expectDone(operation: string, reply: Reply): void {
  if (!reply.error) return
  // Without its message, which may contain a row's values.
  const { code } = reply.error
  const cause = new Error(code ? `database code ${code}` : 'no code given')
  throw new UpstreamError(operation, reply.status || null, { cause })
}

/**
 * The parsed rows of a reply.
 * @throws UpstreamError when the backend failed or timed out, or the rows do not match the schema
 */
export function rowsOf<Schema extends z.ZodType>(
  operation: string,
  reply: Reply,
  schema: Schema,
): z.output<Schema> {
  expectDone(operation, reply)
  const parsed = schema.safeParse(reply.data)
  if (!parsed.success) {
    // Row and column of the first problem, without its value.
    const [row = 0, ...column] = parsed.error.issues[0]?.path ?? []
    const { data } = rowsWithIds.safeParse(reply.data)
    const place = [data?.[Number(row)]?.id ?? row, ...column].join('.')
    throw new UpstreamError(operation, reply.status, { detail: `unexpected shape at ${place}` })
  }
  return parsed.data
}

const rowsWithIds = z.array(z.object({ id: z.uuid().optional().catch(undefined) }))

/** The ids of the rows that a statement found or changed. */
export const idRows = z.array(z.object({ id: z.string() }))

/** Whether a statement found or changed any rows. @throws UpstreamError */
export function hasRows(operation: string, reply: Reply): boolean {
  return rowsOf(operation, reply, idRows).length > 0
}

/** A row with its columns as the database names them: `orderName` becomes `order_name`. */
export function snakeKeys(row: object): Record<string, unknown> {
  const toSnake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [toSnake(key), value]))
}
