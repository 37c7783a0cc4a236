import { createHmac, randomBytes, randomUUID, scrypt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { compare, hash } from 'bcryptjs'
import { Hono } from 'hono'
import { z } from 'zod'
import { inTransaction } from '../transaction.ts'

/**
 * @supabase/lite compares passwords on the event loop, for as long as its hash is slow, and does not compare at all for an
 * unknown address. So it gets another password: ours, stretched by scrypt in a thread, for any address alike. What it
 * stores of that is a hash of the lowest cost, as 256 random bits need no slow one.
 */

/** 32 MB and about 60 ms for each guess. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }
const LOWEST_COST = 4
const scryptInThread = promisify<string, string, number, typeof SCRYPT, Buffer>(scrypt)
/** Passwords are stretched one after the other: other work needs the threads, however many sign-ins there are. */
let lastStretched: Promise<unknown> = Promise.resolve()

/**
 * The password that the auth server knows for an address, whether or not it has an account.
 * @param pepper the server's own secret
 */
function stretchPassword(email: string, password: string, pepper: string): Promise<string> {
  const salt = createHmac('sha256', pepper).update(`password salt\n${email}`).digest('hex')
  const stretched = lastStretched.then(async () =>
    (await scryptInThread(password, salt, 32, SCRYPT)).toString('base64url'),
  )
  lastStretched = stretched.catch(() => undefined)
  return stretched
}

const credentials = z.looseObject({ email: z.string(), password: z.string() })

/** A sign-in with the stretched password, for the auth server. */
export async function toStretchedSignIn(request: Request, jwtSecret: string): Promise<Request> {
  const copy = request.clone()
  const { data } = credentials.safeParse(await copy.json().catch(() => null))
  if (!data) return request
  const password = await stretchPassword(data.email.trim().toLowerCase(), data.password, jwtSecret)
  const { method, headers, signal } = request
  return new Request(request.url, { method, headers, signal, body: JSON.stringify({ ...data, password }) })
}

/**
 * Ensures that the owner's account exists and is the only one with the role `owner`.
 * @param password null keeps an existing one, and generates one for a new account
 * @returns the password generated for a new account, which is shown only once, or null
 */
export async function ensureOwner(
  driver: DatabaseSync,
  jwtSecret: string,
  ownerEmail: string,
  password: string | null,
): Promise<string | null> {
  const email = ownerEmail.trim().toLowerCase()
  const account = driver.prepare('SELECT encrypted_password FROM "auth.users" WHERE email = ?')
  const known = account.get(email)
  const wanted = password ?? (known ? null : randomBytes(12).toString('base64url'))
  const stretched = wanted && (await stretchPassword(email, wanted, jwtSecret))
  const isSame = known && stretched && (await compare(stretched, String(known.encrypted_password)))
  const passwordHash = stretched && !isSame ? await hash(stretched, LOWEST_COST) : null
  // A single transaction, so that a killed start leaves no partial account.
  return inTransaction(driver, () => {
    const isNew = account.get(email) === undefined
    const at = new Date().toISOString()
    // As the auth server's sign-up, which is closed, would create it.
    const create = driver.prepare(
      `INSERT INTO "auth.users" (id, email, encrypted_password, email_confirmed_at, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    )
    if (passwordHash && isNew) create.run(randomUUID(), email, passwordHash, at, at, at)
    else if (passwordHash && password !== null) replacePassword(driver, email, passwordHash)
    // Another email address may have been configured at the last start.
    const metadata = { provider: 'email', providers: ['email'] }
    driver
      .prepare('UPDATE "auth.users" SET raw_app_meta_data = CASE email WHEN ? THEN ? ELSE ? END')
      .run(email, JSON.stringify({ ...metadata, role: 'owner' }), JSON.stringify(metadata))
    return isNew && password === null ? wanted : null
  })
}

/** Replaces the password of an account, and ends its sessions. */
function replacePassword(driver: DatabaseSync, email: string, passwordHash: string): void {
  driver.prepare('UPDATE "auth.users" SET encrypted_password = ? WHERE email = ?').run(passwordHash, email)
  driver
    .prepare('DELETE FROM "auth.sessions" WHERE user_id IN (SELECT id FROM "auth.users" WHERE email = ?)')
    .run(email)
}

const attributes = z.object({ password: z.string().min(6) })

/**
 * Supabase's admin API of accounts, as far as the shop and its commands use it: all accounts, a new password, and second
 * factors (https://supabase.com/docs/reference/javascript/admin-api).
 */
export function createAccountRoutes(driver: DatabaseSync, jwtSecret: string) {
  /** All accounts, as the hosted auth server describes them, without passwords. */
  function accounts() {
    const rows = driver
      .prepare(
        'SELECT id, email, email_confirmed_at, raw_app_meta_data FROM "auth.users" ORDER BY created_at',
      )
      .all()
    return rows.map(({ id, email, email_confirmed_at, raw_app_meta_data }) => {
      const app_metadata = JSON.parse(String(raw_app_meta_data))
      return { id, email: String(email), email_confirmed_at, app_metadata }
    })
  }

  return new Hono()
    .basePath('/auth/v1/admin/users')
    .get('/', (context) => context.json({ users: accounts(), aud: 'authenticated' }))
    .put('/:id', async (context) => {
      const user = accounts().find(({ id }) => id === context.req.param('id'))
      if (user === undefined) return context.json({ code: 404, error_code: 'user_not_found' }, 404)
      const { data } = attributes.safeParse(await context.req.json().catch(() => null))
      if (!data) return context.json({ code: 422, error_code: 'weak_password' }, 422)
      const stretched = await stretchPassword(user.email, data.password, jwtSecret)
      const passwordHash = await hash(stretched, LOWEST_COST)
      inTransaction(driver, () => replacePassword(driver, user.email, passwordHash))
      return context.json(user)
    })
    .get('/:id/factors', (context) => {
      const all = driver.prepare('SELECT id, friendly_name, status FROM "auth.mfa_factors" WHERE user_id = ?')
      const factors = all.all(context.req.param('id'))
      return context.json(factors.map((factor) => ({ ...factor, factor_type: 'totp' })))
    })
    .delete('/:id/factors/:factor', (context) => {
      const { id, factor } = context.req.param()
      driver.prepare('DELETE FROM "auth.mfa_factors" WHERE id = ? AND user_id = ?').run(factor, id)
      return context.json({ id: factor })
    })
    .notFound((context) => context.json({ code: 403, error_code: 'not_admin' }, 403))
}
