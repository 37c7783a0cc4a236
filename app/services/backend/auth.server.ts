import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { BRAND } from '#app/models/page-messages.ts'
import { err, ok, type Result } from '#app/models/result.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type BackendAccess, createServiceClient, createVisitorClient } from './client.server.ts'

/** The owner's tokens. Kept in an encrypted, http-only cookie only. */
export type OwnerSession = {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token expires, in seconds since the epoch. */
  readonly expiresAt: number
  /** When the owner signed in, in seconds since the epoch. */
  readonly startedAt: number
}

export type SignedInOwner = {
  readonly owner: { readonly id: string; readonly email: string }
  readonly session: OwnerSession
  /** Authenticator apps. */
  readonly factors: readonly { readonly id: string; readonly verified: boolean }[]
}

type OwnerAccess = SignedInOwner & {
  /** An authenticator app is enrolled, and the session has not been verified with its code. */
  readonly needsCode: boolean
}

/** For an authenticator app: an `otpauth:` address for a QR code. */
export type Enrollment = { readonly factorId: string; readonly uri: string }

export type SignInError = 'wrong-password' | 'not-owner' | 'too-many-tries'
/** `expired`: expired, signed out or never valid. Retrying does not help. */
export type SessionError = 'expired' | 'not-owner'
export type CodeError = 'wrong-code' | 'too-many-tries' | 'expired'

const TOO_MANY_TRIES = 429

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() })
const account = z.object({
  id: z.string(),
  email: z.string().nullish(),
  app_metadata: z.object({ role: z.unknown().optional() }),
  factors: z.array(z.object({ id: z.string(), factor_type: z.string(), status: z.string() })).nullish(),
})
const enrollment = z.object({ id: z.string(), totp: z.object({ uri: z.string() }) })

/** @throws UpstreamError when a reply of the auth server does not match the schema */
function parseReply<Schema extends z.ZodType>(operation: string, schema: Schema, reply: unknown) {
  const { success, data } = schema.safeParse(reply)
  if (!success) throw new UpstreamError(operation, null, { detail: 'the answer has another shape' })
  return data
}

/** Whether another try may help: neither the session nor what was typed is at fault. */
function isOutage({ name, status = 500 }: AuthError): boolean {
  return status === TOO_MANY_TRIES || status >= 500 || status === 0 || name === 'AuthUnknownError'
}

/**
 * Awaits a call of the auth client, which throws errors of its own on a response that is not an object.
 * @param expected a status that is no outage here
 * @throws UpstreamError in an outage; any other error is in the reply
 */
async function ask<Reply extends { readonly error: AuthError | null }>(
  operation: string,
  call: Promise<Reply>,
  expected?: number,
): Promise<Reply> {
  const reply = await call.catch((cause: unknown) => {
    throw new UpstreamError(operation, null, { cause })
  })
  if (reply.error && reply.error.status !== expected && isOutage(reply.error))
    throw new UpstreamError(operation, reply.error.status || null)
  return reply
}

/** Only the project's secret key gives this role. @returns null for any other account */
function accessOf(operation: string, reply: unknown, session: OwnerSession): OwnerAccess | null {
  const user = parseReply(operation, account, reply)
  if (user.app_metadata.role !== 'owner') return null
  const apps = (user.factors ?? []).filter(({ factor_type }) => factor_type === 'totp')
  const factors = apps.map(({ id, status }) => ({ id, verified: status === 'verified' }))
  const needsCode = factors.some(({ verified }) => verified) && !isSecondLevel(session.accessToken)
  return { owner: { id: user.id, email: user.email ?? '' }, session, factors, needsCode }
}

const claims = z.object({ aal: z.string() })

/** Whether a token claims assurance level 2. Not verified: the auth server has just checked or issued the token. */
function isSecondLevel(accessToken: string): boolean {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8')
  try {
    return claims.safeParse(JSON.parse(payload)).data?.aal === 'aal2'
  } catch {
    return false
  }
}

/**
 * The owner's sign-in through Supabase Auth. Every call uses its own client, so that no request can act with another
 * request's session. Outages throw UpstreamError; errors that the user can correct are returned as a Result.
 */
