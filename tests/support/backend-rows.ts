import { createClient } from '@supabase/supabase-js'
import type { Fault } from '#embedded/faults.ts'
import type { TestShop } from './test-shop.ts'

type Row = Record<string, unknown>

function embedded(shop: TestShop) {
  if (shop.embedded.backend === null) throw new Error('This shop has no embedded backend')
  return shop.embedded.backend
}

/** Makes the backend of a shop misbehave. @returns restores it */
export function injectFault(shop: TestShop, fault: Fault) {
  return embedded(shop).faults.inject(fault)
}

/** All rows of a table, or those whose `column` equals `value`, as the service role sees them. */
export async function rowsIn(shop: TestShop, table: string, column?: string, value?: string): Promise<Row[]> {
  const { url, serviceRoleKey, fetch } = embedded(shop)
  const client = createClient(url, serviceRoleKey, { auth: { persistSession: false }, global: { fetch } })
  const query = client.from(table).select('*')
  const { data, error } = await (column && value !== undefined ? query.eq(column, value) : query)
  if (error) throw new Error(error.message)
  return data as Row[]
}
