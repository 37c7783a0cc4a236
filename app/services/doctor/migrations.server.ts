/** The SQL of each migration by its path, as it is in the repository when the shop is built. */
const SOURCES: Readonly<Record<string, string>> = import.meta.glob('../../../supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** By what a migration can be recognised in a database. */
export type MigrationTrace = {
  /** Name of the file, without its ending. */
  readonly name: string
  readonly tables: readonly string[]
  /** Columns that were added to tables of earlier migrations. */
  readonly columns: readonly { readonly table: string; readonly column: string }[]
}

/** Reads what a migration creates. */
function traceOf(name: string, sql: string): MigrationTrace {
  const statements = sql.replace(/--[^\n]*/g, '')
  const found = (pattern: RegExp) => [...statements.matchAll(pattern)]
  return {
    name,
    tables: found(/create table (?:if not exists )?(?:public\.)?(\w+)/gi).map(([, table = '']) => table),
    columns: found(/alter table (?:public\.)?(\w+)([^;]*)/gi).flatMap(([, table = '', changes = '']) =>
      [...changes.matchAll(/add column (?:if not exists )?(\w+)/gi)].map(([, column = '']) => ({
        table,
        column,
      })),
    ),
  }
}

function droppedTables(sql: string): string[] {
  return [...sql.matchAll(/drop table (?:if exists )?(?:public\.)?(\w+)/gi)].map(([, table = '']) => table)
}

/** The migrations of this version of the shop, oldest first, without tables that a later one drops. */
export function migrationTraces(sources: Readonly<Record<string, string>> = SOURCES): MigrationTrace[] {
  const gone = new Set(Object.values(sources).flatMap(droppedTables))
  const isThere = ({ table }: { readonly table: string }) => !gone.has(table)
  return Object.entries(sources)
    .sort(([first], [second]) => first.localeCompare(second))
    .map(([path, sql]) => traceOf(path.replace(/^.*\/|\.sql$/g, ''), sql))
    .map((trace) => ({
      ...trace,
      tables: trace.tables.filter((table) => isThere({ table })),
      columns: trace.columns.filter(isThere),
    }))
}
