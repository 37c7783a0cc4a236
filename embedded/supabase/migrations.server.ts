import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

export type Lite = typeof import('@supabase/lite')
/** The connection of the Node build of `@supabase/lite/sqlite`; the package's types describe another runtime's. */
export type Connection = InstanceType<Lite['SqliteConnection']> & { readonly driver: DatabaseSync }

export type Migration = { readonly version: string; readonly name: string; readonly sql: string }

const FILE_NAME = /^(\d{14})_(.+)\.sql$/

/** Reads the migration files, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const match = FILE_NAME.exec(file)
      if (match === null) return []
      const [, version = '', name = ''] = match
      return [{ version, name, sql: readFileSync(join(folder, file), 'utf8') }]
    })
}

const PRIVILEGE_STATEMENT = /^\s*(?:--[^\n]*\n\s*)*(?:revoke|grant|alter\s+default\s+privileges)\b/i

/**
 * Whether a statement changes privileges. SQLite has no roles, and @supabase/lite refuses such statements; the
 * gateway enforces them instead by allowing only the service role to access tables.
 */
function isPrivilegeStatement(statement: string): boolean {
  return PRIVILEGE_STATEMENT.test(statement)
}

/** The statements of a migration, without those on privileges. */
export function statementsOf(lite: Lite, sql: string): string[] {
  return lite.splitSqlStatements(sql).filter((statement) => !isPrivilegeStatement(statement))
}

/** Translates PostgreSQL statements for SQLite, with the metadata of their tables. */
export async function translate(connection: Connection, statements: readonly string[]) {
  const translated = await connection.translateDdl(`${statements.join(';\n')};`)
  if (typeof translated === 'string') throw new Error('@supabase/lite gave no translation')
  return translated
}
