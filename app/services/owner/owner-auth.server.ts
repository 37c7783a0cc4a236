import type { SignedInOwner } from '../backend/auth.server.ts'
import type { OwnerSession } from '../backend/auth-replies.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { onOutage, UpstreamError } from '../upstream/upstream-error.server.ts'
import {
  clearOwnerSession,
  endSession,
  isCloseToExpiry,
  isExpired,
  isOver,
  readOwnerSession,
  refreshOnce,
  writeOwnerSession,
} from './owner-session.server.ts'

export type AuthResult =
  | ({ readonly kind: 'owner' } & SignedInOwner)
  /** Signed in with the password; the authenticator code is still required. */
  | { readonly kind: 'needs-code'; readonly session: OwnerSession }
  /** The request has no session. */
  | { readonly kind: 'anonymous' }
  /** The session had ended or was revoked, and has been removed from the cookie. */
  | { readonly kind: 'expired' }
  /** Signed in with an account that lacks the owner role. */
  | { readonly kind: 'not-owner' }
  /** The auth server could not be reached, so the session could not be checked. */
  | { readonly kind: 'unavailable' }

type AuthServices = Pick<Services, 'backend' | 'log'>

/**
 * Authenticates a request by its session. A session close to expiry is refreshed first; one that can't be refreshed
 * is removed. Asks the auth server on every request, so that a sign-out or a lost role takes effect immediately.
 * @param now ms since the epoch. Spec: 4 Auth session
 */
export async function authenticateOwner(
  services: AuthServices,
  session: VisitorSession,
  now: number,
): Promise<AuthResult> {
  const stored = readOwnerSession(session)
  if (stored === null) return { kind: 'anonymous' }
  const authenticate = async (): Promise<AuthResult> => {
    if (isOver(stored, now)) {
      await endSession(services, stored, now)
      return removeExpiredSession(session)
    }
    const fresh = await ensureFreshSession(services, session, stored, now)
    if (fresh === null) return removeExpiredSession(session)
    const access = await services.backend.auth.getOwner(fresh)
    if (!access.ok)
      return access.error === 'not-owner' ? { kind: 'not-owner' } : removeExpiredSession(session)
    if (access.value.needsCode) return { kind: 'needs-code', session: fresh }
    return { kind: 'owner', owner: access.value.owner, factors: access.value.factors, session: fresh }
  }
  return onOutage(authenticate, (error): AuthResult => {
    services.log.warn({ err: error }, 'the owner could not be recognised')
    return { kind: 'unavailable' }
  })
}

function removeExpiredSession(session: VisitorSession): AuthResult {
  clearOwnerSession(session)
  return { kind: 'expired' }
}

/** @returns null when the session can't be refreshed any more */
async function ensureFreshSession(
  services: AuthServices,
  session: VisitorSession,
  stored: OwnerSession,
  now: number,
): Promise<OwnerSession | null> {
  if (!isCloseToExpiry(stored, now)) return stored
  try {
    const refreshed = await refreshOnce(services.backend.auth, stored, now)
    if (!refreshed.ok) return null
    writeOwnerSession(session, refreshed.value)
    return refreshed.value
  } catch (error) {
    // The access token is still valid; the next request tries to refresh it again.
    if (error instanceof UpstreamError && !isExpired(stored, now)) return stored
    throw error
  }
}
