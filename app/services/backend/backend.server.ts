import type { Log } from '../log.server.ts'
import { type BackendAccess, createServiceClient } from './client.server.ts'
import { createGiftCodes } from './gift-codes.server.ts'
import { createPeople } from './people.server.ts'
import { createProducts } from './products.server.ts'

export type BackendOptions = {
  readonly url: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly fetch: typeof fetch
  readonly log: Log
  readonly now?: () => number
}

export type Backend = ReturnType<typeof createBackend>

/**
 * The shop's backend through supabase-js, hosted or embedded alike. Uses the service role, which never
 * leaves the server; every call has a deadline and every reply is parsed.
 */
export function createBackend(options: BackendOptions) {
  const access: BackendAccess = { ...options, now: options.now ?? Date.now }
  const client = createServiceClient(access)
  return {
    ...createGiftCodes(client, access),
    ...createPeople(client, access),
    ...createProducts(client),
  }
}
