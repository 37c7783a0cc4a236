import { LRUCache } from 'lru-cache'
import type { RouterContextProvider } from 'react-router'
import type { Refusal } from '#app/models/owner-messages.ts'
import { err, ok, type Result } from '#app/models/result.ts'
import { type OwnerSession, ownerSession } from '../backend/auth.server.ts'
import type { Services } from '../compose.server.ts'
import { servicesContext, sessionContext } from '../request/context.server.ts'
import { onOutage, UpstreamError, withDeadline } from '../upstream/upstream-error.server.ts'

/** A request, with its services and the cookies of its visitor. */
export type Context = Readonly<RouterContextProvider>

/** A session ends after this time without a visit, and this long after its sign-in at the latest. */
const DAY_MS = 86_400_000
const IDLE_MS = 30 * DAY_MS
const LONGEST_MS = 90 * DAY_MS
/** A session is refreshed when its access token expires within this time, so that an auth server that is busy can be asked again. */
const CLOSE_TO_EXPIRY_MS = 600_000
/** How long a request waits while the auth client tries again, after 200 ms, 400 ms and so on. Spec: 9 Timing */
const REFRESH_TIMEOUT_MS = 6_000

/** The tokens of a request's cookie, or null. The shop wrote them, which does not mean that they are still valid. */
export function readOwnerSession(context: Context): OwnerSession | null {
  return ownerSession.safeParse(context.get(sessionContext).read('owner')).data ?? null
}

/**
 * Refreshes under way or finished, by refresh token: it works once, and is reused for requests of the next two minutes that
 * still carry it.
 */
const refreshes = new LRUCache<string, Promise<Result<OwnerSession, Refusal>>>({ max: 100, ttl: 120_000 })

/**
 * The session with an access token that lasts for a while; refreshed once for all concurrent requests.
 * @throws UpstreamError when the auth server stays unreachable and the access token has expired
 */
async function ensureFresh({ backend, now }: Services, session: OwnerSession) {
  const remainingMs = session.expiresAt * 1000 - now()
  if (remainingMs >= CLOSE_TO_EXPIRY_MS) return ok(session)
  let refreshed = refreshes.get(session.refreshToken)
  if (!refreshed) {
    refreshed = backend.auth.refresh(session)
    refreshes.set(session.refreshToken, refreshed)
    refreshed.catch(() => refreshes.delete(session.refreshToken))
  }
  const late = () => Promise.reject(new UpstreamError('refresh session', null))
  return onOutage(
    // The auth client tries for longer than a request should wait: the next one uses what comes later.
    () => withDeadline(refreshed, REFRESH_TIMEOUT_MS, late),
    (error) => {
      if (remainingMs > 0) return ok(session)
      throw error
    },
  )
}

/** Ends a session at the auth server. A failure is only logged. */
async function endSession(services: Services, session: OwnerSession): Promise<void> {
  try {
    // The auth server refuses a sign-out with an expired access token, and the session could still be refreshed.
    const live = await ensureFresh(services, session)
    if (live.ok) await services.backend.auth.signOut(live.value)
  } catch (error) {
    services.log.warn({ err: error }, 'not signed out')
  }
}

/**
 * Writes a new session to the cookie, or none, and ends the one of before at the auth server too, also that of an account
 * without the owner role.
 */
export async function replaceSession(context: Context, session: OwnerSession | null): Promise<void> {
  const former = readOwnerSession(context)
  context.get(sessionContext).write('owner', session)
  if (former) await endSession(context.get(servicesContext), former)
}

/**
 * Authenticates a request by its session. A session close to expiry is refreshed first; one that has ended is removed.
 * Asks the auth server on every request, so that a sign-out or a lost role takes effect immediately. Spec: 4 Auth session
 * @returns `needs-code` for a session that was opened with the password only, where an authenticator app is set up
 */
export async function authenticateOwner(context: Context) {
  const session = readOwnerSession(context)
  if (session === null) return err('anonymous')
  const services = context.get(servicesContext)
  const access = await onOutage(
    () => checkSession(context, session),
    (error) => {
      services.log.warn({ err: error }, 'the owner could not be recognised')
      return err('unreachable')
    },
  )
  if (!access.ok && access.error === 'expired') context.get(sessionContext).write('owner', null)
  return access.ok && access.value.needsCode ? err('needs-code') : access
}

async function checkSession(context: Context, session: OwnerSession) {
  const services = context.get(servicesContext)
  const now = services.now()
  if (now - session.startedAt * 1000 > LONGEST_MS || now - session.expiresAt * 1000 > IDLE_MS) {
    await endSession(services, session)
    return err('expired')
  }
  const fresh = await ensureFresh(services, session)
  if (!fresh.ok) return fresh
  if (fresh.value !== session) context.get(sessionContext).write('owner', fresh.value)
  return services.backend.auth.getOwner(fresh.value)
}
