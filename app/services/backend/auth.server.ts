import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { err, ok, type Result } from '../../models/result.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { type BackendAccess, createVisitorClient } from './client.server.ts'

/** The owner's tokens, for a signed http-only cookie and nowhere else. */
export type OwnerSession = {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token ends, in seconds since 1970. */
  readonly expiresAt: number
}

export type Owner = { readonly id: string; readonly email: string }

/** A signed-in owner. `needsCode`: an authenticator app is enrolled and its code is still to come. */
export type OwnerSignIn = {
  readonly session: OwnerSession
  readonly owner: Owner
  readonly needsCode: boolean
}

export type OwnerAccess = {
  readonly owner: Owner
  readonly needsCode: boolean
  readonly factors: readonly Factor[]
}

export type Factor = { readonly id: string; readonly name: string; readonly verified: boolean }

/** What an authenticator app needs: an `otpauth:` address for a QR code, and the key to type by hand. */
export type Enrollment = { readonly factorId: string; readonly secret: string; readonly uri: string }

type Auth = SupabaseClient['auth']

export type SignInError = 'invalid-credentials' | 'not-owner' | 'too-many-tries'
/** `over`: signed out, expired or never valid; nothing that trying again would mend. */
export type SessionError = 'over' | 'not-owner'
export type CodeError = 'wrong-code' | 'too-many-tries' | 'over'

const OWNER_ROLE = 'owner'
/** How long every refused sign-in takes: longer than hashing a password does. */
const REFUSAL_MS = 500

/** Trying again can help: the network, a deadline, a 5xx, or being asked to wait. None of these ends a session. */
function isOutage(error: AuthError): boolean {
  return (
    error.status === 429 ||
    error.name === 'AuthRetryableFetchError' ||
    error.name === 'AuthUnknownError' ||
    (error.status ?? 500) >= 500
  )
}

function failOnOutage(operation: string, error: AuthError): void {
  if (isOutage(error)) throw new UpstreamError(operation, error.status || null)
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() })
const accountFactors = z.array(
  z.object({
    id: z.string(),
    factor_type: z.string(),
    friendly_name: z.string().nullish(),
    status: z.string(),
  }),
)
const account = z.object({
  id: z.string(),
  email: z.string().nullish(),
  app_metadata: z.object({ role: z.unknown().optional() }),
  factors: accountFactors.nullish(),
})
type Account = z.output<typeof account>
const enrollment = z.object({ id: z.string(), totp: z.object({ secret: z.string(), uri: z.string() }) })

/** What the auth server has to say, as it should be. @throws UpstreamError when it is something else */
function parsed<T extends z.ZodType>(operation: string, schema: T, answer: unknown): z.output<T> {
  const { success, data } = schema.safeParse(answer)
  if (!success) throw new UpstreamError(operation, null, { detail: 'the answer has another shape' })
  return data
}

/** Asks the auth server: its client looks into an answer before we do, and stumbles over one that is no object. */
async function asked<T>(operation: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw new UpstreamError(operation, null, { cause })
  }
}

/** Counted by the shop's own clock: it is what the end is compared with, and the auth server's may differ. */
function toSession({ now }: BackendAccess, operation: string, answer: unknown): OwnerSession {
  const { access_token, refresh_token, expires_in } = parsed(operation, tokens, answer)
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: Math.floor(now() / 1000) + expires_in,
  }
}

function isOwner(user: Account): boolean {
  return user.app_metadata.role === OWNER_ROLE
}

function factorsOf(user: Account): Factor[] {
  return (user.factors ?? [])
    .filter((factor) => factor.factor_type === 'totp')
    .map((factor) => ({
      id: factor.id,
      name: factor.friendly_name ?? '',
      verified: factor.status === 'verified',
    }))
}

const claims = z.looseObject({ aal: z.string().optional() })

/** The level of assurance a token claims. The token itself was just checked or made by the auth server. */
function isSecondLevel(accessToken: string): boolean {
  const payload = accessToken.split('.')[1] ?? ''
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).aal === 'aal2'
  } catch {
    return false
  }
}

function needsCode(user: Account, accessToken: string): boolean {
  return factorsOf(user).some((factor) => factor.verified) && !isSecondLevel(accessToken)
}

/**
 * The owner's sign-in through the backend's auth. Every call uses a client of its own, so that no request
 * ever acts with another's session. Outages throw UpstreamError; what a person can mend is a Result.
 */
export function createAuth(access: BackendAccess) {
  return {
    signIn: (email: string, password: string) => signIn(access, email, password),
    getOwner: (session: OwnerSession) => getOwner(access, session),
    refresh: (session: OwnerSession) => refresh(access, session),
    signOut: (session: OwnerSession) => signOut(access, session),
    startEnrollment: (session: OwnerSession, name: string) => startEnrollment(access, session, name),
    verifyCode: (session: OwnerSession, code: string, factorId?: string) =>
      verifyCode(access, session, code, factorId),
    removeFactor: (session: OwnerSession, factorId: string) => removeFactor(access, session, factorId),
  }
}

/** A client for one call. */
function freshClient(access: BackendAccess): Auth {
  return createVisitorClient(access).auth
}

async function withSession(access: BackendAccess, session: OwnerSession): Promise<Auth | null> {
  const auth = freshClient(access)
  const { error } = await asked(
    'set session',
    auth.setSession({ access_token: session.accessToken, refresh_token: session.refreshToken }),
  )
  if (error) failOnOutage('set session', error)
  return error ? null : auth
}

