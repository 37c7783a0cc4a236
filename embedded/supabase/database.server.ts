import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import type { PersistedDeparseInfo, SqlitePostgresDeparseInfo } from '@supabase/lite'
import { projectPath } from '#app/services/config/data-dir.server.ts'
import { inTransaction } from '../transaction.ts'

type Lite = typeof import('@supabase/lite')
/** The connection of the Node build of `@supabase/lite/sqlite`; the package's types describe another runtime's. */
type Connection = InstanceType<Lite['SqliteConnection']> & { readonly driver: DatabaseSync }
type LiteApp = InstanceType<Lite['App']>
type SqliteModule = { createConnection(config: { url: string; maxBoundParameters?: number }): Connection }

export type LiteDatabase = Awaited<ReturnType<typeof openLiteDatabase>>

export type LiteKeys = {
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly jwtSecret: string
}

const HISTORY = '"supabase_migrations.schema_migrations"'

/**
 * Opens the embedded database, applies the migrations and tells @supabase/lite the row-level security and types of their
 * tables. Without them it opens every table to everyone; the gateway keeps everybody but the service role away in any case.
 * Parsing is slow, so the result is cached in the database by a hash of the migrations and the auth server's own tables.
 * @param file path of the SQLite file
 * @throws Error when a migration fails
 */
export async function openLiteDatabase(file: string, keys: LiteKeys) {
  const { lite, sqlite } = await loadLite()
  const connection = sqlite.createConnection({ url: `file:${file}`, maxBoundParameters: 30_000 })
  const { driver } = connection
  driver.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  // SQLite's handles ASCII only, unlike PostgreSQL's: a search for "örtwin" would not find "Örtwin".
  driver.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )
  const app = createApp(lite, connection, keys)
  await app.init()
  const migrations = readMigrations()
  driver.exec(
    'CREATE TABLE IF NOT EXISTS table_descriptions (key TEXT PRIMARY KEY, tables TEXT NOT NULL) STRICT',
  )
  const known = JSON.stringify([lite.getAuthSchemaSql(), migrations.map(({ sql }) => sql)])
  const key = createHash('sha256').update(known).digest('hex')
  const kept = driver.prepare('SELECT tables FROM table_descriptions WHERE key = ?').get(key)
  let tables: PersistedDeparseInfo = kept && JSON.parse(String(kept.tables))
  if (!tables) {
    await app.ensureSystemSchema()
    await applyMigrations(lite, connection, migrations)
    const statements = migrations.flatMap(({ sql }) => statementsOf(lite, sql))
    tables = lite.SqliteConnection.serializeDeparseInfo(await translate(connection, statements))
    driver.prepare('DELETE FROM table_descriptions WHERE key <> ?').run(key)
    driver.prepare('INSERT OR IGNORE INTO table_descriptions VALUES (?, ?)').run(key, JSON.stringify(tables))
  }
  const parsed = lite.SqliteConnection.parseDeparseInfo(tables)
  connection.updateDeparseInfo(parsed as SqlitePostgresDeparseInfo)
  disableJsonParsingOfText(connection, tables)
  return { app, driver, close: () => connection.close() }
}

/** For WebAssembly; after the start of V8 a flag no longer sets those that it implies. */
const BASELINE_COMPILER_ONLY = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** Loads @supabase/lite, which would replace `process.emitWarning` with a function that throws on non-string warnings. */
async function loadLite(): Promise<{ lite: Lite; sqlite: SqliteModule }> {
  // Its SQL parser is WebAssembly that is used for a moment. V8's optimizing compiler would take 500 MB for it.
  for (const flag of BASELINE_COMPILER_ONLY) setFlagsFromString(flag)
  const setWritable = (writable: boolean) => Object.defineProperty(process, 'emitWarning', { writable })
  setWritable(false)
  try {
    const [lite, sqlite] = await Promise.all([import('@supabase/lite'), import('@supabase/lite/sqlite')])
    return { lite, sqlite: sqlite as unknown as SqliteModule }
  } finally {
    setWritable(true)
  }
}

function createApp(lite: Lite, connection: Connection, keys: LiteKeys): LiteApp {
  return new lite.App({
    connection,
    db: { driver: 'sqlite-postgres' },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      jwt_expiry: 3600,
      enable_signup: false,
      email: { enable_signup: false, enable_confirmations: false },
    },
    options: {
      server: {
        disableStudio: true,
        apiKeys: {
          resolver: async (key) => {
            if (key === keys.serviceRoleKey) return { type: 'secret', claims: { role: 'service_role' } }
            return key === keys.anonKey ? { type: 'publishable', claims: { role: 'anon' } } : null
          },
        },
      },
    },
  })
}

