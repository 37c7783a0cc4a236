import { LRUCache } from 'lru-cache'
import type { Result } from '../../models/result.ts'
import type { OwnerSession } from '../backend/auth-replies.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'

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
const refreshesByAuth = new WeakMap<Auth, LRUCache<string, Promise<RefreshResult>>>()

/** Whether a session should be refreshed before use. @param now ms since the epoch. Spec: 4 Auth session */
export function isCloseToExpiry(session: OwnerSession, now: number): boolean {
  return session.expiresAt * 1000 - now < CLOSE_TO_EXPIRY_MS
}

/** Whether a session's access token has expired. @param now ms since the epoch */
export function isExpired(session: OwnerSession, now: number): boolean {
  return session.expiresAt * 1000 <= now
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Retries with exponential backoff (200 ms, 400 ms, ...) while the auth server is unreachable. Spec: 9 Timing */
async function refreshWithRetries(auth: Auth, session: OwnerSession): Promise<RefreshResult> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS
  for (let delay = FIRST_RETRY_DELAY_MS; ; delay *= 2) {
    try {
      return await auth.refresh(session)
    } catch (error) {
      if (!(error instanceof UpstreamError) || performance.now() + delay > deadline) throw error
      await pause(delay)
    }
  }
}

function refreshesOf(auth: Auth): LRUCache<string, Promise<RefreshResult>> {
  const existing = refreshesByAuth.get(auth)
  if (existing) return existing
  const created = new LRUCache<string, Promise<RefreshResult>>({ max: 100, ttl: CACHE_TTL_MS })
  refreshesByAuth.set(auth, created)
  return created
}

/**
 * Refreshes a session once for all concurrent requests, as a refresh token can be used only once.
 * @returns `expired` when it can't be refreshed any more
 * @throws UpstreamError when the auth server stays unreachable
 */
export async function refreshOnce(auth: Auth, session: OwnerSession): Promise<RefreshResult> {
  const refreshes = refreshesOf(auth)
  const pending = refreshes.get(session.refreshToken)
  if (pending) return withTimeout(pending)
  const refreshed = refreshWithRetries(auth, session)
  refreshes.set(session.refreshToken, refreshed)
  refreshed.catch(() => refreshes.delete(session.refreshToken))
  return withTimeout(refreshed)
}

/**
 * A single call of the auth client may take longer than a request should wait. A result that arrives later is used by
 * the next request.
 */
async function withTimeout(refreshed: Promise<RefreshResult>): Promise<RefreshResult> {
  return settleWithin(refreshed, RETRY_TIMEOUT_MS + 1_000, () => {
    throw new UpstreamError('refresh session', null)
  })
}
