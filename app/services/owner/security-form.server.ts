import { encode } from 'uqr'
import { z } from 'zod'
import type { Toast } from '#app/models/messages.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import type { AppSetUp } from '#app/models/sign-in-form.ts'
import type { SignedInOwner } from '../backend/auth.server.ts'
import type { SecurityChange } from '../backend/outbox.server.ts'
import type { Services } from '../request/services.server.ts'
import { failed, failedOnOutage } from './admin-outcome.server.ts'
import { confirmOwner, REFUSALS, type TryError, type Visitor } from './sign-in.server.ts'

type Refused = { readonly kind: 'failed'; readonly status: number; readonly toast: Toast }
type Done = {
  readonly kind: 'done'
  readonly toast: Toast
  /** All sessions have ended, this one too. */
  readonly isSignedOut?: true
}
/** `set-up`: the enrolment has been started. */
type FormResult = Done | Refused | { readonly kind: 'set-up' }

type FormServices = Pick<Services, 'backend' | 'config' | 'limits' | 'log' | 'now' | 'pause'>

/** In bytes of UTF-8, as the capacity of a QR code is. */
const MAX_URI_BYTES = 600

const uri = z
  .string()
  .regex(/^otpauth:\/\/totp\//)
  .refine((text) => Buffer.byteLength(text) <= MAX_URI_BYTES)
const password = z.string().max(500).default('')
const code = z.string().max(20).default('')
/** Part of an address at the auth server, so nothing but an id. */
const factorId = z.guid()
const form = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start'), password }),
  z.object({ intent: z.literal('confirm'), factorId, uri, password, code }),
  z.object({ intent: z.literal('remove'), factorId, password, code }),
  z.object({ intent: z.literal('password'), newPassword: z.string().max(500), password, code }),
  z.object({ intent: z.literal('everywhere'), password, code }),
])
type SecurityForm = z.output<typeof form>

const MIN_PASSWORD_LENGTH = 8
const NOT_SAVED = failed(409, OWNER_TOASTS.notSaved)
const WEAK_PASSWORD = failed(422, OWNER_TOASTS.weakPassword)

/**
 * Changes how the owner signs in. Each form asks for the password again, and for a code where an app is set up: a stolen
 * cookie opens the admin until its session ends, and no longer.
 * @returns null when the form has none of these intents
 */
export async function handleSecurityForm(
  services: FormServices,
  visitor: Visitor,
  signedIn: SignedInOwner,
  fields: Record<string, string>,
) {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return null
  const input = parsed.data
  const { intent } = input
  let setUp = input.intent === 'confirm' ? toSetUp(input) : null
  const result = await failedOnOutage<FormResult>(services, OWNER_TOASTS.notSaved, async () => {
    const hasApp = signedIn.factors.some(({ verified }) => verified)
    // The app that is set up has to be removed first, with its code.
    if (hasApp && (intent === 'start' || intent === 'confirm')) return NOT_SAVED
    if (intent === 'password' && services.config.hasFixedPassword)
      return failed(409, OWNER_TOASTS.passwordFixed)
    if (intent === 'password' && input.newPassword.length < MIN_PASSWORD_LENGTH) return WEAK_PASSWORD
    const typed = { password: input.password, code: 'code' in input && hasApp ? input.code : '' }
    const confirmed = await confirmOwner(services, visitor, signedIn, typed)
    if (!confirmed.ok) return refusalOf(confirmed.error)
    if (input.intent !== 'start') return carryOut(services, visitor, confirmed.value, input)
    const started = await services.backend.auth.startEnrollment(confirmed.value)
    if (started === null) return NOT_SAVED
    setUp = toSetUp(started)
    return { kind: 'set-up' }
  })
  return { ...result, intent, setUp }
}

function refusalOf(error: TryError): Refused {
  const isPassword = error === 'wrong-password'
  return {
    kind: 'failed',
    ...REFUSALS[error],
    ...(isPassword && { toast: OWNER_TOASTS.notYourPassword }),
  }
}

/** Carries out a confirmed form, and mails the owner, who may not be the one who sent it. */
async function carryOut(
  services: FormServices,
  { session: visitor }: Visitor,
  signedIn: SignedInOwner,
  input: Exclude<SecurityForm, { readonly intent: 'start' }>,
): Promise<FormResult> {
  const { backend, log } = services
  const { auth } = backend
  const { session } = signedIn
  const tellOwner = async (change: SecurityChange) => {
    // A mail that cannot be written does not undo the change.
    await backend.sendSecurityMail(signedIn.owner.email, change).catch((error: unknown) => {
      log.error({ err: error, change }, 'the mail about a change of the sign-in was not sent')
    })
  }
  switch (input.intent) {
    case 'confirm': {
      // Required at every sign-in from then on.
      const verified = await auth.verifyCode(session, input.code, input.factorId)
      if (!verified.ok) return refusalOf(verified.error)
      visitor.write('owner', verified.value)
      await tellOwner('app-on')
      return { kind: 'done', toast: OWNER_TOASTS.appOn }
    }
    case 'remove':
      if (!(await auth.removeFactor(session, input.factorId))) return NOT_SAVED
      await tellOwner('app-off')
      return { kind: 'done', toast: OWNER_TOASTS.appOff }
    case 'password':
      if (!(await auth.changePassword(signedIn, input.newPassword))) return WEAK_PASSWORD
      await tellOwner('password')
      visitor.write('owner', null)
      return { kind: 'done', toast: OWNER_TOASTS.passwordChanged, isSignedOut: true }
    case 'everywhere':
      await auth.signOutEverywhere(session)
      await tellOwner('everywhere')
      visitor.write('owner', null)
      return { kind: 'done', toast: OWNER_TOASTS.signedOutEverywhere, isSignedOut: true }
  }
}

function toSetUp({ factorId, uri }: { readonly factorId: string; readonly uri: string }): AppSetUp {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { factorId, uri, secret: secret.replace(/(.{4})(?=.)/g, '$1 '), picture: drawQrCode(uri) }
}

/** Draws a text as a QR code with error correction level M. @throws RangeError when the text is too long */
export function drawQrCode(text: string): AppSetUp['picture'] {
  // The standard requires four light modules around the code.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  // Each run of dark modules in a row is one rectangle.
  const rows = data.map((row, y) => {
    const modules = row.map((isDark) => (isDark ? '1' : '0')).join('')
    const runs = modules.matchAll(/1+/g)
    return [...runs].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('')
  })
  return { side: size, path: rows.join('') }
}
