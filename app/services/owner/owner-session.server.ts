import { LRUCache } from 'lru-cache'
import pRetry from 'p-retry'
import type { Result } from '#app/models/result.ts'
import type { OwnerSession } from '../backend/auth-replies.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'

/**
 * The owner's tokens in a signed, http-only cookie, in a compact format: browsers silently drop cookies larger than
 * 4096 bytes.
 */

/** `1~<expiry, base 36 seconds>~<refresh token>~<access token>`; the leading 1 is the format's version. */
const FORMAT = /^1~([0-9a-z]{1,9})~([^~]{1,200})~([^~]{1,2800})$/

/**
 * The tokens of a request's cookie, or null. The cookie's signature proves that the shop wrote them, not that they
 * are still valid.
 */
export function readOwnerSession(session: VisitorSession): OwnerSession | null {
  const stored = session.read('owner')
  const parts = typeof stored === 'string' ? FORMAT.exec(stored) : null
  if (parts === null) return null
  const [, expiresAt = '', refreshToken = '', accessToken = ''] = parts
  return { accessToken, refreshToken, expiresAt: Number.parseInt(expiresAt, 36) }
}

/**
 * Writes the tokens to the cookie.
 * @throws Error when they don't fit, as every sign-in would fail silently otherwise
 */
export function writeOwnerSession(session: VisitorSession, tokens: OwnerSession): void {
  const text = `1~${tokens.expiresAt.toString(36)}~${tokens.refreshToken}~${tokens.accessToken}`
  if (!FORMAT.test(text)) throw new Error('The tokens of the auth server do not fit the session cookie')
  session.write('owner', text)
}

/** Removes the tokens from the cookie. Does not sign out at the auth server. */
export function clearOwnerSession(session: VisitorSession): void {
  session.write('owner', null)
}

/** A session is refreshed when its access token expires within this time. */
const CLOSE_TO_EXPIRY_MS = 90_000
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

/** Retries after 200 ms, 400 ms and so on while the auth server is unreachable. Spec: 9 Timing */
function refreshWithRetries(auth: Auth, session: OwnerSession): Promise<RefreshResult> {
  return pRetry(() => auth.refresh(session), {
    retries: 4,
    minTimeout: FIRST_RETRY_DELAY_MS,
    maxRetryTime: RETRY_TIMEOUT_MS,
    shouldRetry: ({ error }) => error instanceof UpstreamError,
  })
}

/**
 * Refreshes a session once for all concurrent requests, as a refresh token can be used only once.
 * @returns `expired` when it can't be refreshed any more
 * @throws UpstreamError when the auth server stays unreachable
 */
export async function refreshOnce(auth: Auth, session: OwnerSession): Promise<RefreshResult> {
  let refreshed = refreshes.get(session.refreshToken)
  if (!refreshed) {
    refreshed = refreshWithRetries(auth, session)
    refreshes.set(session.refreshToken, refreshed)
    refreshed.catch(() => refreshes.delete(session.refreshToken))
  }
  // A single call of the auth client may take longer than a request should wait: the next one uses what comes later.
  return settleWithin(refreshed, RETRY_TIMEOUT_MS + 1_000, () => {
    throw new UpstreamError('refresh session', null)
  })
}