/** Signs in with a password. Wrong address and wrong password can't be told apart, by answer or by time. */
async function signIn(
  access: BackendAccess,
  email: string,
  password: string,
): Promise<Result<OwnerSignIn, SignInError>> {
  const started = performance.now()
  const result = await trySignIn(access, email, password)
  const missing = REFUSAL_MS - (performance.now() - started)
  if (!result.ok && missing > 0) await new Promise((resolve) => setTimeout(resolve, missing))
  return result
}

async function trySignIn(
  access: BackendAccess,
  email: string,
  password: string,
): Promise<Result<OwnerSignIn, SignInError>> {
  const { data, error } = await asked(
    'sign in',
    freshClient(access).signInWithPassword({ email: email.trim().toLowerCase(), password }),
  )
  if (error?.status === 429) return err('too-many-tries')
  if (error) failOnOutage('sign in', error)
  if (error || !data.session) return err('invalid-credentials')
  const session = toSession(access, 'sign in', data.session)
  const user = parsed('sign in', account, data.user)
  if (!isOwner(user)) {
    await signOut(access, session)
    return err('not-owner')
  }
  const owner = { id: user.id, email: user.email ?? '' }
  return ok({ session, owner, needsCode: needsCode(user, session.accessToken) })
}

/** Who a session belongs to, asked of the auth server: a token alone proves nothing after a sign-out. */
async function getOwner(
  access: BackendAccess,
  session: OwnerSession,
): Promise<Result<OwnerAccess, SessionError>> {
  const { data, error } = await asked('get user', freshClient(access).getUser(session.accessToken))
  if (error) failOnOutage('get user', error)
  if (error) return err('over')
  const user = parsed('get user', account, data.user)
  if (!isOwner(user)) return err('not-owner')
  return ok({
    owner: { id: user.id, email: user.email ?? '' },
    needsCode: needsCode(user, session.accessToken),
    factors: factorsOf(user),
  })
}

/** A new pair of tokens. `over` is final; an outage throws and may be tried again. Spec: 4 Auth session */
async function refresh(access: BackendAccess, session: OwnerSession): Promise<Result<OwnerSession, 'over'>> {
  const { data, error } = await asked(
    'refresh session',
    freshClient(access).refreshSession({ refresh_token: session.refreshToken }),
  )
  if (error) failOnOutage('refresh session', error)
  return error || !data.session ? err('over') : ok(toSession(access, 'refresh session', data.session))
}

/** Ends this session at the auth server. A session that is over already is no failure. */
async function signOut(access: BackendAccess, session: OwnerSession): Promise<void> {
  const { error } = await asked('sign out', freshClient(access).admin.signOut(session.accessToken, 'local'))
  if (error && isOutage(error))
    access.log.warn({ operation: 'sign out', status: error.status }, 'not signed out')
}

/** Starts enrolling an authenticator app; it counts once its first code is right. */
async function startEnrollment(
  access: BackendAccess,
  session: OwnerSession,
  name: string,
): Promise<Result<Enrollment, 'over' | 'not-allowed'>> {
  const auth = await withSession(access, session)
  if (auth === null) return err('over')
  const found = await asked('get user', auth.getUser())
  if (found.error) failOnOutage('get user', found.error)
  if (found.error) return err('over')
  const { factors } = parsed('get user', account, found.data.user)
  for (const factor of factors?.filter(({ status }) => status !== 'verified') ?? []) {
    const removed = await asked('remove stale factor', auth.mfa.unenroll({ factorId: factor.id }))
    // One that is gone by now is no failure; one that may not go is for what follows to refuse.
    if (removed.error) failOnOutage('remove stale factor', removed.error)
  }
  const { data, error } = await asked(
    'enroll factor',
    auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Wizard Box' }),
  )
  if (error) failOnOutage('enroll factor', error)
  if (error) return err('not-allowed')
  const { id, totp } = parsed('enroll factor', enrollment, data)
  return ok({ factorId: id, secret: totp.secret, uri: totp.uri })
}

/** The authenticator app that is enrolled, or undefined. */
async function enrolledFactor(auth: Auth): Promise<Result<string | undefined, CodeError>> {
  const { data, error } = await asked('list factors', auth.mfa.listFactors())
  if (error?.status === 429) return err('too-many-tries')
  if (error) failOnOutage('list factors', error)
  return error ? err('over') : ok(data.totp[0]?.id)
}

/**
 * Checks a six-digit code, of a factor being enrolled or of the one enrolled.
 * @returns the session at its higher level
 */
async function verifyCode(
  access: BackendAccess,
  session: OwnerSession,
  code: string,
  factorId?: string,
): Promise<Result<OwnerSession, CodeError>> {
  const auth = await withSession(access, session)
  if (auth === null) return err('over')
  const factor = factorId === undefined ? await enrolledFactor(auth) : ok(factorId)
  if (!factor.ok) return factor
  if (factor.value === undefined) return err('wrong-code')
  const { data, error } = await asked(
    'verify code',
    auth.mfa.challengeAndVerify({ factorId: factor.value, code: code.replace(/\s+/g, '') }),
  )
  if (error?.status === 429) return err('too-many-tries')
  if (error?.status === 401 || error?.status === 403) return err('over')
  if (error) failOnOutage('verify code', error)
  if (error) return err('wrong-code')
  return ok(toSession(access, 'verify code', data))
}

/** Takes an authenticator app off the account; needs a session that gave its code. */
async function removeFactor(
  access: BackendAccess,
  session: OwnerSession,
  factorId: string,
): Promise<Result<'removed', 'over' | 'not-allowed'>> {
  const auth = await withSession(access, session)
  if (auth === null) return err('over')
  const { error } = await asked('remove factor', auth.mfa.unenroll({ factorId }))
  if (error) failOnOutage('remove factor', error)
  return error ? err('not-allowed') : ok('removed')
}
