import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { closeToOthers } from '../private-files.ts'
import { type Connection, type Lite, statementsOf, translate } from './database.server.ts'
import type { Migration } from './migrations.server.ts'

/** What @supabase/lite has to know of the tables: their row-level security, types and keys. */
type Translation = Exclude<Awaited<ReturnType<typeof translate>>, string>
type Metadata = Required<Pick<Translation, 'enums' | 'rls' | 'schema' | 'vars'>> &
  Pick<Translation, 'tableConstraints' | 'comments'>

/**
 * Puts the migrations' row-level security in force. Without this step @supabase/lite answers every table to
 * everybody: it enforces only policies it was told of. Reading them from SQL takes a while, so they are kept
 * beside the database for the same migrations; `refuseUnlessClosed` proves either way that they hold.
 */
export async function loadPolicies(
  lite: Lite,
  connection: Connection,
  migrations: readonly Migration[],
  keptIn: string,
): Promise<void> {
  const key = createHash('sha256')
    .update(JSON.stringify([lite.getAuthSchemaSql(), migrations.map(({ sql }) => sql)]))
    .digest('hex')
  closeToOthers(keptIn)
  const metadata =
    readKept(lite, keptIn, key) ?? (await readFromSql(lite, connection, migrations, keptIn, key))
  connection.updateDeparseInfo(metadata)
  keepTextAsText(
    connection,
    [...metadata.schema.values()].flatMap((table) => table.all()),
  )
}

async function readFromSql(
  lite: Lite,
  connection: Connection,
  migrations: readonly Migration[],
  keptIn: string,
  key: string,
): Promise<Metadata> {
  const statements = migrations.flatMap(({ sql }) => statementsOf(lite, sql))
  const { enums, rls, schema, vars, tableConstraints, comments } = await translate(connection, statements)
  if (!enums || !rls || !schema || !vars)
    throw new Error('@supabase/lite found no policies in the migrations')
  const metadata = { enums, rls, schema, vars, tableConstraints, comments }
  const unfinished = `${keptIn}.${process.pid}.part`
  writeFileSync(
    unfinished,
    JSON.stringify({ key, metadata: lite.SqliteConnection.serializeDeparseInfo(metadata) }),
    { mode: 0o600 },
  )
  renameSync(unfinished, keptIn)
  return metadata
}

function readKept(lite: Lite, keptIn: string, key: string): Metadata | null {
  try {
    const kept: { key?: unknown; metadata?: unknown } = JSON.parse(readFileSync(keptIn, 'utf8'))
    if (kept.key !== key) return null
    const { enums, rls, schema, vars, ...rest } = lite.SqliteConnection.parseDeparseInfo(kept.metadata, {
      strict: true,
    })
    return enums && rls && schema && vars ? { enums, rls, schema, vars, ...rest } : null
  } catch {
    return null
  }
}

type Column = { readonly context: { readonly column: string; readonly pgTypeName: string } }

/** @supabase/lite parses every text that looks like JSON when it reads it back, a visitor's message included. */
function keepTextAsText(connection: Connection, columns: readonly Column[]): void {
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
