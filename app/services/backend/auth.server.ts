import { BRAND } from '#app/models/page-messages.ts'
import { err, ok, type Result } from '#app/models/result.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import {
  type Auth,
  accessOf,
  account,
  callAuth,
  enrollment,
  isOwner,
  type Owner,
  type OwnerAccess,
  type OwnerSession,
  parseResponse,
  TOO_MANY_TRIES,
  toSession,
} from './auth-replies.server.ts'
import { type BackendAccess, createServiceClient, createVisitorClient } from './client.server.ts'

type OwnerSignIn = OwnerAccess & { readonly session: OwnerSession }

/** The signed-in owner, with the session that a request was authenticated by. */
export type SignedInOwner = Omit<OwnerSignIn, 'needsCode'>

/** For an authenticator app: `uri` is an `otpauth:` address for a QR code, `secret` the key to type by hand. */
export type Enrollment = { readonly factorId: string; readonly secret: string; readonly uri: string }

export type SignInError = 'invalid-credentials' | 'not-owner' | 'too-many-tries'
/** `expired`: expired, signed out or never valid. Retrying does not help. */
export type SessionError = 'expired' | 'not-owner'
export type CodeError = 'wrong-code' | 'too-many-tries' | 'expired'

/** Minimum duration of a refused sign-in: longer than hashing a password, so that timing reveals nothing. */
const REFUSAL_MS = 500

/**
 * The owner's sign-in through Supabase Auth. Every call uses its own client, so that no request can act with another
 * request's session. Outages throw UpstreamError; errors that the user can correct are returned as a Result.
 */
