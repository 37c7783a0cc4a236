import { cutText } from '#app/models/cut-text.ts'
import type { Notice } from '#app/models/messages.ts'
import { ADMIN_UNREACHABLE, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { ok } from '#app/models/result.ts'
import type { CodeError, SignInError } from '../backend/auth.server.ts'
import { localAddress } from '../forms/form-post.server.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'
import {
  clearOwnerSession,
  isCloseToExpiry,
  readOwnerSession,
  refreshOnce,
  writeOwnerSession,
} from './owner-session.server.ts'

type SignInServices = Pick<Services, 'backend' | 'limits' | 'log' | 'pause'>
type Visitor = { readonly ip: string; readonly session: VisitorSession }

export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  /** The password was right; the authenticator code is required next. */
  | { readonly kind: 'needs-code' }
  /** The session of the first step has ended: the password is required again. */
  | { readonly kind: 'expired' }
  | {
      readonly kind: 'refused'
      readonly status: 401 | 403 | 429 | 503
      readonly notice: Notice
      /** Seconds. */
      readonly retryAfter?: number
    }

/** Of email and password together, in UTF-16 code units. */
const MAX_CREDENTIALS_LENGTH = 1000
/** Delay of each attempt on an account that has had too many. */
const THROTTLE_MS = 2_000

/** The key of all one-time codes; no email address. There is one owner. */
const CODES = 'one-time codes'

const UNREACHABLE: SignInOutcome = {
  kind: 'refused',
  status: 503,
  notice: { kind: 'error', ...ADMIN_UNREACHABLE },
}

const REFUSALS: Record<SignInError | Exclude<CodeError, 'expired'>, SignInOutcome> = {
  'invalid-credentials': { kind: 'refused', status: 401, notice: OWNER_NOTICES.wrongPassword },
  'not-owner': { kind: 'refused', status: 403, notice: OWNER_NOTICES.notTheOwner },
  'wrong-code': { kind: 'refused', status: 401, notice: OWNER_NOTICES.wrongCode },
  'too-many-tries': { kind: 'refused', status: 429, notice: OWNER_NOTICES.tooManyTries },
}

/**
 * First step of the sign-in. Too many attempts by one visitor are refused; too many on one account are only slowed
 * down, as anyone could lock the owner out otherwise.
 */
export async function signInWithPassword(
  services: SignInServices,
  visitor: Visitor,
  typed: { readonly email: string; readonly password: string },
): Promise<SignInOutcome> {
  const { limits, backend } = services
  const retryAfter = await limits.consume('sign-in-visitor', visitorKey(visitor.ip))
  if (retryAfter !== null) return tooManyAttempts(retryAfter)
  const account = typed.email.trim().toLowerCase()
  const length = account.length + typed.password.length
  if (account === '' || typed.password === '' || length > MAX_CREDENTIALS_LENGTH)
    return REFUSALS['invalid-credentials']
  await slowDown(services, account)
  return unreachableOnOutage(services, async () => {
    const result = await backend.auth.signIn(account, typed.password)
    if (!result.ok) {
      services.log.warn({ kind: 'password' }, 'sign-in refused')
      return REFUSALS[result.error]
    }
    await limits.giveBack('sign-in-account', account)
    writeOwnerSession(visitor.session, result.value.session)
    if (result.value.needsCode) return { kind: 'needs-code' }
    return completeSignIn(services, visitor)
  })
}

/** Second step of the sign-in, where an authenticator app is enrolled. */
export async function signInWithCode(
  services: SignInServices,
  visitor: Visitor,
  code: string,
): Promise<SignInOutcome> {
  const stored = readOwnerSession(visitor.session)
  if (stored === null) return { kind: 'expired' }
  const retryAfter = await services.limits.consume('sign-in-visitor', visitorKey(visitor.ip))
  if (retryAfter !== null) return tooManyAttempts(retryAfter)
  // Codes of all sessions, as whoever knows the password can start any number of them.
  await slowDown(services, CODES)
  return unreachableOnOutage(services, async () => {
    const verified = await services.backend.auth.verifyCode(stored, cutText(code, 20))
    if (!verified.ok) {
      services.log.warn({ kind: 'code' }, 'sign-in refused')
      return refuseCode(visitor.session, verified.error)
    }
    await services.limits.giveBack('sign-in-account', CODES)
    const access = await services.backend.auth.getOwner(verified.value)
    if (!access.ok) return access.error === 'expired' ? { kind: 'expired' } : REFUSALS['not-owner']
    writeOwnerSession(visitor.session, verified.value)
    return completeSignIn(services, visitor)
  })
}

/** Counts an attempt on an account, and delays it where there were too many. Never refuses it. */
async function slowDown({ limits, pause }: SignInServices, account: string): Promise<void> {
  if ((await limits.consume('sign-in-account', account)) !== null) await pause(THROTTLE_MS)
}

function refuseCode(session: VisitorSession, error: CodeError): SignInOutcome {
  if (error !== 'expired') return REFUSALS[error]
  clearOwnerSession(session)
  return { kind: 'expired' }
}

/**
 * Ends the session in the browser and at the auth server, also that of an account without the owner role. A failure
 * at the auth server is only logged.
 * @param now ms since the epoch
 */
export async function signOut(
  { backend, log }: Pick<SignInServices, 'backend' | 'log'>,
  session: VisitorSession,
  now: number,
): Promise<void> {
  const stored = readOwnerSession(session)
  clearOwnerSession(session)
  if (stored === null) return
  try {
    // The auth server refuses a sign-out with an expired access token, and the session could still be refreshed.
    const live = isCloseToExpiry(stored, now) ? await refreshOnce(backend.auth, stored) : ok(stored)
    if (!live.ok) return
    await backend.auth.signOut(live.value)
  } catch (error) {
    log.warn({ err: error }, 'not signed out')
  }
}

async function completeSignIn({ limits }: SignInServices, visitor: Visitor): Promise<SignInOutcome> {
  await limits.reset('sign-in-visitor', visitorKey(visitor.ip))
  return { kind: 'signed-in' }
}

/** @param retryAfter seconds */
function tooManyAttempts(retryAfter: number): SignInOutcome {
  return { kind: 'refused', status: 429, notice: OWNER_NOTICES.tooManyTries, retryAfter }
}

function unreachableOnOutage({ log }: SignInServices, work: () => Promise<SignInOutcome>) {
  return onOutage(work, (error) => {
    log.warn({ err: error }, 'sign-in out of reach')
    return UNREACHABLE
  })
}

const SIGN_IN = '/admin/sign-in'
const ADMIN = '/admin'

/** The sign-in address that returns to the requested page. */
export function signInAddress(requested: URL): string {
  const { pathname, search } = requested
  if (pathname === ADMIN) return SIGN_IN
  // A download is not a page to return to, but its list is.
  const page = pathname.replace(/\.(csv|json)$/, '')
  return `${SIGN_IN}?${new URLSearchParams({ returnTo: page + search })}`
}

/** Where to go after signing in: the admin page in `returnTo`, else the first one. Other addresses are ignored. */
export function adminAddressOf(url: URL): string {
  const returnTo = localAddress(url.searchParams.get('returnTo'))
  return returnTo?.startsWith(`${ADMIN}/`) && !returnTo.startsWith(SIGN_IN) ? returnTo : ADMIN
}
