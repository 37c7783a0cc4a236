import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { inTransaction } from '../transaction.ts'
import { hashStretched, stretchPassword } from './passwords.server.ts'

const ADDRESS = /^\/auth\/v1\/admin\/users(?:\/([\w-]+)(\/factors)?(?:\/([\w-]+))?)?$/

const attributes = z.object({ password: z.string().min(6) })

/** Whether a path is one of the accounts' that only the secret key opens. */
export function isAccountsPath(pathname: string): boolean {
  return ADDRESS.test(pathname)
}

/**
 * Supabase's admin API of accounts, as far as the shop's commands use it: all accounts, a new password, and second factors
 * (https://supabase.com/docs/reference/javascript/admin-api).
 */
export async function answerAccounts(
  driver: DatabaseSync,
  jwtSecret: string,
  request: Request,
): Promise<Response> {
  const [, id, hasFactors, factorId] = ADDRESS.exec(new URL(request.url).pathname) ?? []
  // Nobody creates accounts by it.
  if (id === undefined && request.method !== 'GET')
    return Response.json({ code: 403, error_code: 'not_admin' }, { status: 403 })
  if (id === undefined) return Response.json({ users: accounts(driver), aud: 'authenticated' })
  const user = accounts(driver).find((account) => account.id === id)
  if (user === undefined) return Response.json({ code: 404, error_code: 'user_not_found' }, { status: 404 })
  if (hasFactors && factorId === undefined)
    return Response.json(
      driver
        .prepare('SELECT id, friendly_name, status FROM "auth.mfa_factors" WHERE user_id = ?')
        .all(id)
        .map((factor) => ({ ...factor, factor_type: 'totp' })),
    )
  if (hasFactors && request.method === 'DELETE') {
    driver.prepare('DELETE FROM "auth.mfa_factors" WHERE id = ? AND user_id = ?').run(factorId ?? '', id)
    return Response.json({ id: factorId })
  }
  const { data } = attributes.safeParse(await request.json().catch(() => null))
  if (request.method !== 'PUT' || hasFactors || !data)
    return Response.json({ code: 422, error_code: 'weak_password' }, { status: 422 })
  const hash = await hashStretched(await stretchPassword(String(user.email), data.password, jwtSecret))
  inTransaction(driver, () => {
    driver.prepare('UPDATE "auth.users" SET encrypted_password = ? WHERE id = ?').run(hash, id)
    driver.prepare('DELETE FROM "auth.sessions" WHERE user_id = ?').run(id)
  })
  return Response.json(user)
}

/** All accounts, as the hosted auth server describes them, without passwords. */
function accounts(driver: DatabaseSync) {
  const rows = driver
    .prepare('SELECT id, email, email_confirmed_at, raw_app_meta_data FROM "auth.users" ORDER BY created_at')
    .all()
  return rows.map(({ id, email, email_confirmed_at, raw_app_meta_data }) => {
    return { id, email, email_confirmed_at, app_metadata: JSON.parse(String(raw_app_meta_data)) }
  })
}
