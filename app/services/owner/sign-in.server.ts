import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RouterContextProvider } from 'react-router'
import type { Refusal } from '#app/models/owner-messages.ts'
import { err, ok, type Result } from '#app/models/result.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import { type OwnerSession, ownerSession, type SignedInOwner } from '../backend/auth.server.ts'
import type { Services } from '../compose.server.ts'
import { localAddress } from '../forms/form-post.server.ts'
import { createQueue, visitorKey } from '../limits/limits.server.ts'
import { ownerContext, requestContext, servicesContext, sessionContext } from '../request/context.server.ts'
import { onOutage, UpstreamError, withDeadline } from '../upstream/upstream-error.server.ts'

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
function readOwnerSession(context: Context): OwnerSession | null {
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

/** Of email and password together, in UTF-16 code units. */
const MAX_CREDENTIALS_LENGTH = 1000
/** A refused try takes at least this long: longer than hashing a password, so that timing reveals nothing. */
const REFUSAL_MS = 500

/** First step of the sign-in, which is the last where no authenticator app is set up. */
export async function signInWithPassword(context: Context, email: string, password: string) {
  const signedIn = await checkPassword(context, email, password)
  if (!signedIn.ok) return signedIn
  await replaceSession(context, signedIn.value.session)
  if (!signedIn.value.needsCode) await welcome(context)
  return signedIn
}

/** Second step of the sign-in, where an authenticator app is set up. */
export async function signInWithCode(context: Context, code: string): Promise<Result<OwnerSession, Refusal>> {
  const session = readOwnerSession(context)
  const verified = session === null ? err('expired' as const) : await checkCode(context, session, code)
  // Both steps are one session at the auth server, which goes on.
  if (verified.ok) context.get(sessionContext).write('owner', verified.value)
  if (verified.ok) await welcome(context)
  else if (verified.error === 'expired') context.get(sessionContext).write('owner', null)
  return verified
}

/**
 * Asks the signed-in owner for the password again, and for a code where an app is set up, before a change of the sign-in.
 * @returns the owner with the session that takes the place of the visitor's, whose copies open nothing any more
 */
export async function confirmOwner(context: Context, typed: Readonly<Record<'password' | 'code', string>>) {
  const known = await checkPassword(context, context.get(ownerContext).owner.email, typed.password)
  if (!known.ok) return known.error === 'wrong-password' ? err('not-your-password') : known
  const { needsCode, session } = known.value
  const confirmed = needsCode ? await checkCode(context, session, typed.code) : ok(session)
  if (!confirmed.ok) {
    await context.get(servicesContext).backend.auth.signOut(session)
    return confirmed
  }
  await replaceSession(context, confirmed.value)
  await welcome(context)
  return ok({ ...known.value, session: confirmed.value })
}

function checkPassword(context: Context, email: string, password: string) {
  const account = email.trim().toLowerCase()
  const isUsable =
    account !== '' && password !== '' && account.length + password.length <= MAX_CREDENTIALS_LENGTH
  const { auth } = context.get(servicesContext).backend
  return attempt<SignedInOwner>(context, 'password', async () =>
    isUsable ? auth.signIn(account, password) : err('wrong-password'),
  )
}

/** Verifies a code of the app that is set up. @returns the session at the level of both keys */
function checkCode(context: Context, session: OwnerSession, code: string) {
  const { auth } = context.get(servicesContext).backend
  return attempt<OwnerSession>(context, 'code', async () => {
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
  context: Context,
  kind: 'password' | 'code',
  check: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const { limits, log, pause } = context.get(servicesContext)
  if ((await limits.consume('sign-in-visitor', triesKey(context))) !== null) return err('too-many-tries')
  const timedCheck = async () => {
    const started = performance.now()
    const result = await check()
    if (!result.ok) await pause(Math.max(0, REFUSAL_MS - (performance.now() - started)))
    return result
  }
  const result = await onOutage(
    () => (markOf(context) === null ? queueOfStrangers(timedCheck) : timedCheck()),
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
function markOf(context: Context): string | null {
  const mark = context.get(sessionContext).read('known')
  return typeof mark === 'string' ? mark : null
}

/** What the tries of a visitor are counted by. Strangers at the owner's own network use up nothing of the owner's. */
function triesKey(context: Context): string {
  const mark = markOf(context)
  return mark === null ? visitorKey(context.get(requestContext).ip) : `known ${mark}`
}

/** Forgets the tries before a sign-in, and marks the browser. */
async function welcome(context: Context): Promise<void> {
  await context.get(servicesContext).limits.reset('sign-in-visitor', triesKey(context))
  context.get(sessionContext).write('known', markOf(context) ?? randomUUID())
}

const SIGN_IN = '/admin/sign-in'
const ADMIN = '/admin'

/** The sign-in address that returns to the requested page. */
export function signInAddress({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
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
