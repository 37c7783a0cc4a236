import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createServiceClient } from '../backend/client.server.ts'
import { type Config, parseConfig } from '../config/env.server.ts'
import { createLog } from '../log/log.server.ts'
import { boundedFetch } from '../upstream/upstream-error.server.ts'

type Recovered = { readonly email: string; readonly password: string; readonly removedFactors: number }

/**
 * Lets the owner back in who has lost the password or the authenticator app: sets a new password and removes all second
 * factors, with the secret key of the backend, hosted or embedded. Ends all sessions.
 * @param password the new one; a random one when it is empty
 * @throws ConfigError for a wrong configuration, and Error with what to do
 */
export async function recoverOwner(
  environment: Record<string, string | undefined>,
  password = '',
  fetch: typeof globalThis.fetch = boundedFetch,
): Promise<Recovered> {
  const config = parseConfig(environment)
  if (config.supabase) return recoverWith(createServiceClient({ ...config.supabase, fetch }), password)
  if (config.owner.password !== null)
    throw new Error(
      'OWNER_PASSWORD is set, and every start sets that password. Change it there, or remove it first.',
    )
  const backend = await openEmbedded(config)
  try {
    return await recoverWith(createServiceClient(backend), password)
  } finally {
    await backend.close()
  }
}

/** Opens the embedded backend, which sends nothing meanwhile. */
async function openEmbedded({ dataDir, owner, mailFrom, mailTo }: Config) {
  const { createEmbeddedBackend } = await import('#embedded/supabase/backend.server.ts')
  const folder = resolve(dataDir)
  const mail = { smtpUrl: null, from: mailFrom, to: mailTo, outboxDir: resolve(folder, 'outbox') }
  const account = { ownerEmail: owner.email, ownerPassword: null }
  const log = createLog('error')
  return createEmbeddedBackend({ dataDir: folder, mail, ...account, admin: null, origin: () => '', log })
}

/** @throws Error that begins with `trouble` where Supabase has refused */
function expectDone(trouble: string, { error }: { readonly error: Error | null }): void {
  if (error) throw new Error(`${trouble}: ${error.message}`)
}

async function recoverWith({ auth: { admin } }: SupabaseClient, given: string): Promise<Recovered> {
  const accounts = await admin.listUsers({ page: 1, perPage: 1000 })
  expectDone('Supabase does not list its accounts', accounts)
  const owners = accounts.data.users.filter(({ app_metadata }) => app_metadata.role === 'owner')
  const [owner] = owners
  if (owner === undefined || owners.length > 1)
    throw new Error(
      `${owners.length} accounts have the role of the owner, and one must: see “The owner’s account” in docs/deploy.md.`,
    )
  const password = given || randomBytes(12).toString('base64url')
  expectDone('The password was not accepted', await admin.updateUserById(owner.id, { password }))
  const listed = await admin.mfa.listFactors({ userId: owner.id })
  expectDone('The second factors cannot be listed', listed)
  const factors = listed.data?.factors ?? []
  for (const { id } of factors)
    expectDone('A second factor was not removed', await admin.mfa.deleteFactor({ id, userId: owner.id }))
  return { email: owner.email ?? '', password, removedFactors: factors.length }
}