export function createAuth(access: BackendAccess) {
  const freshClient = () => createVisitorClient(access).auth

  /** A client that uses a session; null when the session has ended. */
  async function clientOf({
    accessToken,
    refreshToken,
  }: OwnerSession): Promise<SupabaseClient['auth'] | null> {
    const auth = freshClient()
    const call = auth.setSession({ access_token: accessToken, refresh_token: refreshToken })
    return (await ask('set session', call)).error ? null : auth
  }

  /** Times are the shop's own, which they are compared with; the auth server's clock may differ. */
  function toSession(operation: string, reply: unknown, former?: OwnerSession): OwnerSession {
    const { access_token, refresh_token, expires_in } = parseReply(operation, tokens, reply)
    const at = Math.floor(access.now() / 1000)
    return {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: at + expires_in,
      startedAt: former?.startedAt ?? at,
    }
  }

  /** Signs in with a password. An unknown email and a wrong password give the same result. */
  async function signIn(email: string, password: string): Promise<Result<OwnerAccess, SignInError>> {
    const call = freshClient().signInWithPassword({ email, password })
    const { data, error } = await ask('sign in', call, TOO_MANY_TRIES)
    if (error?.status === TOO_MANY_TRIES) return err('too-many-tries')
    // A wrong password is a 400. A 401 or 402 is about the project: its key is wrong, or it is suspended.
    if (error && error.status !== 400) throw new UpstreamError('sign in', error.status || null)
    if (error || !data.session) return err('wrong-password')
    const session = toSession('sign in', data.session)
    const owner = accessOf('sign in', data.user, session)
    if (owner) return ok(owner)
    await signOut(session)
    return err('not-owner')
  }

  /** The owner of a session, by the auth server: the token alone proves nothing after a sign-out. */
  async function getOwner(session: OwnerSession): Promise<Result<OwnerAccess, SessionError>> {
    const { data, error } = await ask('get user', freshClient().getUser(session.accessToken))
    if (error) return err('expired')
    const owner = accessOf('get user', data.user, session)
    return owner ? ok(owner) : err('not-owner')
  }

  /** Exchanges the refresh token for new tokens. `expired` is final; an outage throws. Spec: 4 Auth session */
  async function refresh(session: OwnerSession): Promise<Result<OwnerSession, 'expired'>> {
    const call = freshClient().refreshSession({ refresh_token: session.refreshToken })
    const { data, error } = await ask('refresh session', call)
    return error || !data.session ? err('expired') : ok(toSession('refresh session', data.session, session))
  }

  /** Ends this session at the auth server. Never throws: a failure is only logged, and one that has ended is none. */
  async function signOut({ accessToken }: OwnerSession): Promise<void> {
    await ask('sign out', freshClient().admin.signOut(accessToken, 'local')).catch((error: unknown) => {
      access.log.warn({ err: error }, 'not signed out')
    })
  }

  /** Ends all sessions of the account. @throws UpstreamError when they may go on */
  async function signOutEverywhere({ accessToken }: OwnerSession): Promise<void> {
    const { error } = await ask('sign out everywhere', freshClient().admin.signOut(accessToken, 'global'))
    if (error) throw new UpstreamError('sign out everywhere', error.status ?? null)
  }

  /** Replaces the password of an account, and ends all its sessions. @returns whether the password was accepted */
  async function changePassword({ owner, session }: SignedInOwner, password: string): Promise<boolean> {
    const change = createServiceClient(access).auth.admin.updateUserById(owner.id, { password })
    const { error } = await ask('change password', change)
    if (error && error.status !== 422) throw new UpstreamError('change password', error.status ?? null)
    if (error) return false
    // The auth server has done so already, unless a new version of it does not.
    await ask('sign out everywhere', freshClient().admin.signOut(session.accessToken, 'global'))
    return true
  }

  /** Starts enrolling an authenticator app, which is required at sign-in once its first code was verified. Null: refused. */
  async function startEnrollment({ session, factors }: SignedInOwner): Promise<Enrollment | null> {
    const auth = await clientOf(session)
    if (auth === null) return null
    for (const { id, verified } of factors) {
      // An error is ignored: it may be gone by now, and one that can't be removed makes the enrolment below fail.
      if (!verified) await ask('remove stale factor', auth.mfa.unenroll({ factorId: id }))
    }
    const factor = { factorType: 'totp', friendlyName: 'Authenticator app', issuer: BRAND } as const
    const { data, error } = await ask('enroll factor', auth.mfa.enroll(factor))
    if (error) return null
    const { id, totp } = parseReply('enroll factor', enrollment, data)
    return { factorId: id, uri: totp.uri }
  }

  /** Verifies a six-digit code of an app. @returns the session at assurance level 2 */
  async function verifyCode(
    session: OwnerSession,
    code: string,
    factorId: string,
  ): Promise<Result<OwnerSession, CodeError>> {
    const auth = await clientOf(session)
    if (auth === null) return err('expired')
    const call = auth.mfa.challengeAndVerify({ factorId, code: code.replace(/\s+/g, '') })
    const { data, error } = await ask('verify code', call, TOO_MANY_TRIES)
    if (error?.status === TOO_MANY_TRIES) return err('too-many-tries')
    if (error?.status === 401 || error?.status === 403) return err('expired')
    return error ? err('wrong-code') : ok(toSession('verify code', data, session))
  }

  /** Removes an authenticator app, which requires a session at assurance level 2. @returns whether it is removed */
  async function removeFactor(session: OwnerSession, factorId: string): Promise<boolean> {
    const auth = await clientOf(session)
    return auth !== null && !(await ask('remove factor', auth.mfa.unenroll({ factorId }))).error
  }

  return {
    ...{ signIn, getOwner, refresh, signOut, signOutEverywhere },
    ...{ changePassword, startEnrollment, verifyCode, removeFactor },
  }
}
