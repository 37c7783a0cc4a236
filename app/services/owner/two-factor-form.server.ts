import { encode } from 'uqr'
import { z } from 'zod'
import type { Notice } from '#app/models/messages.ts'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { SignedInOwner } from '../backend/auth.server.ts'
import type { OwnerSession } from '../backend/auth-replies.server.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { type AdminOutcome, failedOnOutage } from './admin-outcome.server.ts'
import { writeOwnerSession } from './owner-session.server.ts'

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

export type TwoFactorOutcome =
  | AdminOutcome
  /** The session has ended: the owner has to sign in again. */
  | { readonly kind: 'expired' }
  | {
      readonly kind: 'set-up'
      readonly setUp: SetUp
      readonly notice: Notice | null
      readonly status: number
    }

type FormServices = Pick<Services, 'backend' | 'limits' | 'log'>
type Visitor = { readonly ip: string; readonly session: VisitorSession }

/** In bytes of UTF-8, as the capacity of a QR code is. */
const MAX_URI_BYTES = 600

const uri = z
  .string()
  .regex(/^otpauth:\/\/totp\//)
  .refine((text) => Buffer.byteLength(text) <= MAX_URI_BYTES)
const form = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start') }),
  z.object({ intent: z.literal('confirm'), factorId: z.string().max(64), uri, code: z.string().max(20) }),
  z.object({ intent: z.literal('remove'), factorId: z.string().max(64) }),
])

const APP_NAME = 'Authenticator app'
const EXPIRED = { kind: 'expired' } as const
const NOT_SAVED: AdminOutcome = { kind: 'failed', status: 409, notice: OWNER_NOTICES.notSaved }

function toSetUp(factorId: string, uri: string): SetUp {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { factorId, uri, secret: secret.replace(/(.{4})(?=.)/g, '$1 '), picture: drawQrCode(uri) }
}

/**
 * Sets up or removes the owner's authenticator app.
 * @returns null when the form has none of these intents
 */
export async function handleTwoFactorForm(
  services: FormServices,
  visitor: Visitor,
  signedIn: SignedInOwner,
  fields: Record<string, string>,
): Promise<TwoFactorOutcome | null> {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return null
  const input = parsed.data
  return failedOnOutage<TwoFactorOutcome>(services, OWNER_NOTICES.notSaved, () => {
    switch (input.intent) {
      case 'start':
        return startEnrollment(services, signedIn.session)
      case 'confirm':
        return confirmEnrollment(services, visitor, signedIn, input)
      case 'remove':
        return removeFactor(services, signedIn, input.factorId)
    }
  })
}

async function startEnrollment({ backend }: FormServices, session: OwnerSession): Promise<TwoFactorOutcome> {
  const started = await backend.auth.startEnrollment(session, APP_NAME)
  if (!started.ok) return started.error === 'expired' ? EXPIRED : NOT_SAVED
  const setUp = toSetUp(started.value.factorId, started.value.uri)
  return { kind: 'set-up', setUp, notice: null, status: 200 }
}

/** Verifies the first code of a new app, which is required at every sign-in from then on. */
async function confirmEnrollment(
  services: FormServices,
  { ip, session }: Visitor,
  signedIn: SignedInOwner,
  input: { readonly factorId: string; readonly uri: string; readonly code: string },
): Promise<TwoFactorOutcome> {
  const showAgain = (notice: Notice, status: number) =>
    ({ kind: 'set-up', setUp: toSetUp(input.factorId, input.uri), notice, status }) as const
  if ((await services.limits.consume('sign-in-visitor', visitorKey(ip))) !== null)
    return showAgain(OWNER_NOTICES.tooManyTries, 429)
  const verified = await services.backend.auth.verifyCode(signedIn.session, input.code, input.factorId)
  if (!verified.ok && verified.error === 'expired') return EXPIRED
  if (!verified.ok)
    return verified.error === 'wrong-code'
      ? showAgain(OWNER_NOTICES.wrongCode, 401)
      : showAgain(OWNER_NOTICES.tooManyTries, 429)
  writeOwnerSession(session, verified.value)
  await services.limits.reset('sign-in-visitor', visitorKey(ip))
  return { kind: 'done', notice: OWNER_NOTICES.appOn }
}

async function removeFactor(
  { backend }: FormServices,
  { session }: SignedInOwner,
  factorId: string,
): Promise<TwoFactorOutcome> {
  const removed = await backend.auth.removeFactor(session, factorId)
  return removed.ok ? { kind: 'done', notice: OWNER_NOTICES.appOff } : NOT_SAVED
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
