import { randomUUID } from 'node:crypto'
import { cutText } from '#app/models/cut-text.ts'
import type { Toast } from '#app/models/messages.ts'
import { ADMIN_UNREACHABLE, OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { err, ok, type Result } from '#app/models/result.ts'
import type {
  CodeError,
  OwnerSession,
  SessionError,
  SignedInOwner,
  SignInError,
} from '../backend/auth.server.ts'
import { localAddress } from '../forms/form-post.server.ts'
import { createQueue } from '../limits/queue.server.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'
import { endSession, readOwnerSession } from './owner-session.server.ts'

type SignInServices = Pick<Services, 'backend' | 'limits' | 'log' | 'now' | 'pause'>
export type Visitor = { readonly ip: string; readonly session: VisitorSession }

export type TryError = SignInError | CodeError | SessionError | 'busy' | 'unreachable'

/** What a refused try is answered with. */
export type Refusal = {
  readonly status: number
  readonly toast: Toast /** Seconds. */
  readonly retryAfter?: number
}
export const REFUSALS: Readonly<Record<TryError, Refusal>> = {
  'wrong-password': { status: 401, toast: OWNER_TOASTS.wrongPassword },
  'wrong-code': { status: 401, toast: OWNER_TOASTS.wrongCode },
  'not-owner': { status: 403, toast: OWNER_TOASTS.notTheOwner },
  expired: { status: 403, toast: OWNER_TOASTS.sessionOver },
  'too-many-tries': { status: 429, toast: OWNER_TOASTS.tooManyTries, retryAfter: 900 },
  busy: { status: 503, toast: OWNER_TOASTS.doorBusy, retryAfter: 10 },
  unreachable: { status: 503, toast: { kind: 'error', ...ADMIN_UNREACHABLE } },
}

/** Of email and password together, in UTF-16 code units. */
const MAX_CREDENTIALS_LENGTH = 1000
/** A refused try takes at least this long: longer than hashing a password, so that timing reveals nothing. */
const REFUSAL_MS = 500

/**
 * First step of the sign-in.
 * @returns `needs-code` where the code of an authenticator app is required next
 */
export async function signInWithPassword(
  services: SignInServices,
  visitor: Visitor,
  typed: { readonly email: string; readonly password: string },
): Promise<Result<'signed-in' | 'needs-code', TryError>> {
  const signedIn = await checkPassword(services, visitor, typed)
  if (!signedIn.ok) return signedIn
  await replaceSession(services, visitor.session, signedIn.value.session)
  return ok(signedIn.value.needsCode ? 'needs-code' : await completeSignIn(services, visitor))
}

/** Second step of the sign-in, where an authenticator app is enrolled. */
export async function signInWithCode(
  services: SignInServices,
  visitor: Visitor,
  code: string,
): Promise<Result<'signed-in', TryError>> {
  const stored = readOwnerSession(visitor.session)
  const verified = stored === null ? err('expired') : await checkCode(services, visitor, stored, code)
  if (verified.ok) {
    visitor.session.write('owner', verified.value)
    return ok(await completeSignIn(services, visitor))
  }
  if (verified.error === 'expired') visitor.session.write('owner', null)
  return verified
}

/**
 * Asks the signed-in owner for the password again, and for a code where an app is set up, before a change of the sign-in.
 * @returns the owner with the session that takes the place of the visitor's, whose copies open nothing any more
 */
export async function confirmOwner(
  services: SignInServices,
  visitor: Visitor,
  { owner: { email } }: SignedInOwner,
  typed: { readonly password: string; readonly code: string },
): Promise<Result<SignedInOwner, TryError>> {
  const known = await checkPassword(services, visitor, { email, password: typed.password })
  if (!known.ok) return known
  const { needsCode, session } = known.value
  const confirmed = needsCode ? await checkCode(services, visitor, session, typed.code) : ok(session)
  if (!confirmed.ok) {
    await services.backend.auth.signOut(session)
    return confirmed
  }
  await replaceSession(services, visitor.session, confirmed.value)
  await completeSignIn(services, visitor)
  return ok({ ...known.value, session: confirmed.value })
}

function checkPassword(
  services: SignInServices,
  visitor: Visitor,
  typed: { readonly email: string; readonly password: string },
) {
  const account = typed.email.trim().toLowerCase()
  const length = account.length + typed.password.length
  const isUsable = account !== '' && typed.password !== '' && length <= MAX_CREDENTIALS_LENGTH
  return attempt(services, visitor, 'password', async () =>
    isUsable ? services.backend.auth.signIn(account, typed.password) : err('wrong-password'),
  )
}

/** Verifies a code of the enrolled app. @returns the session at the level of both keys */
function checkCode(services: SignInServices, visitor: Visitor, session: OwnerSession, code: string) {
  const { auth } = services.backend
  return attempt<OwnerSession>(services, visitor, 'code', async () => {
    const access = await auth.getOwner(session)
    if (!access.ok) return access
    const app = access.value.factors.find(({ verified }) => verified)
    return app ? auth.verifyCode(session, cutText(code, 20), app.id) : err('wrong-code')
  })
}

/**
 * One try of a visitor at a password or a code. Ten of a visitor are enough; no number of tries locks the account, as anyone
 * could lock the owner out otherwise. Strangers queue apart, and are shed first.
 */
async function attempt<T>(
  { limits, log, pause }: SignInServices,
  visitor: Visitor,
  kind: 'password' | 'code',
  check: () => Promise<Result<T, TryError>>,
): Promise<Result<T, TryError>> {
  if ((await limits.consume('sign-in-visitor', triesKey(visitor))) !== null) return err('too-many-tries')
  const timedCheck = async () => {
    const started = performance.now()
    const result = await check()
    if (!result.ok) await pause(Math.max(0, REFUSAL_MS - (performance.now() - started)))
    return result
  }
  const result = await onOutage(
    () => (markOf(visitor) === null ? queueOfStrangers(timedCheck) : timedCheck()),
    (error) => {
      log.warn({ err: error }, 'sign-in out of reach')
      return err('unreachable')
    },
  )
  if (result === null) return err('busy')
  if (!result.ok && result.error !== 'unreachable') log.warn({ kind }, 'sign-in refused')
  return result
}

/** How many tries of strangers run at a time, and how many wait. */
const queueOfStrangers = createQueue(4, 20)

/** The mark of a browser in which the owner signed in before; null for a stranger. */
function markOf({ session }: Visitor): string | null {
  const mark = session.read('known')
  return typeof mark === 'string' ? mark : null
}

/** What the tries of a visitor are counted by. Strangers at the owner's own network use up nothing of the owner's. */
function triesKey(visitor: Visitor): string {
  const mark = markOf(visitor)
  return mark === null ? visitorKey(visitor.ip) : `known ${mark}`
}

/** Writes the tokens of a new session, and ends the one that the browser had before. */
async function replaceSession(services: SignInServices, visitor: VisitorSession, session: OwnerSession) {
  const former = readOwnerSession(visitor)
  visitor.write('owner', session)
  if (former) await endSession(services, former, services.now())
}

async function completeSignIn({ limits }: SignInServices, visitor: Visitor): Promise<'signed-in'> {
  await limits.reset('sign-in-visitor', triesKey(visitor))
  visitor.session.write('known', markOf(visitor) ?? randomUUID())
  return 'signed-in'
}

/**
 * Ends the session in the browser and at the auth server, also that of an account without the owner role. A failure
 * at the auth server is only logged.
 * @param now ms since the epoch
 */
export async function signOut(
  services: Pick<SignInServices, 'backend' | 'log'>,
  visitor: VisitorSession,
  now: number,
): Promise<void> {
  const stored = readOwnerSession(visitor)
  visitor.write('owner', null)
  if (stored) await endSession(services, stored, now)
}

const SIGN_IN = '/admin/sign-in'
const ADMIN = '/admin'

/** The sign-in address that returns to the requested page. */
export function signInAddress({ pathname, search }: URL): string {
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
