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

async function openEmbedded({ dataDir, owner, mailFrom, mailTo }: Config) {
  const { createEmbeddedBackend } = await import('#embedded/supabase/backend.server.ts')
  const folder = resolve(dataDir)
  return createEmbeddedBackend({
    dataDir: folder,
    ownerEmail: owner.email,
    ownerPassword: null,
    mail: { smtpUrl: null, from: mailFrom, to: mailTo, outboxDir: resolve(folder, 'outbox') },
    admin: null,
    origin: () => '',
    log: createLog('error'),
  })
}

async function recoverWith({ auth: { admin } }: SupabaseClient, given: string): Promise<Recovered> {
  const { data: found, error } = await admin.listUsers({ page: 1, perPage: 1000 })
  if (error) throw new Error(`Supabase does not list its accounts: ${error.message}`)
  const owners = found.users.filter(({ app_metadata }) => app_metadata.role === 'owner')
  const [owner] = owners
  if (owner === undefined || owners.length > 1)
    throw new Error(
      `${owners.length} accounts have the role of the owner, and one must: see “The owner’s account” in docs/deploy.md.`,
    )
  const password = given === '' ? randomBytes(12).toString('base64url') : given
  const changed = await admin.updateUserById(owner.id, { password })
  if (changed.error) throw new Error(`The password was not accepted: ${changed.error.message}`)
  const listed = await admin.mfa.listFactors({ userId: owner.id })
  if (listed.error) throw new Error(`The second factors cannot be listed: ${listed.error.message}`)
  for (const { id } of listed.data.factors) {
    const removed = await admin.mfa.deleteFactor({ id, userId: owner.id })
    if (removed.error) throw new Error(`A second factor was not removed: ${removed.error.message}`)
  }
  return { email: owner.email ?? '', password, removedFactors: listed.data.factors.length }
}
