import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Connection, type Lite, type Migration, statementsOf, translate } from './migrations.server.ts'

/** The table metadata of @supabase/lite: row-level security, types and keys. */
type Translation = Exclude<Awaited<ReturnType<typeof translate>>, string>
type Metadata = Required<Pick<Translation, 'enums' | 'rls' | 'schema' | 'vars'>> &
  Pick<Translation, 'tableConstraints' | 'comments'>

/**
 * Enables the row-level security of the migrations. Without this step @supabase/lite opens every table to everyone,
 * as it enforces only the policies it was given. Parsing the SQL is slow, so the result is cached in a file beside
 * the database, keyed by the migrations. The gateway keeps everybody but the service role away in any case.
 * @param cacheFile path of the cache
 * @throws Error when the migrations have no policies
 */
export async function loadPolicies(
  lite: Lite,
  connection: Connection,
  migrations: readonly Migration[],
  cacheFile: string,
): Promise<void> {
  const key = createHash('sha256')
    .update(JSON.stringify([lite.getAuthSchemaSql(), migrations.map(({ sql }) => sql)]))
    .digest('hex')
  const metadata =
    readCache(lite, cacheFile, key) ?? (await readFromSql(lite, connection, migrations, cacheFile, key))
  connection.updateDeparseInfo(metadata)
  disableJsonParsingOfText(
    connection,
    [...metadata.schema.values()].flatMap((table) => table.all()),
  )
}

async function readFromSql(
  lite: Lite,
  connection: Connection,
  migrations: readonly Migration[],
  cacheFile: string,
  key: string,
): Promise<Metadata> {
  const statements = migrations.flatMap(({ sql }) => statementsOf(lite, sql))
  const { enums, rls, schema, vars, tableConstraints, comments } = await translate(connection, statements)
  if (!enums || !rls || !schema || !vars)
    throw new Error('@supabase/lite found no policies in the migrations')
  const metadata = { enums, rls, schema, vars, tableConstraints, comments }
  const temporary = `${cacheFile}.${process.pid}.part`
  const cached = { key, metadata: lite.SqliteConnection.serializeDeparseInfo(metadata) }
  writeFileSync(temporary, JSON.stringify(cached))
  renameSync(temporary, cacheFile)
  return metadata
}

function readCache(lite: Lite, cacheFile: string, key: string): Metadata | null {
  try {
    const cached: { key?: unknown; metadata?: unknown } = JSON.parse(readFileSync(cacheFile, 'utf8'))
    if (cached.key !== key) return null
    const { enums, rls, schema, vars, ...rest } = lite.SqliteConnection.parseDeparseInfo(cached.metadata, {
      strict: true,
    })
    return enums && rls && schema && vars ? { enums, rls, schema, vars, ...rest } : null
  } catch {
    return null
  }
}

type Column = { readonly context: { readonly column: string; readonly pgTypeName: string } }

/** @supabase/lite parses every text value that looks like JSON, such as a visitor's message. */
function disableJsonParsingOfText(connection: Connection, columns: readonly Column[]): void {
  const isJson = ({ context }: Column) => context.pgTypeName.toLowerCase().startsWith('json')
  const json = new Set(columns.filter(isJson).map(({ context }) => context.column))
  const text = columns.map(({ context }) => context.column).filter((column) => !json.has(column))
  const deserialize = connection.deserializeRow.bind(connection)
  connection.deserializeRow = (row: Record<string, unknown>) => {
    const read = deserialize(row)
    for (const column of text) if (typeof row[column] === 'string') read[column] = row[column]
    return read
  }
}
