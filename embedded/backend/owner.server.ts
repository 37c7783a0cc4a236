import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { inTransaction } from '../transaction.ts'
import { openAccountsDatabase } from './database.server.ts'
import { hashStretched, stretchPassword } from './passwords.server.ts'

type OwnerOptions = {
  readonly driver: DatabaseSync
  readonly dataDir: string
  readonly jwtSecret: string
  readonly email: string
  /** Null keeps an existing password, and generates one for a new account. */
  readonly password: string | null
}

/**
 * Ensures that the owner's account exists and is the only one with the role `owner`.
 * @returns the password generated for a new account, which is shown only once, or null
 */
export async function ensureOwner(options: OwnerOptions): Promise<string | null> {
  const { driver, password } = options
  const email = options.email.trim().toLowerCase()
  const exists = driver.prepare('SELECT 1 FROM "auth.users" WHERE email = ?').get(email) !== undefined
  if (
    exists &&
    (password === null || readPasswordMark(options) === passwordMark(email, password, options.jwtSecret))
  ) {
    // Another email address may have been configured at the last start.
    if (!isOnlyOwner(driver, email)) inTransaction(driver, () => assignOwnerRole(driver, email))
    return null
  }
  const wanted = password ?? randomBytes(12).toString('base64url')
  const stretched = await stretchPassword(email, wanted, options.jwtSecret)
  const rows = await makeAccountRows(email, stretched)
  const user = { ...rows.user, encrypted_password: await hashStretched(stretched) }
  const written = writeOwner(driver, email, { ...rows, user }, password !== null)
  if (password !== null) writePasswordMark(options, passwordMark(email, password, options.jwtSecret))
  return written && password === null ? wanted : null
}

/** A single transaction, so that a killed start leaves no partial account. @returns whether the account is new */
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
    assignOwnerRole(driver, email)
    return known === undefined
  })
}

function metadata(role: string | null): string {
  return JSON.stringify({ provider: 'email', providers: ['email'], ...(role ? { role } : {}) })
}

/** Gives the owner role to one account and removes it from all others. */
function assignOwnerRole(driver: DatabaseSync, email: string): void {
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
  // pragma_table_info leaves out generated columns, which can't be inserted.
  const names = driver
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((column) => String(column.name))
  const columns = names.map((name) => `"${name}"`).join(', ')
  driver
    .prepare(`INSERT INTO "${table}" (${columns}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...names.map((name) => row[name] ?? null))
}

/** Keyed hash of the password, to detect a changed OWNER_PASSWORD without the slow password hash at every start. */
function passwordMark(email: string, password: string, jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update(`stretched\n${email}\n${password}`).digest('hex')
}

function markFile({ dataDir }: OwnerOptions): string {
  return join(dataDir, 'secrets', 'owner-password-mark')
}

function readPasswordMark(options: OwnerOptions): string | null {
  return existsSync(markFile(options)) ? readFileSync(markFile(options), 'utf8') : null
}

function writePasswordMark(options: OwnerOptions, mark: string): void {
  writeFileSync(markFile(options), mark, { mode: 0o600 })
}

type Row = Record<string, SQLInputValue>
type AccountRows = { readonly user: Row; readonly identities: readonly Row[] }

/**
 * The rows of an account as the auth server writes them, password hash included. They are created by a sign-up in a
 * temporary database, because sign-up is disabled in the real one.
 * @throws Error when the auth server refuses the password
 */
async function makeAccountRows(email: string, password: string): Promise<AccountRows> {
  const { app, driver, close } = await openAccountsDatabase()
  try {
    const reply = await app.fetch(
      new Request('http://backend.localhost/auth/v1/signup', {
        method: 'POST',
        headers: { apikey: 'anon', 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      }),
    )
    if (!reply.ok)
      throw new Error(
        `The owner account was refused with ${reply.status}: is the password at least 8 characters long?`,
      )
    const user = driver.prepare('SELECT * FROM "auth.users"').get()
    if (user === undefined) throw new Error('The owner account was not written')
    return { user, identities: driver.prepare('SELECT * FROM "auth.identities"').all() }
  } finally {
    await close()
  }
}
