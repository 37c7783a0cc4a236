import { createClient, type SupabaseClient } from '@supabase/supabase-js'

// Untyped on purpose: every row is parsed where it is read.
export type Database = SupabaseClient

/** The service role's client, which all requests share: it has no session. */
export function openDatabase(url: string, serviceRoleKey: string, fetchBackend: typeof fetch): Database {
  return createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchBackend },
  })
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