type Migration = { readonly version: string; readonly name: string; readonly sql: string }

/** The project's migration files, oldest first. */
function readMigrations(): Migration[] {
  const folder = projectPath('supabase/migrations')
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name = ''] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? []
      return version === undefined ? [] : [{ version, name, sql: readFileSync(join(folder, file), 'utf8') }]
    })
}

/** On privileges: SQLite has no roles. The gateway allows only the service role to access tables instead. */
const ON_PRIVILEGES = /^\s*(?:--[^\n]*\n\s*)*(?:revoke|grant|alter\s+default\s+privileges)\b/i
const ON_CONSTRAINTS = /\b(?:drop|add) constraint\b/i

/** The statements of a migration that @supabase/lite translates. */
function statementsOf(lite: Lite, sql: string): string[] {
  return lite
    .splitSqlStatements(sql)
    .filter((statement) => !ON_PRIVILEGES.test(statement) && !ON_CONSTRAINTS.test(statement))
}

/** Translates PostgreSQL statements for SQLite, with a description of their tables. */
const translate = (connection: Connection, statements: readonly string[]) =>
  connection.translateDdl(`${statements.join(';\n')};`)

/**
 * Applies each file in one transaction with its history row; a process that starts at the same time waits, then skips it.
 */
async function applyMigrations(lite: Lite, connection: Connection, migrations: readonly Migration[]) {
  const { driver } = connection
  const isApplied = (version: string) =>
    driver.prepare(`SELECT 1 FROM ${HISTORY} WHERE version = ?`).get(version) !== undefined
  for (const { version, name, sql } of migrations) {
    if (isApplied(version)) continue
    const statements = statementsOf(lite, sql)
    const { ddl } = await translate(connection, statements)
    try {
      inTransaction(driver, () => {
        if (isApplied(version)) return
        for (const statement of lite.splitSqlStatements(ddl)) driver.exec(statement)
        replaceConstraints(driver, lite.splitSqlStatements(sql))
        driver
          .prepare(`INSERT INTO ${HISTORY} (version, name, statements) VALUES (?, ?, ?)`)
          .run(version, name, JSON.stringify(statements))
      })
    } catch (error) {
      throw new Error(`Migration ${version}_${name} failed`, { cause: error })
    }
  }
}

const NEW_CONSTRAINT = /^alter table public\.(\w+) add constraint (\w+) ((?:foreign key|check) .+)$/i

/**
 * Replaces checks of a table, where a migration drops a constraint and adds one of that name. SQLite cannot alter
 * constraints; its documentation changes the text of the table for that:
 * https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes
 */
function replaceConstraints(driver: DatabaseSync, statements: readonly string[]): void {
  for (const statement of statements) {
    const [, table = '', name = '', rule = ''] = NEW_CONSTRAINT.exec(statement.trim()) ?? []
    if (table === '') continue
    const sql = String(driver.prepare('select sql from sqlite_master where name = ?').get(table)?.sql)
    const check = new RegExp(`(?<=CONSTRAINT ${name} )CHECK \\((?:[^()]|\\([^()]*\\))*\\)`)
    if (!check.test(sql)) throw new Error(`No constraint ${name} in ${table}`)
    driver.enableDefensive(false)
    driver.exec('pragma writable_schema = on')
    const changed = sql.replace(check, rule.replaceAll('public.', ''))
    driver.prepare('update sqlite_master set sql = ? where name = ?').run(changed, table)
    driver.exec('pragma writable_schema = reset')
    driver.enableDefensive(true)
  }
}

/** @supabase/lite parses every text value that looks like JSON, such as a visitor's message. */
function disableJsonParsingOfText(connection: Connection, { schema = {} }: PersistedDeparseInfo): void {
  const columns = Object.values(schema).flatMap((all) => all.map(({ context }) => context))
  const isJson = ({ pgTypeName }: { pgTypeName: string }) => /^json/i.test(pgTypeName)
  const json = new Set(columns.filter(isJson).map(({ column }) => column))
  const text = columns.map(({ column }) => column).filter((column) => !json.has(column))
  const deserialize = connection.deserializeRow.bind(connection)
  connection.deserializeRow = (row: Record<string, unknown>) => {
    const read = deserialize(row)
    for (const column of text) if (typeof row[column] === 'string') read[column] = row[column]
    return read
  }
}
