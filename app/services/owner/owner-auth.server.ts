import { createContext } from 'react-router'
import { z } from 'zod'
import type { AdminNotice } from '../../models/owner-messages.ts'
import type { Factor, Owner, OwnerSession } from '../backend/auth.server.ts'
import type { Services } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { forgetOwnerSession, keepOwnerSession, readOwnerSession } from './owner-cookie.server.ts'
import { isCloseToExpiry, isExpired, refreshOnce } from './refresh.server.ts'

/** Who is in the room: set by its door, so that nothing behind the door runs without an owner. */
export type SignedInOwner = {
  readonly owner: Owner
  readonly factors: readonly Factor[]
  readonly session: OwnerSession
}

export const ownerContext = createContext<SignedInOwner>()

/** What the door says to a visitor. */
export type Entry =
  | ({ readonly kind: 'owner' } & SignedInOwner)
  /** Signed in with the password; the code of the authenticator app is still to come. */
  | { readonly kind: 'needs-code'; readonly session: OwnerSession }
  | { readonly kind: 'stranger' }
  /** Came with a session that is over. It has been removed. */
  | { readonly kind: 'over' }
  /** Signed in, but somebody else. */
  | { readonly kind: 'not-owner' }
  /** Nobody can say who it is: the backend is out of reach. */
  | { readonly kind: 'unknown' }

type AuthServices = Pick<Services, 'backend' | 'log'>

/**
 * Finds out who a visitor is. A session close to its end is renewed first; one that can't be renewed is removed.
 * Asks the auth server every time, so that a sign-out or a lost role counts at once.
 * @param now milliseconds. Spec: 4 Auth session
 */
export async function authenticateOwner(
  services: AuthServices,
  session: VisitorSession,
  now: number,
): Promise<Entry> {
  const kept = readOwnerSession(session)
  if (kept === null) return { kind: 'stranger' }
  try {
    const fresh = await freshSession(services, session, kept, now)
    if (fresh === null) return isOver(session)
    const access = await services.backend.auth.getOwner(fresh)
    if (!access.ok) return access.error === 'not-owner' ? { kind: 'not-owner' } : isOver(session)
    if (access.value.needsCode) return { kind: 'needs-code', session: fresh }
    return { kind: 'owner', owner: access.value.owner, factors: access.value.factors, session: fresh }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    services.log.warn({ err: error }, 'the owner could not be recognised')
    return { kind: 'unknown' }
  }
}

function isOver(session: VisitorSession): Entry {
  forgetOwnerSession(session)
  return { kind: 'over' }
}

async function freshSession(
  services: AuthServices,
  session: VisitorSession,
  kept: OwnerSession,
  now: number,
): Promise<OwnerSession | null> {
  if (!isCloseToExpiry(kept, now)) return kept
  try {
    const refreshed = await refreshOnce(services.backend.auth, kept)
    if (!refreshed.ok) return null
    keepOwnerSession(session, refreshed.value)
    return refreshed.value
  } catch (error) {
    // The token still holds for a moment; the next page tries again.
    if (error instanceof UpstreamError && !isExpired(kept, now)) return kept
    throw error
  }
}

const undo = z.object({ undo: z.object({ action: z.string(), intent: z.string(), id: z.string() }) })

/** The messages kept for this page, with what takes back what they tell of. */
export function takeAdminNotices(session: VisitorSession): readonly AdminNotice[] {
  return session.takeNotices().map((notice) => {
    const parsed = undo.safeParse(notice)
    return parsed.success ? { ...notice, undo: parsed.data.undo } : notice
  })
}
