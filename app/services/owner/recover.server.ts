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

type Reply = { readonly data: unknown; readonly error: Error | null }

/** The answer of Supabase. @throws Error that begins with `trouble` */
async function answerOf<R extends Reply>(trouble: string, call: Promise<R>) {
  const { data, error } = await call
  if (error) throw new Error(`${trouble}: ${error.message}`)
  return data as Extract<R, { error: null }>['data']
}

async function recoverWith({ auth: { admin } }: SupabaseClient, given: string): Promise<Recovered> {
  const listed = admin.listUsers({ page: 1, perPage: 1000 })
  const { users } = await answerOf('Supabase does not list its accounts', listed)
  const [owner, ...more] = users.filter(({ app_metadata }) => app_metadata.role === 'owner')
  if (owner === undefined || more.length > 0)
    throw new Error(
      `${owner ? more.length + 1 : 0} accounts have the role of the owner, and one must: see “The owner’s account” in docs/deploy.md.`,
    )
  const password = given || randomBytes(12).toString('base64url')
  await answerOf('The password was not accepted', admin.updateUserById(owner.id, { password }))
  const ofOwner = admin.mfa.listFactors({ userId: owner.id })
  const { factors } = await answerOf('The second factors cannot be listed', ofOwner)
  for (const { id } of factors)
    await answerOf('A second factor was not removed', admin.mfa.deleteFactor({ id, userId: owner.id }))
  return { email: owner.email ?? '', password, removedFactors: factors.length }
}
