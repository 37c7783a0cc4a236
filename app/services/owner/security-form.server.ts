import { data, redirect } from 'react-router'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Toast } from '#app/models/messages.ts'
import { OWNER_TOASTS, REFUSALS, type Refusal } from '#app/models/owner-messages.ts'
import { err, ok, type Result } from '#app/models/result.ts'
import type { OwnerSession, SignedInOwner } from '../backend/auth.server.ts'
import type { SecurityChange } from '../backend/outbox.server.ts'
import type { Services } from '../compose.server.ts'
import { ownerContext, servicesContext, sessionContext } from '../request/context.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'
import { readAdminForm } from './admin-forms.server.ts'
import { type Context, confirmOwner } from './sign-in.server.ts'

/** In bytes of UTF-8, as the capacity of a QR code is. */
const MAX_URI_BYTES = 600
const MIN_PASSWORD_LENGTH = 8

const form = z.object({
  intent: z.enum(['start', 'confirm', 'remove', 'password', 'everywhere']),
  password: z.string().max(500).default(''),
  newPassword: z.string().max(500).default(''),
  code: z.string().max(20).default(''),
  /** Of the app that is being set up: its picture is shown again where its code was wrong. */
  uri: z
    .string()
    .regex(/^otpauth:\/\/totp\//)
    .refine((text) => URL.canParse(text) && Buffer.byteLength(text) <= MAX_URI_BYTES)
    .optional(),
})
type SecurityForm = z.output<typeof form>

type Change = {
  /** @returns the session that is left, or null where all have ended */
  readonly make: (
    auth: Services['backend']['auth'],
    owner: SignedInOwner,
    typed: SecurityForm,
  ) => Promise<Result<OwnerSession | null, Refusal>>
  readonly mail: SecurityChange
  readonly toast: Toast
}

const appOf = ({ factors }: SignedInOwner, isVerified: boolean) =>
  factors.find(({ verified }) => verified === isVerified)?.id ?? ''

/** What a confirmed form changes. The owner is mailed about it, who may not be the one who sent the form. */
const CHANGES: Readonly<Record<Exclude<SecurityForm['intent'], 'start'>, Change>> = {
  confirm: {
    make: (auth, owner, { code }) => auth.verifyCode(owner.session, code, appOf(owner, false)),
    mail: 'app-on',
    toast: OWNER_TOASTS.appOn,
  },
  remove: {
    make: (auth, owner) => auth.removeFactor(owner.session, appOf(owner, true)),
    mail: 'app-off',
    toast: OWNER_TOASTS.appOff,
  },
  password: {
    make: (auth, owner, { newPassword }) => auth.changePassword(owner, newPassword),
    mail: 'password',
    toast: OWNER_TOASTS.passwordChanged,
  },
  everywhere: {
    make: (auth, owner) => auth.signOutEverywhere(owner),
    mail: 'everywhere',
    toast: OWNER_TOASTS.signedOutEverywhere,
  },
}

/**
 * Changes how the owner signs in. Each form asks for the password again, and for a code where an app is set up: a stolen
 * cookie opens the admin until its session ends, and no longer.
 * @throws a Response with 400 for a form that the page does not have
 */
export async function handleSecurityForm(request: Request, context: Context) {
  const parsed = form.safeParse(await readAdminForm(request, form.shape.intent.options))
  if (!parsed.success) throw data(null, { status: 400 })
  const typed = parsed.data
  const { intent, uri } = typed
  const { backend, log } = context.get(servicesContext)
  const visitor = context.get(sessionContext)
  const outcome = await onOutage(
    async () => {
      const owner = await confirmChange(context, typed)
      if (!owner.ok) return owner
      if (intent === 'start') return backend.auth.startEnrollment(owner.value)
      const made = await CHANGES[intent].make(backend.auth, owner.value, typed)
      return made.ok ? ok({ ...CHANGES[intent], left: made.value }) : made
    },
    (error) => {
      log.error({ err: error }, 'the owner’s sign-in was not changed')
      return err('not-reached')
    },
  )
  if (!outcome.ok) {
    const { status, toast } = REFUSALS[outcome.error]
    const setUp = intent === 'confirm' && uri ? toSetUp(uri) : null
    return data({ setUp, refused: { intent, error: outcome.error, toast } }, { status })
  }
  if ('uri' in outcome.value) return data({ setUp: toSetUp(outcome.value.uri), refused: null })
  const { mail, toast, left } = outcome.value
  // A mail that cannot be written does not undo the change.
  await backend.sendSecurityMail(context.get(ownerContext).owner.email, mail).catch((error: unknown) => {
    log.error({ err: error, intent }, 'the mail about a change of the sign-in was not sent')
  })
  visitor.write('owner', left)
  visitor.flash(toast)
  return redirect(left ? '/admin/security' : '/admin/sign-in', 303)
}

/** The owner, whom a change is allowed that can be made. */
async function confirmChange(context: Context, { intent, newPassword, ...typed }: SecurityForm) {
  const hasApp = context.get(ownerContext).factors.some(({ verified }) => verified)
  // The app that is set up has to be removed first, with its code.
  if (hasApp ? intent === 'start' || intent === 'confirm' : intent === 'remove') return err('not-saved')
  if (intent === 'password' && context.get(servicesContext).config.hasFixedPassword)
    return err('fixed-password')
  if (intent === 'password' && newPassword.length < MIN_PASSWORD_LENGTH) return err('weak-password')
  return confirmOwner(context, typed)
}

/** What is shown of an app that is being set up. @param uri `otpauth://` address with the secret */
function toSetUp(uri: string) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  // The standard requires four light modules around the code.
  const picture = renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 1 })
  return {
    uri,
    /** For typing by hand, in groups of four characters. */
    secret: secret.replace(/(.{4})(?=.)/g, '$1 '),
    qrCode: `data:image/svg+xml,${encodeURIComponent(picture)}`,
  }
}
