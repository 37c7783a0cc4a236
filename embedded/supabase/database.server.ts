import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { inTransaction } from '../transaction.ts'
import {
  type Connection,
  type Lite,
  type Migration,
  replaceConstraints,
  statementsOf,
  translate,
} from './migrations.server.ts'
import { loadPolicies } from './policies.server.ts'

type LiteApp = InstanceType<Lite['App']>
type SqliteModule = { createConnection(config: { url: string; maxBoundParameters?: number }): Connection }

export type LiteDatabase = {
  readonly app: LiteApp
  readonly driver: DatabaseSync
  close(): Promise<void>
}

export type LiteKeys = {
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly jwtSecret: string
}

const HISTORY = '"supabase_migrations.schema_migrations"'

/**
 * Opens the embedded database, applies the migrations and enables their row-level security.
 * @param file path of the SQLite file
 * @throws Error when a migration fails, or the migrations have no policies
 */
export async function openLiteDatabase(
  file: string,
  keys: LiteKeys,
  migrations: readonly Migration[],
): Promise<LiteDatabase> {
  const { lite, sqlite } = await loadLite()
  const connection = sqlite.createConnection({ url: `file:${file}`, maxBoundParameters: 30_000 })
  const { driver } = connection
  driver.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  replaceLowerFunction(driver)
  const app = createApp(lite, connection, keys)
  await ensureSystemSchema(lite, app, driver)
  await applyMigrations(lite, connection, migrations)
  await loadPolicies(lite, connection, migrations, `${file}.policies.json`)
  return { app, driver, close: () => connection.close() }
}

/** SQLite's `lower` handles ASCII only, unlike PostgreSQL's: a search for "örtwin" would not find "Örtwin". */
function replaceLowerFunction(driver: DatabaseSync): void {
  driver.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  )
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

/**
 * Creates or updates the auth server's own tables. This takes about 100 ms, so SQLite's `user_version` stores a hash
 * of the schema that was applied.
 */
async function ensureSystemSchema(lite: Lite, app: LiteApp, driver: DatabaseSync): Promise<void> {
  const digest = createHash('sha256').update(lite.getAuthSchemaSql()).digest()
  const version = digest.readUInt32BE(0) & 0x7fffffff
  await app.init()
  if (driver.prepare('PRAGMA user_version').get()?.user_version === version) return
  await app.ensureSystemSchema()
  driver.exec(`PRAGMA user_version = ${version}`)
}

/**
 * Applies each file in one transaction with its history row; a process that starts at the same time waits, then skips it.
 */
async function applyMigrations(
  lite: Lite,
  connection: Connection,
  migrations: readonly Migration[],
): Promise<void> {
  const { driver } = connection
  const isApplied = (version: string) =>
    driver.prepare(`SELECT 1 FROM ${HISTORY} WHERE version = ?`).get(version) !== undefined
  for (const migration of migrations) {
    if (isApplied(migration.version)) continue
    const statements = statementsOf(lite, migration.sql)
    const { ddl } = await translate(connection, statements)
    try {
      inTransaction(driver, () => {
        if (isApplied(migration.version)) return
        for (const statement of lite.splitSqlStatements(ddl)) driver.exec(statement)
        replaceConstraints(driver, lite.splitSqlStatements(migration.sql))
        driver
          .prepare(`INSERT INTO ${HISTORY} (version, name, statements) VALUES (?, ?, ?)`)
          .run(migration.version, migration.name, JSON.stringify(statements))
      })
    } catch (error) {
      throw new Error(`Migration ${migration.version}_${migration.name} failed`, { cause: error })
    }
  }
}

/** Names of the application's tables and views, without those of the auth server. */
export function tableNames(driver: DatabaseSync): string[] {
  return driver
    .prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
    .all()
    .map((row) => String(row.name))
    .filter((name) => !name.includes('.'))
}
