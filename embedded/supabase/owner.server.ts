import { randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../transaction.ts'
import { hashStretched, isHashOf, stretchPassword } from './passwords.server.ts'

type OwnerOptions = {
  readonly driver: DatabaseSync
  readonly jwtSecret: string
  readonly email: string
  /** Null keeps an existing password, and generates one for a new account. */
  readonly password: string | null
}

/**
 * Ensures that the owner's account exists and is the only one with the role `owner`.
 * @returns the password generated for a new account, which is shown only once, or null
 */
export async function ensureOwner({
  driver,
  jwtSecret,
  password,
  ...options
}: OwnerOptions): Promise<string | null> {
  const email = options.email.trim().toLowerCase()
  const account = driver.prepare('SELECT encrypted_password FROM "auth.users" WHERE email = ?')
  const known = account.get(email)
  const keepAccount = () => {
    // Another email address may have been configured at the last start.
    inTransaction(driver, () => assignOwnerRole(driver, email))
    return null
  }
  if (known !== undefined && password === null) return keepAccount()
  const wanted = password ?? randomBytes(12).toString('base64url')
  const stretched = await stretchPassword(email, wanted, jwtSecret)
  if (known !== undefined && (await isHashOf(stretched, String(known.encrypted_password))))
    return keepAccount()
  const hash = await hashStretched(stretched)
  // A single transaction, so that a killed start leaves no partial account.
  const isNew = inTransaction(driver, () => {
    const isUnknown = account.get(email) === undefined
    if (isUnknown) createAccount(driver, email, hash)
    else if (password !== null) replacePassword(driver, email, hash)
    assignOwnerRole(driver, email)
    return isUnknown
  })
  return isNew && password === null ? wanted : null
}

/** An account as the auth server's sign-up, which is closed, would create it. */
function createAccount(driver: DatabaseSync, email: string, passwordHash: string): void {
  const at = new Date().toISOString()
  driver
    .prepare(
      `INSERT INTO "auth.users" (id, email, encrypted_password, email_confirmed_at, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(randomUUID(), email, passwordHash, at, at, at)
}

/** Replaces the password of an account, and ends its sessions. */
function replacePassword(driver: DatabaseSync, email: string, passwordHash: string): void {
  driver.prepare('UPDATE "auth.users" SET encrypted_password = ? WHERE email = ?').run(passwordHash, email)
  driver
    .prepare('DELETE FROM "auth.sessions" WHERE user_id IN (SELECT id FROM "auth.users" WHERE email = ?)')
    .run(email)
}

/** Gives the owner role to one account and removes it from all others. */
function assignOwnerRole(driver: DatabaseSync, email: string): void {
  const metadata = { provider: 'email', providers: ['email'] }
  const update = (condition: string) =>
    driver.prepare(`UPDATE "auth.users" SET raw_app_meta_data = ? WHERE ${condition}`)
  update('email <> ?').run(JSON.stringify(metadata), email)
  update('email = ?').run(JSON.stringify({ ...metadata, role: 'owner' }), email)
}
