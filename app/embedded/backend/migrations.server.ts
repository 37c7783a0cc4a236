import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Migration = { readonly version: string; readonly name: string; readonly sql: string }

const FILE_NAME = /^(\d{14})_(.+)\.sql$/

const FOLDER = join('supabase', 'migrations')

/** The project's own `supabase/migrations`: above this module, wherever that was built to, else above the working directory. */
export function findMigrationsFolder(): string {
  const starts = [dirname(fileURLToPath(import.meta.url)), process.cwd()]
  const found = starts.flatMap(withParents).find((folder) => existsSync(join(folder, FOLDER)))
  if (found === undefined) throw new Error('supabase/migrations was not found')
  return join(found, FOLDER)
}

function withParents(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...withParents(parent)]
}

/** Reads the dated SQL files, oldest first. */
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
 * SQLite has no roles, and @supabase/lite refuses REVOKE rather than ignore it. What those statements take
 * away is taken away by the gateway, which lets nobody but the service role at a table.
 */
export function isPrivilegeStatement(statement: string): boolean {
  return PRIVILEGE_STATEMENT.test(statement)
}
