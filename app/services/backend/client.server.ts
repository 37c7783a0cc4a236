import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { err, ok, type Result } from '#app/models/result.ts'
import { openDatabase } from '#supabase/functions/_shared/database.ts'
import type { Log } from '../log/log.server.ts'
import { UpstreamError, visitorAddress } from '../upstream/upstream-error.server.ts'

/** How the shop reaches its backend, hosted or embedded. */
export type BackendAccess = {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly fetch: typeof fetch
  readonly log: Log
  readonly now: () => number
}

/** The timeout of one call, ms. Edge functions call Shopify's Admin API, and one of them creates many products. */
function deadlineOf(url: string): number {
  if (url.includes('/functions/v1/duplicate-products')) return 20_000
  return url.includes('/functions/v1/') ? 10_000 : 5_000
}

/** As many rows as PostgREST gives at once, unless the project is set to less. */
export const MAX_ROWS = 1000

function withDeadline(fetchBackend: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const timeout = AbortSignal.timeout(deadlineOf(url))
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return fetchBackend(input, { ...init, signal })
  }
}

/** A client with the service role. It holds no session, so all requests share it. */
export function createServiceClient({
  url,
  serviceRoleKey,
  fetch,
}: Pick<BackendAccess, 'url' | 'serviceRoleKey' | 'fetch'>): SupabaseClient {
  // A retry after a timeout would double the visitor's wait.
  return openDatabase(url, serviceRoleKey, withDeadline(fetch), false)
}

/**
 * A client for a user's session, so every request needs its own. Supabase counts the tries of a sign-in by address: by the
 * visitor's, which only a secret key may tell, else all visitors of the shop share one count.
 * https://supabase.com/docs/guides/auth/rate-limits#ip-address-forwarding
 */
export function createVisitorClient(access: BackendAccess): SupabaseClient {
  const ip = access.serviceRoleKey.startsWith('sb_secret_') ? visitorAddress() : undefined
  return createClient(access.url, ip ? access.serviceRoleKey : access.anonKey, {
    auth: {
      ...{ persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      storageKey: crypto.randomUUID(),
    },
    global: { fetch: withDeadline(access.fetch), ...(ip && { headers: { 'Sb-Forwarded-For': ip } }) },
  })
}

/** Parses a timestamp of the database, with or without a zone (then UTC), into ISO 8601 in UTC. */
export const timestamp = z.string().transform((text, context) => {
  const zoned = /[zZ]|[+-]\d\d(?::?\d\d)?$/.test(text) ? text : `${text.replace(' ', 'T')}Z`
  const time = Date.parse(zoned)
  if (Number.isNaN(time)) {
    context.addIssue({ code: 'custom', message: 'not a time' })
    return z.NEVER
  }
  return new Date(time).toISOString()
})

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name
type CamelKeys<Row> = { readonly [Column in keyof Row as Camel<Column>]: Row[Column] }

/** A row with its columns as the shop names them: `order_name` becomes `orderName`. */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const toCamel = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [toCamel(column), value]),
  ) as CamelKeys<Row>
}

/** The schema of rows with these columns, which become properties by `camelKeys`. */
export function rowsWith<Columns extends z.ZodRawShape>(columns: Columns) {
  return z.array(z.object(columns).transform(camelKeys))
}

const uuid = z.uuid()

/** PostgreSQL refuses to look for any other id. */
export function isUuid(id: string): boolean {
  return uuid.safeParse(id).success
}

/** The current time for a write, ISO 8601. */
export function isoNow({ now }: Pick<BackendAccess, 'now'>): string {
  return new Date(now()).toISOString()
}

const errorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string() }).transform((error) => error.message)]),
})

/**
 * Calls an edge function.
 * @param schema of its body
 * @returns its body, or its own message when it refused the request
 * @throws UpstreamError when it failed, timed out or returned something that does not match the schema
 */
export async function callFunction<Schema extends z.ZodType>(
  client: SupabaseClient,
  name: string,
  body: object,
  schema: Schema,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result<z.output<Schema>, string>> {
  const operation = `function ${name}`
  const { data, error } = await client.functions
    .invoke(name, { body: { ...body }, headers })
    .catch((cause: unknown) => {
      throw new UpstreamError(operation, null, { cause })
    })
  const response = error?.context instanceof Response ? error.context : null
  const status = error ? (response?.status ?? null) : 200
  // Its own refusals have other statuses of 4xx.
  if (status === null || status >= 500 || status === 401 || status === 404)
    throw new UpstreamError(operation, status)
  const reply: unknown = response ? await response.json().catch(() => null) : data
  const refused = errorBody.safeParse(reply)
  if (refused.success) return err(refused.data.error)
  const parsed = schema.safeParse(reply)
  if (error || !parsed.success) throw new UpstreamError(operation, status)
  return ok(parsed.data)
}