export function createAuth(access: BackendAccess) {
  /** A new auth client, for one call. */
  function freshClient(): Auth {
    return createVisitorClient(access).auth
  }

  /** A client that uses a session; null when the session has ended. */
  async function clientWithSession(session: OwnerSession): Promise<Auth | null> {
    const auth = freshClient()
    const { error } = await callAuth(
      'set session',
      auth.setSession({ access_token: session.accessToken, refresh_token: session.refreshToken }),
    )
    return error ? null : auth
  }

  /** Signs in with a password. An unknown email and a wrong password give the same result in the same time. */
  async function signIn(email: string, password: string): Promise<Result<OwnerSignIn, SignInError>> {
    const started = performance.now()
    const result = await trySignIn(email, password)
    const remainingMs = REFUSAL_MS - (performance.now() - started)
    if (!result.ok && remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs))
    return result
  }

  async function trySignIn(email: string, password: string): Promise<Result<OwnerSignIn, SignInError>> {
    const { data, error } = await callAuth(
      'sign in',
      freshClient().signInWithPassword({ email: email.trim().toLowerCase(), password }),
      TOO_MANY_TRIES,
    )
    if (error?.status === TOO_MANY_TRIES) return err('too-many-tries')
    // A wrong password is a 400. A 401 or 402 is about the project: its key is wrong, or it is suspended.
    if (error && error.status !== 400) throw new UpstreamError('sign in', error.status || null)
    if (error || !data.session) return err('invalid-credentials')
    const session = toSession(access, 'sign in', data.session)
    const user = parseResponse('sign in', account, data.user)
    if (!isOwner(user)) {
      await signOut(session)
      return err('not-owner')
    }
    return ok({ session, ...accessOf(user, session.accessToken) })
  }

  /** The owner of a session, by the auth server: the token alone proves nothing after a sign-out. */
  async function getOwner(session: OwnerSession): Promise<Result<OwnerAccess, SessionError>> {
    const { data, error } = await callAuth('get user', freshClient().getUser(session.accessToken))
    if (error) return err('expired')
    const user = parseResponse('get user', account, data.user)
    return isOwner(user) ? ok(accessOf(user, session.accessToken)) : err('not-owner')
  }

  /** Exchanges the refresh token for new tokens. `expired` is final; an outage throws. Spec: 4 Auth session */
  async function refresh(session: OwnerSession): Promise<Result<OwnerSession, 'expired'>> {
    const { data, error } = await callAuth(
      'refresh session',
      freshClient().refreshSession({ refresh_token: session.refreshToken }),
    )
    return error || !data.session
      ? err('expired')
      : ok(toSession(access, 'refresh session', data.session, session))
  }

  /** Ends this session at the auth server. Never throws: a failure is only logged, and one that has ended is none. */
  async function signOut(session: OwnerSession): Promise<void> {
    const call = freshClient().admin.signOut(session.accessToken, 'local')
    await callAuth('sign out', call).catch((error: unknown) => {
      access.log.warn({ err: error }, 'not signed out')
    })
  }

  /** Ends all sessions of the account. @throws UpstreamError when they may go on */
  async function signOutEverywhere(session: OwnerSession): Promise<void> {
    const call = freshClient().admin.signOut(session.accessToken, 'global')
    const { error } = await callAuth('sign out everywhere', call)
    if (error) throw new UpstreamError('sign out everywhere', error.status ?? null)
  }

  /** Replaces the password of an account, and ends all its sessions. @returns whether the password was accepted */
  async function changePassword({ id }: Owner, session: OwnerSession, password: string): Promise<boolean> {
    const change = createServiceClient(access).auth.admin.updateUserById(id, { password })
    const { error } = await callAuth('change password', change)
    if (error && error.status !== 422) throw new UpstreamError('change password', error.status ?? null)
    if (error) return false
    // The auth server has done so already, unless a new version of it does not.
    await callAuth('sign out everywhere', freshClient().admin.signOut(session.accessToken, 'global'))
    return true
  }

  /** Starts enrolling an authenticator app. It is required at sign-in once its first code was verified. */
  async function startEnrollment(
    session: OwnerSession,
    name: string,
  ): Promise<Result<Enrollment, 'expired' | 'not-allowed'>> {
    const auth = await clientWithSession(session)
    if (auth === null) return err('expired')
    const found = await callAuth('get user', auth.getUser())
    if (found.error) return err('expired')
    const { factors } = parseResponse('get user', account, found.data.user)
    for (const factor of factors?.filter(({ status }) => status !== 'verified') ?? []) {
      // An error is ignored: it may be gone by now, and one that can't be removed makes the enrolment below fail.
      await callAuth('remove stale factor', auth.mfa.unenroll({ factorId: factor.id }))
    }
    const { data, error } = await callAuth(
      'enroll factor',
      auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: BRAND }),
    )
    if (error) return err('not-allowed')
    const { id, totp } = parseResponse('enroll factor', enrollment, data)
    return ok({ factorId: id, secret: totp.secret, uri: totp.uri })
  }

  /**
   * Verifies a six-digit code.
   * @param factorId a factor being enrolled; the enrolled one when absent
   * @returns the session at assurance level 2
   */
  async function verifyCode(
    session: OwnerSession,
    code: string,
    factorId?: string,
  ): Promise<Result<OwnerSession, CodeError>> {
    const auth = await clientWithSession(session)
    if (auth === null) return err('expired')
    const factor = factorId === undefined ? await enrolledFactor(auth) : ok(factorId)
    if (!factor.ok) return factor
    if (factor.value === undefined) return err('wrong-code')
    const { data, error } = await callAuth(
      'verify code',
      auth.mfa.challengeAndVerify({ factorId: factor.value, code: code.replace(/\s+/g, '') }),
      TOO_MANY_TRIES,
    )
    if (error?.status === TOO_MANY_TRIES) return err('too-many-tries')
    if (error?.status === 401 || error?.status === 403) return err('expired')
    if (error) return err('wrong-code')
    return ok(toSession(access, 'verify code', data, session))
  }

  /** Removes an authenticator app from the account. Requires a session at assurance level 2. */
  async function removeFactor(
    session: OwnerSession,
    factorId: string,
  ): Promise<Result<'removed', 'expired' | 'not-allowed'>> {
    const auth = await clientWithSession(session)
    if (auth === null) return err('expired')
    const { error } = await callAuth('remove factor', auth.mfa.unenroll({ factorId }))
    return error ? err('not-allowed') : ok('removed')
  }

  return {
    signIn,
    getOwner,
    refresh,
    signOut,
    signOutEverywhere,
    changePassword,
    startEnrollment,
    verifyCode,
    removeFactor,
  }
}

/** Id of the enrolled authenticator app, or undefined. */
async function enrolledFactor(auth: Auth): Promise<Result<string | undefined, CodeError>> {
  const { data, error } = await callAuth('list factors', auth.mfa.listFactors(), TOO_MANY_TRIES)
  if (error?.status === TOO_MANY_TRIES) return err('too-many-tries')
  return error ? err('expired') : ok(data.totp[0]?.id)
}
