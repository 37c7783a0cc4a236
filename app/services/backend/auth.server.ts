import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { BRAND } from '#app/models/market.ts'
import type { Refusal } from '#app/models/owner-messages.ts'
import { err, ok, type Result } from '#app/models/result.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type BackendAccess, createServiceClient, createVisitorClient } from './client.server.ts'

/** The owner's tokens. Kept in an encrypted, http-only cookie only. */
export const ownerSession = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** When the access token expires, in seconds since the epoch. */
  expiresAt: z.number(),
  /** When the owner signed in, in seconds since the epoch. */
  startedAt: z.number(),
})
export type OwnerSession = Readonly<z.output<typeof ownerSession>>

export type SignedInOwner = {
  readonly owner: { readonly id: string; readonly email: string }
  readonly session: OwnerSession
  readonly factors: readonly { readonly id: string; readonly verified: boolean }[]
  /** An authenticator app is set up, and the session has not been verified with its code. */
  readonly needsCode: boolean
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() })
const account = z.object({
  id: z.string(),
  email: z.string().nullish(),
  app_metadata: z.object({ role: z.unknown().optional() }),
  factors: z.array(z.object({ id: z.string(), factor_type: z.string(), status: z.string() })).nullish(),
})
const enrollment = z
  .object({ id: z.string(), totp: z.object({ uri: z.string() }) })
  .transform(({ id, totp }) => ({ factorId: id, uri: totp.uri }))

const secondLevel = z.object({ aal: z.literal('aal2') })

const TOO_MANY_TRIES = 429

/** Whether another try may help: neither the session nor what was typed is at fault. */
function isOutage({ name, status = 500 }: AuthError): boolean {
  return status === TOO_MANY_TRIES || status >= 500 || status === 0 || name === 'AuthUnknownError'
}

/**
 * Awaits a call of the auth client, which throws errors of its own on a response that is not an object.
 * @param refusals what the visitor is told, by the status of the answer; `other`: at any other status that is no outage
 * @throws UpstreamError for everything else, also for an answer that does not match the schema
 */
async function ask<Schema extends z.ZodType>(
  operation: string,
  call: Promise<{ readonly data: unknown; readonly error: AuthError | null }>,
  schema: Schema,
  refusals: Readonly<Partial<Record<number | 'other', Refusal>>> = {},
): Promise<Result<z.output<Schema>, Refusal>> {
  const { data, error } = await call.catch((cause: unknown) => {
    throw new UpstreamError(operation, null, { cause })
  })
  if (error) {
    const refusal = refusals[error.status ?? 0] ?? (isOutage(error) ? undefined : refusals.other)
    if (refusal === undefined) throw new UpstreamError(operation, error.status || null)
    return err(refusal)
  }
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new UpstreamError(operation, null, { detail: 'the answer has another shape' })
  return ok(parsed.data)
}

/** Only the project's secret key gives the role; any other account is refused. */
function ownerOf(user: z.output<typeof account>, session: OwnerSession): Result<SignedInOwner, Refusal> {
  if (user.app_metadata.role !== 'owner') return err('not-owner')
  const apps = (user.factors ?? []).filter(({ factor_type }) => factor_type === 'totp')
  const factors = apps.map(({ id, status }) => ({ id, verified: status === 'verified' }))
  // The level that the token claims. Not verified: the auth server has just checked or issued the token.
  const claims = parseJson(Buffer.from(session.accessToken.split('.')[1] ?? '', 'base64url').toString())
  const needsCode = factors.some(({ verified }) => verified) && !secondLevel.safeParse(claims).success
  return ok({ owner: { id: user.id, email: user.email ?? '' }, session, factors, needsCode })
}

/**
 * The owner's sign-in through Supabase Auth. Every call uses its own client, so that no request can act with another
 * request's session. Outages throw UpstreamError; what the auth server refuses is returned as a Result.
 */
