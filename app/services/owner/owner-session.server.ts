import { LRUCache } from 'lru-cache'
import pRetry from 'p-retry'
import { z } from 'zod'
import { err, ok, type Result } from '#app/models/result.ts'
import type { OwnerSession, SessionError, SignedInOwner } from '../backend/auth.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { withDeadline } from '../upstream/deadline.server.ts'
import { onOutage, UpstreamError } from '../upstream/upstream-error.server.ts'

type AuthServices = Pick<Services, 'backend' | 'log'>

/** A session ends after this time without a visit, and this long after its sign-in at the latest. */
const DAY_MS = 86_400_000
const IDLE_MS = 30 * DAY_MS
const LONGEST_MS = 90 * DAY_MS
/** A session is refreshed when its access token expires within this time, so that an auth server that is busy can be asked again. */
const CLOSE_TO_EXPIRY_MS = 600_000
/** How long a request keeps retrying while the auth server is unreachable, from this delay on. Spec: 9 Timing */
const RETRY_TIMEOUT_MS = 5_000
const FIRST_RETRY_DELAY_MS = 200

const stored = z.object({
  ...{ accessToken: z.string(), refreshToken: z.string() },
  ...{ expiresAt: z.number(), startedAt: z.number() },
})

/** The tokens of a request's cookie, or null. The shop wrote them, which does not mean that they are still valid. */
export function readOwnerSession(session: VisitorSession): OwnerSession | null {
  return stored.safeParse(session.read('owner')).data ?? null
}

/**
 * Refreshes under way or finished, by refresh token: it works once, and is reused for requests of the next two minutes that
 * still carry it.
 */
const refreshes = new LRUCache<string, Promise<Result<OwnerSession, 'expired'>>>({ max: 100, ttl: 120_000 })

/**
 * The session with an access token that lasts for a while; refreshed once for all concurrent requests.
 * @throws UpstreamError when the auth server stays unreachable and the access token has expired
 */
async function ensureFresh(
  { auth }: AuthServices['backend'],
  session: OwnerSession,
  now: number,
): Promise<Result<OwnerSession, 'expired'>> {
  const remainingMs = session.expiresAt * 1000 - now
  if (remainingMs >= CLOSE_TO_EXPIRY_MS) return ok(session)
  let refreshed = refreshes.get(session.refreshToken)
  if (!refreshed) {
    refreshed = pRetry(() => auth.refresh(session), {
      // While the access token is valid, the next request can try again.
      retries: remainingMs > 0 ? 0 : 4,
      minTimeout: FIRST_RETRY_DELAY_MS,
      maxRetryTime: RETRY_TIMEOUT_MS,
      shouldRetry: ({ error }) => error instanceof UpstreamError,
    })
    refreshes.set(session.refreshToken, refreshed)
    refreshed.catch(() => refreshes.delete(session.refreshToken))
  }
  const late = () => {
    throw new UpstreamError('refresh session', null)
  }
  return onOutage(
    // A single call of the auth client may take longer than a request should wait: the next one uses what comes later.
    () => withDeadline(refreshed, RETRY_TIMEOUT_MS + 1_000, late),
    (error) => {
      if (remainingMs > 0) return ok(session)
      throw error
    },
  )
}

/** Ends a session at the auth server. A failure is only logged. @param now ms since the epoch */
export async function endSession(services: AuthServices, session: OwnerSession, now: number): Promise<void> {
  try {
    // The auth server refuses a sign-out with an expired access token, and the session could still be refreshed.
    const live = await ensureFresh(services.backend, session, now)
    if (live.ok) await services.backend.auth.signOut(live.value)
  } catch (error) {
    services.log.warn({ err: error }, 'not signed out')
  }
}

export type AuthResult =
  | ({ readonly kind: 'owner' } & SignedInOwner)
  /** `needs-code`: signed in with the password only; `expired`: ended, and removed from the cookie; `unavailable`: not checked. */
  | { readonly kind: 'anonymous' | 'needs-code' | 'not-owner' | 'expired' | 'unavailable' }

/**
 * Authenticates a request by its session. A session close to expiry is refreshed first; one that can't be refreshed
 * is removed. Asks the auth server on every request, so that a sign-out or a lost role takes effect immediately.
 * @param now ms since the epoch. Spec: 4 Auth session
 */
export async function authenticateOwner(
  services: AuthServices,
  visitor: VisitorSession,
  now: number,
): Promise<AuthResult> {
  const session = readOwnerSession(visitor)
  if (session === null) return { kind: 'anonymous' }
  const authenticate = async (): Promise<Result<AuthResult, SessionError>> => {
    if (now - session.startedAt * 1000 > LONGEST_MS || now - session.expiresAt * 1000 > IDLE_MS) {
      await endSession(services, session, now)
      return err('expired')
    }
    const fresh = await ensureFresh(services.backend, session, now)
    if (!fresh.ok) return fresh
    if (fresh.value !== session) visitor.write('owner', fresh.value)
    const access = await services.backend.auth.getOwner(fresh.value)
    if (!access.ok) return access
    return ok(access.value.needsCode ? { kind: 'needs-code' } : { kind: 'owner', ...access.value })
  }
  const result = await onOutage(authenticate, (error) => {
    services.log.warn({ err: error }, 'the owner could not be recognised')
    return ok<AuthResult>({ kind: 'unavailable' })
  })
  if (result.ok) return result.value
  if (result.error === 'expired') visitor.write('owner', null)
  return { kind: result.error }
}
