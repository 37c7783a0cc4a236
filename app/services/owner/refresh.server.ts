import { LRUCache } from 'lru-cache'
import type { Result } from '../../models/result.ts'
import type { OwnerSession } from '../backend/auth.server.ts'
import { settleWithin } from '../settle-within.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'

/** A token is renewed when it ends within this time, milliseconds. */
const CLOSE_TO_EXPIRY_MS = 90_000
const FIRST_PAUSE_MS = 200
/** How long a page waits for the auth server to come back, milliseconds. */
const PATIENCE_MS = 5_000
/** How long a renewed session answers those who still come with the old one, milliseconds. */
const REMEMBERED_MS = 120_000

type Refreshed = Result<OwnerSession, 'over'>
type Auth = { refresh(session: OwnerSession): Promise<Refreshed> }

const underWay = new WeakMap<Auth, LRUCache<string, Promise<Refreshed>>>()

/** Whether a session is to be renewed before it is used. @param now milliseconds. Spec: 4 Auth session */
export function isCloseToExpiry(session: OwnerSession, now: number): boolean {
  return session.expiresAt * 1000 - now < CLOSE_TO_EXPIRY_MS
}

export function isExpired(session: OwnerSession, now: number): boolean {
  return session.expiresAt * 1000 <= now
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Tries again while the auth server is out of reach, after 200 ms, 400 ms and so on. Spec: 9 Timing */
async function refreshPatiently(auth: Auth, session: OwnerSession): Promise<Refreshed> {
  const until = performance.now() + PATIENCE_MS
  for (let wait = FIRST_PAUSE_MS; ; wait *= 2) {
    try {
      return await auth.refresh(session)
    } catch (error) {
      if (!(error instanceof UpstreamError) || performance.now() + wait > until) throw error
      await pause(wait)
    }
  }
}

function sessionsOf(auth: Auth): LRUCache<string, Promise<Refreshed>> {
  const known = underWay.get(auth)
  if (known) return known
  const made = new LRUCache<string, Promise<Refreshed>>({ max: 100, ttl: REMEMBERED_MS })
  underWay.set(auth, made)
  return made
}

/**
 * Renews a session once, however many pages ask for it at the same time: a refresh token works only once.
 * @returns `over` when it can't be renewed any more
 * @throws UpstreamError when the auth server stays out of reach
 */
export async function refreshOnce(auth: Auth, session: OwnerSession): Promise<Refreshed> {
  const sessions = sessionsOf(auth)
  const known = sessions.get(session.refreshToken)
  if (known) return inTime(known)
  const refreshed = refreshPatiently(auth, session)
  sessions.set(session.refreshToken, refreshed)
  refreshed.catch(() => sessions.delete(session.refreshToken))
  return inTime(refreshed)
}

/** The auth client has a patience of its own, which is longer than a page's. What comes later is used by the next page. */
async function inTime(refreshed: Promise<Refreshed>): Promise<Refreshed> {
  return settleWithin(refreshed, PATIENCE_MS + 1_000, () => {
    throw new UpstreamError('refresh session', null)
  })
}
