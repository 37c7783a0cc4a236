import { randomUUID } from 'node:crypto'
import { cutText } from '#app/models/cut-text.ts'
import type { Notice } from '#app/models/messages.ts'
import { ADMIN_UNREACHABLE, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { CodeError, SignedInOwner, SignInError } from '../backend/auth.server.ts'
import type { OwnerSession } from '../backend/auth-replies.server.ts'
import { localAddress } from '../forms/form-post.server.ts'
import { createQueue } from '../limits/queue.server.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'
import { clearOwnerSession, endSession, readOwnerSession, writeOwnerSession } from './owner-session.server.ts'

type SignInServices = Pick<Services, 'backend' | 'limits' | 'log' | 'now' | 'pause'>
export type Visitor = { readonly ip: string; readonly session: VisitorSession }

export type Refused = {
  readonly kind: 'refused'
  readonly status: 401 | 403 | 429 | 503
  readonly notice: Notice
  /** Seconds. */
  readonly retryAfter?: number
}
/** The session of the first step has ended: the password is required again. */
type Expired = { readonly kind: 'expired' }

export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  /** The password was right; the authenticator code is required next. */
  | { readonly kind: 'needs-code' }
  | Expired
  | Refused

/** The session of somebody who knew the password or the code. */
type Checked = {
  readonly kind: 'checked'
  readonly session: OwnerSession
  /** The authenticator code is still required. */
  readonly needsCode: boolean
}

/** Of email and password together, in UTF-16 code units. */
const MAX_CREDENTIALS_LENGTH = 1000
/** Delay of each attempt on an account that has had too many. */
const THROTTLE_MS = 2_000

/** Passwords of unknown visitors: how many are checked at a time, and how many wait. Known visitors go past them. */
const STRANGERS_AT_A_TIME = 4
const MAX_WAITING_STRANGERS = 20
const BUSY_SECONDS = 10

/** The key of all one-time codes; no email address. There is one owner. */
const CODES = 'one-time codes'

function refused(status: Refused['status'], notice: Notice, retryAfter?: number): Refused {
  return { kind: 'refused', status, notice, ...(retryAfter && { retryAfter }) }
}

const EXPIRED: Expired = { kind: 'expired' }
const UNREACHABLE = refused(503, { kind: 'error', ...ADMIN_UNREACHABLE })
const REFUSALS: Record<SignInError | Exclude<CodeError, 'expired'>, Refused> = {
  'invalid-credentials': refused(401, OWNER_NOTICES.wrongPassword),
  'not-owner': refused(403, OWNER_NOTICES.notTheOwner),
  'wrong-code': refused(401, OWNER_NOTICES.wrongCode),
  'too-many-tries': refused(429, OWNER_NOTICES.tooManyTries),
}

/** First step of the sign-in. */
export async function signInWithPassword(
  services: SignInServices,
  visitor: Visitor,
  typed: { readonly email: string; readonly password: string },
): Promise<SignInOutcome> {
  const checked = await checkPassword(services, visitor, typed)
  if (checked.kind !== 'checked') return checked
  await replaceSession(services, visitor.session, checked.session)
  return checked.needsCode ? { kind: 'needs-code' } : completeSignIn(services, visitor)
}

/** Second step of the sign-in, where an authenticator app is enrolled. */
export async function signInWithCode(
  services: SignInServices,
  visitor: Visitor,
  code: string,
): Promise<SignInOutcome> {
  const stored = readOwnerSession(visitor.session)
  if (stored === null) return EXPIRED
  const checked = await checkCode(services, visitor, stored, code)
  if (checked.kind === 'expired') clearOwnerSession(visitor.session)
  if (checked.kind !== 'checked') return checked
  writeOwnerSession(visitor.session, checked.session)
  return completeSignIn(services, visitor)
}

/**
 * Asks the signed-in owner for the password again, and for a code where an app is set up, before a change of the sign-in.
 * @returns the session that takes the place of the visitor's, whose copies open nothing any more
 */
export async function confirmOwner(
  services: SignInServices,
  visitor: Visitor,
  { owner }: SignedInOwner,
  typed: { readonly password: string; readonly code: string },
): Promise<Checked | Refused | Expired> {
  const known = await checkPassword(services, visitor, { email: owner.email, password: typed.password })
  if (known.kind !== 'checked')
    return known.notice === OWNER_NOTICES.wrongPassword
      ? { ...known, notice: OWNER_NOTICES.notYourPassword }
      : known
  const confirmed = known.needsCode ? await checkCode(services, visitor, known.session, typed.code) : known
  if (confirmed.kind !== 'checked') {
    await services.backend.auth.signOut(known.session)
    return confirmed
  }
  await replaceSession(services, visitor.session, confirmed.session)
  await completeSignIn(services, visitor)
  return confirmed
}

const queueOfStrangers = createQueue(STRANGERS_AT_A_TIME, MAX_WAITING_STRANGERS)

/**
 * Checks a password. Too many attempts by one visitor are refused; too many on one account are only slowed down, as anyone
 * could lock the owner out otherwise.
 */
async function checkPassword(
  services: SignInServices,
  visitor: Visitor,
  typed: { readonly email: string; readonly password: string },
): Promise<Checked | Refused> {
  const { limits, backend, log } = services
  const tooMany = await countTry(services, visitor)
  if (tooMany) return tooMany
  const account = typed.email.trim().toLowerCase()
  const length = account.length + typed.password.length
  if (account === '' || typed.password === '' || length > MAX_CREDENTIALS_LENGTH)
    return REFUSALS['invalid-credentials']
  await slowDown(services, visitor, account)
  return refusedOnOutage<Checked>(services, async () => {
    const check = () => backend.auth.signIn(account, typed.password)
    const result = isStranger(visitor) ? await queueOfStrangers(check) : await check()
    if (result === null) return refused(503, OWNER_NOTICES.doorBusy, BUSY_SECONDS)
    if (!result.ok) {
      log.warn({ kind: 'password' }, 'sign-in refused')
      return REFUSALS[result.error]
    }
    if (isStranger(visitor)) await limits.giveBack('sign-in-account', account)
    const { session, needsCode } = result.value
    return { kind: 'checked', session, needsCode }
  })
}

/** Verifies a code of the enrolled app. */
async function checkCode(
  services: SignInServices,
  visitor: Visitor,
  session: OwnerSession,
  code: string,
): Promise<Checked | Refused | Expired> {
  const tooMany = await countTry(services, visitor)
  if (tooMany) return tooMany
  // Codes of all sessions, as whoever knows the password can start any number of them.
  await slowDown(services, visitor, CODES)
  return refusedOnOutage<Checked | Expired>(services, async () => {
    const { auth } = services.backend
    const verified = await auth.verifyCode(session, cutText(code, 20))
    if (!verified.ok) {
      services.log.warn({ kind: 'code' }, 'sign-in refused')
      return verified.error === 'expired' ? EXPIRED : REFUSALS[verified.error]
    }
    if (isStranger(visitor)) await services.limits.giveBack('sign-in-account', CODES)
    const access = await auth.getOwner(verified.value)
    if (!access.ok) return access.error === 'expired' ? EXPIRED : REFUSALS['not-owner']
    return { kind: 'checked', session: verified.value, needsCode: false }
  })
}

/** The mark of a browser in which the owner signed in before; null for a stranger. */
function markOf({ session }: Visitor): string | null {
  const mark = session.read('known')
  return typeof mark === 'string' ? mark : null
}

function isStranger(visitor: Visitor): boolean {
  return markOf(visitor) === null
}

/** What the tries of a visitor are counted by. Strangers at the owner's own network use up nothing of the owner's. */
function triesKey(visitor: Visitor): string {
  const mark = markOf(visitor)
  return mark === null ? visitorKey(visitor.ip) : `known ${mark}`
}

async function countTry({ limits }: SignInServices, visitor: Visitor): Promise<Refused | null> {
  const retryAfter = await limits.consume('sign-in-visitor', triesKey(visitor))
  return retryAfter === null ? null : refused(429, OWNER_NOTICES.tooManyTries, retryAfter)
}

/** Counts an attempt of a stranger on an account, and delays it where there were too many. Never refuses it. */
async function slowDown({ limits, pause }: SignInServices, visitor: Visitor, account: string): Promise<void> {
  if (isStranger(visitor) && (await limits.consume('sign-in-account', account)) !== null)
    await pause(THROTTLE_MS)
}

/** Writes the tokens of a new session, and ends the one that the browser had before. */
async function replaceSession(
  services: SignInServices,
  session: VisitorSession,
  tokens: OwnerSession,
): Promise<void> {
  const former = readOwnerSession(session)
  writeOwnerSession(session, tokens)
  if (former) await endSession(services, former, services.now())
}

async function completeSignIn({ limits }: SignInServices, visitor: Visitor): Promise<SignInOutcome> {
  await limits.reset('sign-in-visitor', triesKey(visitor))
  visitor.session.write('known', markOf(visitor) ?? randomUUID())
  return { kind: 'signed-in' }
}

/**
 * Ends the session in the browser and at the auth server, also that of an account without the owner role. A failure
 * at the auth server is only logged.
 * @param now ms since the epoch
 */
export async function signOut(
  services: Pick<SignInServices, 'backend' | 'log'>,
  session: VisitorSession,
  now: number,
): Promise<void> {
  const stored = readOwnerSession(session)
  clearOwnerSession(session)
  if (stored) await endSession(services, stored, now)
}

function refusedOnOutage<T>({ log }: Pick<SignInServices, 'log'>, work: () => Promise<T | Refused>) {
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
