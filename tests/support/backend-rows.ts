import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { Fault } from '#embedded/faults.ts'
import type { TestShop } from './test-shop.ts'

type Row = Record<string, unknown>

const embedded = (shop: TestShop) => shop.embedded.backend ?? expect.fail('no embedded backend')

/** Makes the backend of a shop misbehave. @returns restores it */
export const injectFault = (shop: TestShop, fault: Fault) => embedded(shop).faults.inject(fault)

/** All rows of a table, or those whose `column` equals `value`, as the service role sees them. */
export async function rowsIn(shop: TestShop, table: string, column?: string, value?: string): Promise<Row[]> {
  const { url, serviceRoleKey, fetch } = embedded(shop)
  const client = createClient(url, serviceRoleKey, { auth: { persistSession: false }, global: { fetch } })
  const query = client.from(table).select('*')
  const { data, error } = await (column && value !== undefined ? query.eq(column, value) : query)
  if (error) throw new Error(error.message)
  return data as Row[]
}
