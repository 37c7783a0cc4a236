import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import type { BackendAccess } from './client.server.ts'

/** The owner's tokens. Stored only in a signed, http-only cookie. */
export type OwnerSession = {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token expires, in seconds since the epoch. */
  readonly expiresAt: number
  /** When the owner signed in, in seconds since the epoch. */
  readonly startedAt: number
}

type Factor = { readonly id: string; readonly name: string; readonly verified: boolean }

export type Auth = SupabaseClient['auth']

const OWNER_ROLE = 'owner'

/** The status of an answer to too many tries. */
export const TOO_MANY_TRIES = 429

/** Whether a retry may help: network error, timeout, 5xx or rate limit. None of these ends a session. */
function isOutage(error: AuthError): boolean {
  return (
    error.status === TOO_MANY_TRIES ||
    error.name === 'AuthRetryableFetchError' ||
    error.name === 'AuthUnknownError' ||
    (error.status ?? 500) >= 500
  )
}

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
})

const accountFactors = z.array(
  z.object({
    id: z.string(),
    factor_type: z.string(),
    friendly_name: z.string().nullish(),
    status: z.string(),
  }),
)

export const account = z.object({
  id: z.string(),
  email: z.string().nullish(),
  app_metadata: z.object({ role: z.unknown().optional() }),
  factors: accountFactors.nullish(),
})
type Account = z.output<typeof account>

export const enrollment = z.object({
  id: z.string(),
  totp: z.object({ secret: z.string(), uri: z.string() }),
})

/** Parses a response of the auth server. @throws UpstreamError when it does not match the schema */
export function parseResponse<T extends z.ZodType>(
  operation: string,
  schema: T,
  response: unknown,
): z.output<T> {
  const { success, data } = schema.safeParse(response)
  if (!success) throw new UpstreamError(operation, null, { detail: 'the answer has another shape' })
  return data
}

/**
 * Awaits a call of the auth client, which throws errors of its own on a response that is not an object.
 * @param expected a status that is no outage here
 * @throws UpstreamError in an outage; any other error is in the reply
 */
export async function callAuth<Reply extends { readonly error: AuthError | null }>(
  operation: string,
  call: Promise<Reply>,
  expected?: number,
): Promise<Reply> {
  const reply = await call.catch((cause: unknown) => {
    throw new UpstreamError(operation, null, { cause })
  })
  const { error } = reply
  if (error && error.status !== expected && isOutage(error))
    throw new UpstreamError(operation, error.status || null)
  return reply
}

/**
 * Times are the shop's own, which they are compared with; the auth server's clock may differ.
 * @param former the tokens that these replace
 */
export function toSession(
  { now }: BackendAccess,
  operation: string,
  response: unknown,
  former?: OwnerSession,
): OwnerSession {
  const { access_token, refresh_token, expires_in } = parseResponse(operation, tokens, response)
  const at = Math.floor(now() / 1000)
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: at + expires_in,
    startedAt: former?.startedAt ?? at,
  }
}

export type Owner = { readonly id: string; readonly email: string }

export type OwnerAccess = {
  readonly owner: Owner
  /** An authenticator app is enrolled, and the session has not been verified with its code. */
  readonly needsCode: boolean
  readonly factors: readonly Factor[]
}

/** What an account may do with the session of a token. */
export function accessOf(user: Account, accessToken: string): OwnerAccess {
  const factors = factorsOf(user)
  const owner = { id: user.id, email: user.email ?? '' }
  const needsCode = factors.some((factor) => factor.verified) && !isSecondLevel(accessToken)
  return { owner, needsCode, factors }
}

/** Whether an account has the role of the owner, which only the project’s secret key gives. */
export function isOwner(user: Account): boolean {
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

/**
 * Whether a token claims assurance level 2. Not verified here: the auth server has just checked or issued the token.
 */
function isSecondLevel(accessToken: string): boolean {
  const payload = accessToken.split('.')[1] ?? ''
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).aal === 'aal2'
  } catch {
    return false
  }
}
