import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { FunctionEnvironment } from './environment.ts'

// Untyped on purpose: every row is parsed where it is read.
export type Database = SupabaseClient

const clients = new WeakMap<FunctionEnvironment, Database>()

/** The service role's client, one per environment: it has no session. */
export function databaseOf(environment: FunctionEnvironment): Database {
  const known = clients.get(environment)
  if (known) return known
  const client = createClient(environment.supabaseUrl, environment.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: environment.fetch },
  })
  clients.set(environment, client)
  return client
}

type Reply = {
  readonly error: { readonly code?: string; readonly message: string } | null
  readonly status: number
}

/** The database rejected a statement or is unavailable. Contains no values of the row. */
class DatabaseError extends Error {
  readonly operation: string
  readonly code: string | null
  constructor(operation: string, reply: Reply) {
    super(`${operation} failed with ${reply.status}${reply.error?.code ? ` ${reply.error.code}` : ''}`)
    this.name = 'DatabaseError'
    this.operation = operation
    this.code = reply.error?.code ?? null
  }
}

/** The reply, if it has no error. @throws DatabaseError */
export function settled<T extends Reply>(operation: string, reply: T): T {
  if (reply.error) throw new DatabaseError(operation, reply)
  return reply
}