export function createAuth(access: BackendAccess) {
  const freshClient = () => createVisitorClient(access).auth

  async function withApps<T>(
    { accessToken, refreshToken }: OwnerSession,
    work: (apps: SupabaseClient['auth']['mfa']) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    const auth = freshClient()
    const call = auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
    const set = await ask('set session', call, z.unknown(), { other: 'expired' })
    return set.ok ? work(auth.mfa) : set
  }

  /** The session of an answer with tokens. Its times are the shop's own; the auth server's clock may differ. */
  const sessionAfter = (former?: OwnerSession) =>
    tokens.transform(({ access_token, refresh_token, expires_in }): OwnerSession => {
      const at = Math.floor(access.now() / 1000)
      return {
        accessToken: access_token,
        refreshToken: refresh_token,
        expiresAt: at + expires_in,
        startedAt: former?.startedAt ?? at,
      }
    })

  /** Signs in with a password. An unknown email and a wrong password give the same result. */
  async function signIn(email: string, password: string): Promise<Result<SignedInOwner, Refusal>> {
    const call = freshClient().signInWithPassword({ email, password })
    // A wrong password is a 400. A 401 or 402 is about the project: its key is wrong, or it is suspended.
    const refusals = { 400: 'wrong-password', [TOO_MANY_TRIES]: 'too-many-tries' } as const
    const reply = await ask('sign in', call, z.object({ session: sessionAfter(), user: account }), refusals)
    if (!reply.ok) return reply
    const { session, user } = reply.value
    const signedIn = ownerOf(user, session)
    if (!signedIn.ok) await signOut(session)
    return signedIn
  }

  /** The owner of a session, by the auth server: the token alone proves nothing after a sign-out. */
  async function getOwner(session: OwnerSession): Promise<Result<SignedInOwner, Refusal>> {
    const call = freshClient().getUser(session.accessToken)
    const reply = await ask('get user', call, z.object({ user: account }), { other: 'expired' })
    return reply.ok ? ownerOf(reply.value.user, session) : reply
  }

  /** Exchanges the refresh token for new tokens. `expired` is final; an outage throws. Spec: 4 Auth session */
  function refresh(session: OwnerSession): Promise<Result<OwnerSession, Refusal>> {
    const call = freshClient().refreshSession({ refresh_token: session.refreshToken })
    const schema = z.object({ session: sessionAfter(session) }).transform((reply) => reply.session)
    return ask('refresh session', call, schema, { other: 'expired' })
  }

  /** Ends this session at the auth server. Never throws: a failure is only logged, and one that has ended is none. */
  async function signOut({ accessToken }: OwnerSession): Promise<void> {
    const call = freshClient().admin.signOut(accessToken, 'local')
    await ask('sign out', call, z.unknown(), { other: 'expired' }).catch((error: unknown) => {
      access.log.warn({ err: error }, 'not signed out')
    })
  }

  /** Ends all sessions of the account. @throws UpstreamError when they may go on */
  async function signOutEverywhere({ session }: SignedInOwner): Promise<Result<null, Refusal>> {
    const call = freshClient().admin.signOut(session.accessToken, 'global')
    return ask(
      'sign out everywhere',
      call,
      z.unknown().transform(() => null),
    )
  }

  /** Replaces the password of an account, and ends all its sessions. */
  async function changePassword(signedIn: SignedInOwner, password: string): Promise<Result<null, Refusal>> {
    const change = createServiceClient(access).auth.admin.updateUserById(signedIn.owner.id, { password })
    const changed = await ask('change password', change, z.unknown(), { 422: 'weak-password' })
    return changed.ok ? ok(null) : changed
  }

  /** Starts to set up an authenticator app, which is required at sign-in once its first code was verified. */
  function startEnrollment({ session, factors }: SignedInOwner) {
    return withApps(session, async (apps) => {
      for (const { id, verified } of factors) {
        // A refusal is ignored: it may be gone by now, and one that can't be removed makes the enrolment below fail.
        if (!verified) await dropFactor(apps, session, id)
      }
      const factor = { factorType: 'totp', friendlyName: 'Authenticator app', issuer: BRAND } as const
      return ask('enroll factor', apps.enroll(factor), enrollment, { other: 'not-saved' })
    })
  }

  /** Verifies a six-digit code of an app. @returns the session at assurance level 2 */
  function verifyCode(session: OwnerSession, code: string, factorId: string) {
    const ended = { 401: 'expired', 403: 'expired' } as const
    const refusals = { ...ended, [TOO_MANY_TRIES]: 'too-many-tries', other: 'wrong-code' } as const
    return withApps(session, (apps) => {
      const call = apps.challengeAndVerify({ factorId, code: code.replace(/\s+/g, '') })
      return ask('verify code', call, sessionAfter(session), refusals)
    })
  }

  function dropFactor(apps: SupabaseClient['auth']['mfa'], session: OwnerSession, factorId: string) {
    const schema = z.unknown().transform(() => session)
    return ask('remove factor', apps.unenroll({ factorId }), schema, { other: 'not-saved' })
  }

  /** Removes an authenticator app, which requires a session at assurance level 2. @returns that session */
  function removeFactor(session: OwnerSession, factorId: string) {
    return withApps(session, (apps) => dropFactor(apps, session, factorId))
  }

  return {
    ...{ signIn, getOwner, refresh, signOut, signOutEverywhere },
    ...{ changePassword, startEnrollment, verifyCode, removeFactor },
  }
}
