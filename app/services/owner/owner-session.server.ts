import { LRUCache } from 'lru-cache'
import pRetry from 'p-retry'
import { ok, type Result } from '#app/models/result.ts'
import type { OwnerSession } from '../backend/auth-replies.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { withDeadline } from '../upstream/deadline.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'

/**
 * The owner's tokens in a signed, http-only cookie, in a compact format: browsers silently drop cookies larger than
 * 4096 bytes.
 */

/** `2~<sign-in>~<expiry>~<refresh token>~<access token>`: the format's version, and times in seconds to the base of 36. */
const FORMAT = /^2~([0-9a-z]{1,9})~([0-9a-z]{1,9})~([^~]{1,200})~([^~]{1,2600})$/

/**
 * The tokens of a request's cookie, or null. The cookie's signature proves that the shop wrote them, not that they
 * are still valid.
 */
export function readOwnerSession(session: VisitorSession): OwnerSession | null {
  const stored = session.read('owner')
  const parts = typeof stored === 'string' ? FORMAT.exec(stored) : null
  if (parts === null) return null
  const [, startedAt = '', expiresAt = '', refreshToken = '', accessToken = ''] = parts
  const [started, expiry] = [startedAt, expiresAt].map((text) => Number.parseInt(text, 36)) as [
    number,
    number,
  ]
  return { accessToken, refreshToken, expiresAt: expiry, startedAt: started }
}

/**
 * Writes the tokens to the cookie.
 * @throws Error when they don't fit, as every sign-in would fail silently otherwise
 */
export function writeOwnerSession(session: VisitorSession, tokens: OwnerSession): void {
  const times = [tokens.startedAt, tokens.expiresAt].map((seconds) => seconds.toString(36)).join('~')
  const text = `2~${times}~${tokens.refreshToken}~${tokens.accessToken}`
  if (!FORMAT.test(text)) throw new Error('The tokens of the auth server do not fit the session cookie')
  session.write('owner', text)
}

/** Removes the tokens from the cookie. Does not sign out at the auth server. */
export function clearOwnerSession(session: VisitorSession): void {
  session.write('owner', null)
}

/** A session ends after this time without a visit, and this long after its sign-in at the latest. */
const DAY_MS = 86_400_000
const IDLE_MS = 30 * DAY_MS
const LONGEST_MS = 90 * DAY_MS

/** A session is refreshed when its access token expires within this time, so that an auth server that is busy can be asked again. */
const CLOSE_TO_EXPIRY_MS = 600_000
const FIRST_RETRY_DELAY_MS = 200
/** How long a request keeps retrying while the auth server is unreachable. */
const RETRY_TIMEOUT_MS = 5_000
/** How long the result is reused for requests that still carry the old refresh token. */
const CACHE_TTL_MS = 120_000

type RefreshResult = Result<OwnerSession, 'expired'>
type Auth = { refresh(session: OwnerSession): Promise<RefreshResult> }

/** Refreshes under way or finished, by refresh token. */
const refreshes = new LRUCache<string, Promise<RefreshResult>>({ max: 100, ttl: CACHE_TTL_MS })

/** Whether a session should be refreshed before use. @param now ms since the epoch. Spec: 4 Auth session */
export function isCloseToExpiry(session: OwnerSession, now: number): boolean {
  return session.expiresAt * 1000 - now < CLOSE_TO_EXPIRY_MS
}

/** Whether a session's access token has expired. @param now ms since the epoch */
export function isExpired(session: OwnerSession, now: number): boolean {
  return session.expiresAt * 1000 <= now
}

/** Whether a session has lasted too long, or was not used for too long. @param now ms since the epoch */
export function isOver({ startedAt, expiresAt }: OwnerSession, now: number): boolean {
  return now - startedAt * 1000 > LONGEST_MS || now - expiresAt * 1000 > IDLE_MS
}

/**
 * Retries after 200 ms, 400 ms and so on while the auth server is unreachable. Spec: 9 Timing
 * @param isUrgent false when the next request can try again
 */
function refreshWithRetries(auth: Auth, session: OwnerSession, isUrgent: boolean): Promise<RefreshResult> {
  return pRetry(() => auth.refresh(session), {
    retries: isUrgent ? 4 : 0,
    minTimeout: FIRST_RETRY_DELAY_MS,
    maxRetryTime: RETRY_TIMEOUT_MS,
    shouldRetry: ({ error }) => error instanceof UpstreamError,
  })
}

/**
 * Refreshes a session once for all concurrent requests, as a refresh token can be used only once.
 * @param now ms since the epoch
 * @returns `expired` when it can't be refreshed any more
 * @throws UpstreamError when the auth server stays unreachable
 */
export async function refreshOnce(auth: Auth, session: OwnerSession, now: number): Promise<RefreshResult> {
  let refreshed = refreshes.get(session.refreshToken)
  if (!refreshed) {
    refreshed = refreshWithRetries(auth, session, isExpired(session, now))
    refreshes.set(session.refreshToken, refreshed)
    refreshed.catch(() => refreshes.delete(session.refreshToken))
  }
  // A single call of the auth client may take longer than a request should wait: the next one uses what comes later.
  return withDeadline(refreshed, RETRY_TIMEOUT_MS + 1_000, () => {
    throw new UpstreamError('refresh session', null)
  })
}

/** Ends a session at the auth server. A failure is only logged. @param now ms since the epoch */
export async function endSession(
  { backend, log }: Pick<Services, 'backend' | 'log'>,
  session: OwnerSession,
  now: number,
): Promise<void> {
  try {
    // The auth server refuses a sign-out with an expired access token, and the session could still be refreshed.
    const live = isCloseToExpiry(session, now) ? await refreshOnce(backend.auth, session, now) : ok(session)
    if (live.ok) await backend.auth.signOut(live.value)
  } catch (error) {
    log.warn({ err: error }, 'not signed out')
  }
}
