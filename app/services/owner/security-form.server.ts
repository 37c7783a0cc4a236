import { encode } from 'uqr'
import { z } from 'zod'
import type { Notice } from '#app/models/messages.ts'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { SignedInOwner } from '../backend/auth.server.ts'
import type { OwnerSession } from '../backend/auth-replies.server.ts'
import type { SecurityChange } from '../backend/outbox.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, done, failed, failedOnOutage } from './admin-outcome.server.ts'
import { clearOwnerSession, writeOwnerSession } from './owner-session.server.ts'
import { confirmOwner, type Refused, type Visitor } from './sign-in.server.ts'

/** An authenticator app being enrolled. */
type SetUp = {
  readonly factorId: string
  /** `otpauth://` address with the secret. */
  readonly uri: string
  /** The secret to type by hand, in groups of four characters. */
  readonly secret: string
  /** The address as a QR code. */
  readonly picture: QrPicture
}

type FormResult =
  | AdminOutcome
  | Refused
  /** The session has ended: the owner has to sign in again. */
  | { readonly kind: 'expired' }
  /** All sessions have ended, as was asked for. */
  | { readonly kind: 'signed-out'; readonly notice: Notice }
  | { readonly kind: 'set-up' }

export type SecurityOutcome = FormResult & {
  /** The form that was sent. */
  readonly intent: SecurityForm['intent']
  /** The steps to show: of an app whose enrolment was started and is not done. */
  readonly setUp: SetUp | null
}

type FormServices = Pick<Services, 'backend' | 'config' | 'limits' | 'log' | 'now' | 'pause'>

/** In bytes of UTF-8, as the capacity of a QR code is. */
const MAX_URI_BYTES = 600

const uri = z
  .string()
  .regex(/^otpauth:\/\/totp\//)
  .refine((text) => Buffer.byteLength(text) <= MAX_URI_BYTES)
const password = z.string().max(500).default('')
const code = z.string().max(20).default('')
const form = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start'), password }),
  z.object({ intent: z.literal('confirm'), factorId: z.string().max(64), uri, password, code }),
  z.object({ intent: z.literal('remove'), factorId: z.string().max(64), password, code }),
  z.object({ intent: z.literal('password'), newPassword: z.string().max(500), password, code }),
  z.object({ intent: z.literal('everywhere'), password, code }),
])
type SecurityForm = z.output<typeof form>

const APP_NAME = 'Authenticator app'
const MIN_PASSWORD_LENGTH = 8
const EXPIRED = { kind: 'expired' } as const
const NOT_SAVED = failed(409, OWNER_NOTICES.notSaved)

function toSetUp(factorId: string, uri: string): SetUp {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { factorId, uri, secret: secret.replace(/(.{4})(?=.)/g, '$1 '), picture: drawQrCode(uri) }
}

/**
 * Changes how the owner signs in. Each form asks for the password again, and for a code where an app is set up: a stolen
 * cookie opens the room until its session ends, and no longer.
 * @returns null when the form has none of these intents
 */
export async function handleSecurityForm(
  services: FormServices,
  visitor: Visitor,
  signedIn: SignedInOwner,
  fields: Record<string, string>,
): Promise<SecurityOutcome | null> {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return null
  const input = parsed.data
  const { intent } = input
  let setUp = input.intent === 'confirm' ? toSetUp(input.factorId, input.uri) : null
  const result = await failedOnOutage<FormResult>(services, OWNER_NOTICES.notSaved, async () => {
    const hasApp = signedIn.factors.some(({ verified }) => verified)
    // The app that is set up has to be removed first, with its code.
    if (hasApp && (intent === 'start' || intent === 'confirm')) return NOT_SAVED
    if (intent === 'password' && services.config.hasFixedPassword)
      return failed(409, OWNER_NOTICES.passwordFixed)
    if (intent === 'password' && input.newPassword.length < MIN_PASSWORD_LENGTH)
      return failed(422, OWNER_NOTICES.weakPassword)
    const confirmed = await confirmOwner(services, visitor, signedIn, {
      password: input.password,
      code: 'code' in input && hasApp ? input.code : '',
    })
    if (confirmed.kind !== 'checked') return confirmed
    if (input.intent === 'start') {
      const started = await services.backend.auth.startEnrollment(confirmed.session, APP_NAME)
      if (!started.ok) return started.error === 'expired' ? EXPIRED : NOT_SAVED
      setUp = toSetUp(started.value.factorId, started.value.uri)
      return { kind: 'set-up' }
    }
    return carryOut(services, visitor, { ...signedIn, session: confirmed.session }, input)
  })
  return { ...result, intent, setUp }
}

async function carryOut(
  services: FormServices,
  { session }: Visitor,
  signedIn: SignedInOwner,
  input: Exclude<SecurityForm, { readonly intent: 'start' }>,
): Promise<FormResult> {
  const { auth } = services.backend
  const tellOwner = (change: SecurityChange) => tellOfChange(services, signedIn.owner.email, change)
  switch (input.intent) {
    case 'confirm':
      return confirmEnrollment(services, session, signedIn.session, input, tellOwner)
    case 'remove': {
      const removed = await auth.removeFactor(signedIn.session, input.factorId)
      if (!removed.ok) return NOT_SAVED
      await tellOwner('app-off')
      return done(OWNER_NOTICES.appOff)
    }
    case 'password': {
      const isChanged = await auth.changePassword(signedIn.owner, signedIn.session, input.newPassword)
      if (!isChanged) return failed(422, OWNER_NOTICES.weakPassword)
      await tellOwner('password')
      clearOwnerSession(session)
      return { kind: 'signed-out', notice: OWNER_NOTICES.passwordChanged }
    }
    case 'everywhere':
      await auth.signOutEverywhere(signedIn.session)
      await tellOwner('everywhere')
      clearOwnerSession(session)
      return { kind: 'signed-out', notice: OWNER_NOTICES.signedOutEverywhere }
  }
}

/** Verifies the first code of a new app, which is required at every sign-in from then on. */
async function confirmEnrollment(
  { backend }: FormServices,
  visitorSession: Visitor['session'],
  session: OwnerSession,
  input: { readonly factorId: string; readonly code: string },
  tellOwner: (change: SecurityChange) => Promise<void>,
): Promise<FormResult> {
  const verified = await backend.auth.verifyCode(session, input.code, input.factorId)
  if (!verified.ok && verified.error === 'expired') return EXPIRED
  if (!verified.ok)
    return verified.error === 'wrong-code'
      ? { kind: 'refused', status: 401, notice: OWNER_NOTICES.wrongCode }
      : { kind: 'refused', status: 429, notice: OWNER_NOTICES.tooManyTries }
  writeOwnerSession(visitorSession, verified.value)
  await tellOwner('app-on')
  return done(OWNER_NOTICES.appOn)
}

/** Mails the owner, who may not be the one who did it. A mail that cannot be written does not undo the change. */
async function tellOfChange({ backend, log }: FormServices, email: string, change: SecurityChange) {
  try {
    await backend.sendSecurityMail(email, change)
  } catch (error) {
    log.error({ err: error, change }, 'the mail about a change of the sign-in was not sent')
  }
}

/** A QR code as one SVG path on a square of `side` units, its quiet zone included. */
export type QrPicture = { readonly side: number; readonly path: string }

/** Light modules around the code; the standard requires four. */
const QUIET_ZONE = 4

/** Draws a text as a QR code with error correction level M. @throws RangeError when the text is too long */
export function drawQrCode(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { side: size, path: data.map(rowPath).join('') }
}

/** Each run of dark modules in a row as one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...text.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}
