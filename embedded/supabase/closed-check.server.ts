import type { DatabaseSync } from 'node:sqlite'
import { rollBack } from '../transaction.ts'
import { type LiteDatabase, type LiteKeys, tableNames } from './database.server.ts'

type FetchBackend = (request: Request) => Promise<Response>

/**
 * Checks that the anon key can read nothing, neither through the gateway nor through the row-level security behind
 * it, which @supabase/lite silently leaves off when it is configured wrongly. The check uses probe rows in a
 * transaction that is rolled back.
 * @throws Error that names the first readable table
 */
export async function assertClosedToPublic(
  fetchGateway: FetchBackend,
  database: LiteDatabase,
  keys: LiteKeys,
): Promise<void> {
  const tables = tableNames(database.driver)
  if (tables.length === 0) throw new Error('The embedded backend has no tables; it does not start')
  const headers = { apikey: keys.anonKey, authorization: `Bearer ${keys.anonKey}` }
  const request = (table: string) =>
    new Request(`http://backend.localhost/rest/v1/${table}?select=*&limit=1`, { headers })
  await withProbeRows(database.driver, tables, async () => {
    for (const table of tables) {
      const throughGateway = await fetchGateway(request(table))
      const direct = await database.app.fetch(request(table))
      if (throughGateway.ok || (direct.ok && (await direct.text()).trim() !== '[]'))
        throw new Error(`The embedded backend would show ${table} to the public key; it does not start`)
    }
  })
}

async function withProbeRows(
  driver: DatabaseSync,
  tables: readonly string[],
  probe: () => Promise<void>,
): Promise<void> {
  driver.exec('BEGIN IMMEDIATE')
  try {
    driver.exec('PRAGMA ignore_check_constraints = ON; PRAGMA defer_foreign_keys = ON')
    for (const table of tables) insertProbeRow(driver, table)
    driver.exec('PRAGMA ignore_check_constraints = OFF')
    await probe()
  } finally {
    driver.exec('PRAGMA ignore_check_constraints = OFF')
    rollBack(driver)
  }
}

function insertProbeRow(driver: DatabaseSync, table: string): void {
  const columns = driver.prepare(`SELECT name, type FROM pragma_table_info(?) WHERE "notnull" = 1`).all(table)
  const names = columns.map((column) => `"${String(column.name)}"`)
  const values = columns.map((column) => (column.type === 'INTEGER' ? 0 : '"probe"'))
  if (names.length === 0) driver.exec(`INSERT INTO "${table}" DEFAULT VALUES`)
  else
    driver
      .prepare(`INSERT INTO "${table}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...values)
}
