import { cutText } from '../../models/cut-text.ts'
import type { Notice } from '../../models/messages.ts'
import { OWNER_NOTICES, ROOM_UNREACHABLE } from '../../models/owner-messages.ts'
import { ok } from '../../models/result.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { CodeError, Owner, SignInError } from '../backend/auth.server.ts'
import type { Services } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { visitorKey } from '../visitor-key.server.ts'
import { forgetOwnerSession, keepOwnerSession, readOwnerSession } from './owner-cookie.server.ts'
import { isCloseToExpiry, refreshOnce } from './refresh.server.ts'

type SignInServices = Pick<Services, 'backend' | 'limits' | 'log'>
type Visitor = { readonly ip: string; readonly session: VisitorSession }

/** What came of a try to get in. */
export type SignInOutcome =
  | { readonly kind: 'in' }
  | { readonly kind: 'needs-code' }
  /** The first step has to be taken again. */
  | { readonly kind: 'over' }
  | {
      readonly kind: 'refused'
      readonly status: 401 | 403 | 429 | 503
      readonly notice: Notice
      /** Seconds. */
      readonly retryAfter?: number
    }

const LONGEST = 1000
/** How long a try waits at an account that too many others have tried, milliseconds. */
const SLOWED_MS = 2_000

const SESSION_ENTRY = { subjectType: 'session', subjectId: null } as const

const UNREACHABLE: SignInOutcome = {
  kind: 'refused',
  status: 503,
  notice: { kind: 'error', ...ROOM_UNREACHABLE },
}

const REFUSALS: Record<SignInError | Exclude<CodeError, 'over'>, SignInOutcome> = {
  'invalid-credentials': { kind: 'refused', status: 401, notice: OWNER_NOTICES.wrongPassword },
  'not-owner': { kind: 'refused', status: 403, notice: OWNER_NOTICES.notTheOwner },
  'wrong-code': { kind: 'refused', status: 401, notice: OWNER_NOTICES.wrongCode },
  'too-many-tries': { kind: 'refused', status: 429, notice: OWNER_NOTICES.tooManyTries },
}

/**
 * The first step. Tries are counted for the visitor, who is refused after too many, and for the account, where
 * too many slow everybody down: a stranger must not be able to lock the owner out.
 */
export async function signInWithPassword(
  services: SignInServices,
  visitor: Visitor,
  typed: { readonly email: string; readonly password: string },
): Promise<SignInOutcome> {
  const { limits, backend } = services
  const wait = await limits.consume('sign-in-visitor', visitorKey(visitor.ip))
  if (wait !== null) return tooMany(wait)
  const account = typed.email.trim().toLowerCase()
  if (account === '' || typed.password === '' || account.length + typed.password.length > LONGEST)
    return REFUSALS['invalid-credentials']
  if ((await limits.consume('sign-in-account', account)) !== null)
    await new Promise((resolve) => setTimeout(resolve, SLOWED_MS))
  return orUnreachable(services, async () => {
    const result = await backend.auth.signIn(account, typed.password)
    if (!result.ok) return REFUSALS[result.error]
    await limits.giveBack('sign-in-account', account)
    keepOwnerSession(visitor.session, result.value.session)
    if (result.value.needsCode) return { kind: 'needs-code' }
    return comeIn(services, visitor, result.value.owner)
  })
}

/** The second step, for who has an authenticator app. */
export async function signInWithCode(
  services: SignInServices,
  visitor: Visitor,
  code: string,
): Promise<SignInOutcome> {
  const kept = readOwnerSession(visitor.session)
  if (kept === null) return { kind: 'over' }
  const wait = await services.limits.consume('sign-in-visitor', visitorKey(visitor.ip))
  if (wait !== null) return tooMany(wait)
  return orUnreachable(services, async () => {
    const verified = await services.backend.auth.verifyCode(kept, cutText(code, 20))
    if (!verified.ok) return refusedCode(visitor.session, verified.error)
    const access = await services.backend.auth.getOwner(verified.value)
    if (!access.ok) return access.error === 'over' ? { kind: 'over' } : REFUSALS['not-owner']
    keepOwnerSession(visitor.session, verified.value)
    return comeIn(services, visitor, access.value.owner)
  })
}

function refusedCode(session: VisitorSession, error: CodeError): SignInOutcome {
  if (error !== 'over') return REFUSALS[error]
  forgetOwnerSession(session)
  return { kind: 'over' }
}

/**
 * Ends the session, in the browser and at the auth server, whoever's it is. What fails there is only logged.
 * @param now milliseconds
 */
export async function signOut(
  { backend, log }: Pick<SignInServices, 'backend' | 'log'>,
  session: VisitorSession,
  now: number,
): Promise<void> {
  const kept = readOwnerSession(session)
  forgetOwnerSession(session)
  if (kept === null) return
  try {
    // The auth server takes no sign-out from a token that is over, and its session could still be renewed.
    const live = isCloseToExpiry(kept, now) ? await refreshOnce(backend.auth, kept) : ok(kept)
    if (!live.ok) return
    const access = await backend.auth.getOwner(live.value)
    await backend.auth.signOut(live.value)
    if (access.ok)
      await backend.recordAudit({ ...SESSION_ENTRY, actor: access.value.owner, action: 'signed-out' })
  } catch (error) {
    log.warn({ err: error }, 'not signed out')
  }
}

async function comeIn(services: SignInServices, visitor: Visitor, owner: Owner): Promise<SignInOutcome> {
  await services.limits.reset('sign-in-visitor', visitorKey(visitor.ip))
  const entry: AuditEntry = { ...SESSION_ENTRY, actor: owner, action: 'signed-in' }
  await services.backend.recordAudit(entry).catch((error: unknown) => {
    services.log.warn({ err: error }, 'sign-in not written to the audit trail')
  })
  return { kind: 'in' }
}

function tooMany(retryAfter: number): SignInOutcome {
  return { kind: 'refused', status: 429, notice: OWNER_NOTICES.tooManyTries, retryAfter }
}

async function orUnreachable(
  { log }: SignInServices,
  work: () => Promise<SignInOutcome>,
): Promise<SignInOutcome> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.warn({ err: error }, 'sign-in out of reach')
    return UNREACHABLE
  }
}
