import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { inTransaction } from '../transaction.ts'
import { type AccountRows, makeAccountRows } from './accounts.server.ts'

type OwnerOptions = {
  readonly driver: DatabaseSync
  readonly dataDir: string
  readonly jwtSecret: string
  readonly email: string
  /** Null leaves an existing password alone and makes up one for a new account. */
  readonly password: string | null
}

/**
 * Sees to it that the owner's account exists, and is the only one with the role `owner`.
 * @returns the password that was made up for a new account, to be shown this once, or null
 */
export async function ensureOwner(options: OwnerOptions): Promise<string | null> {
  const { driver, password } = options
  const email = options.email.trim().toLowerCase()
  const exists = driver.prepare('SELECT 1 FROM "auth.users" WHERE email = ?').get(email) !== undefined
  if (exists && (password === null || keptMark(options) === markOf(email, password, options.jwtSecret))) {
    // Another may have been named at the last start.
    if (!isOnlyOwner(driver, email)) inTransaction(driver, () => giveRole(driver, email))
    return null
  }
  const wanted = password ?? randomBytes(12).toString('base64url')
  const written = writeOwner(driver, email, await makeAccountRows(email, wanted), password !== null)
  if (password !== null) keepMark(options, markOf(email, password, options.jwtSecret))
  return written && password === null ? wanted : null
}

/** One transaction, so that a start that is killed leaves either no owner or a whole one. */
function writeOwner(
  driver: DatabaseSync,
  email: string,
  rows: AccountRows,
  replacePassword: boolean,
): boolean {
  return inTransaction(driver, () => {
    const known = driver.prepare('SELECT id FROM "auth.users" WHERE email = ?').get(email)
    if (known === undefined) {
      insertRow(driver, 'auth.users', rows.user)
      for (const identity of rows.identities) insertRow(driver, 'auth.identities', identity)
    } else if (replacePassword) {
      driver
        .prepare('UPDATE "auth.users" SET encrypted_password = ? WHERE id = ?')
        .run(rows.user.encrypted_password ?? null, known.id ?? null)
      driver.prepare('DELETE FROM "auth.sessions" WHERE user_id = ?').run(known.id ?? null)
    }
    giveRole(driver, email)
    return known === undefined
  })
}

function metadata(role: string | null): string {
  return JSON.stringify({ provider: 'email', providers: ['email'], ...(role ? { role } : {}) })
}

/** Makes an account the owner's, and no other one. */
function giveRole(driver: DatabaseSync, email: string): void {
  const update = (condition: string) =>
    driver.prepare(`UPDATE "auth.users" SET raw_app_meta_data = ? WHERE ${condition}`)
  update('email <> ?').run(metadata(null), email)
  update('email = ?').run(metadata('owner'), email)
}

function isOnlyOwner(driver: DatabaseSync, email: string): boolean {
  const owners = driver.prepare('SELECT email FROM "auth.users" WHERE raw_app_meta_data = ?')
  const emails = owners.all(metadata('owner')).map((owner) => owner.email)
  return emails.length === 1 && emails[0] === email
}

function insertRow(driver: DatabaseSync, table: string, row: Record<string, SQLInputValue>): void {
  // Generated columns are not among those that pragma_table_info names.
  const names = driver
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((column) => String(column.name))
  const columns = names.map((name) => `"${name}"`).join(', ')
  driver
    .prepare(`INSERT INTO "${table}" (${columns}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...names.map((name) => row[name] ?? null))
}

/** Tells a changed OWNER_PASSWORD from the one already in force without hashing it slowly at every start. */
function markOf(email: string, password: string, jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update(`${email}\n${password}`).digest('hex')
}

function markFile({ dataDir }: OwnerOptions): string {
  return join(dataDir, 'secrets', 'owner-password-mark')
}

function keptMark(options: OwnerOptions): string | null {
  return existsSync(markFile(options)) ? readFileSync(markFile(options), 'utf8') : null
}

function keepMark(options: OwnerOptions, mark: string): void {
  writeFileSync(markFile(options), mark, { mode: 0o600 })
}
