import type { SQLInputValue } from 'node:sqlite'
import { openAccountsDatabase } from './database.server.ts'

type Row = Record<string, SQLInputValue>
export type AccountRows = { readonly user: Row; readonly identities: readonly Row[] }

/**
 * The rows of an account as the auth server writes them, password hash included. They are created by a sign-up in a
 * temporary database, because sign-up is disabled in the real one.
 * @throws Error when the auth server refuses the password
 */
export async function makeAccountRows(email: string, password: string): Promise<AccountRows> {
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
