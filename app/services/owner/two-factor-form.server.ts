import { z } from 'zod'
import type { Notice } from '../../models/messages.ts'
import { OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { OwnerSession } from '../backend/auth.server.ts'
import type { Services } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { visitorKey } from '../visitor-key.server.ts'
import { type AdminOutcome, orFailed } from './admin-outcome.server.ts'
import { audited } from './audited.server.ts'
import type { SignedInOwner } from './owner-auth.server.ts'
import { keepOwnerSession } from './owner-cookie.server.ts'
import { drawQrCode, type QrPicture } from './qr-code.server.ts'

/** An authenticator app being set up: what it has to be told, as a picture and by hand. */
type SetUp = {
  readonly factorId: string
  readonly uri: string
  readonly secret: string
  readonly picture: QrPicture
}

export type TwoFactorOutcome =
  | AdminOutcome
  /** The room has to be entered again. */
  | { readonly kind: 'over' }
  | {
      readonly kind: 'set-up'
      readonly setUp: SetUp
      readonly notice: Notice | null
      readonly status: number
    }

type FormServices = Pick<Services, 'backend' | 'limits' | 'log'>
type Visitor = { readonly ip: string; readonly session: VisitorSession }

/** In bytes, which is what a QR code has room for: a character may be four of them. */
const LONGEST_URI = 600

const uri = z
  .string()
  .regex(/^otpauth:\/\/totp\//)
  .refine((text) => Buffer.byteLength(text) <= LONGEST_URI)
const form = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start') }),
  z.object({ intent: z.literal('confirm'), factorId: z.string().max(64), uri, code: z.string().max(20) }),
  z.object({ intent: z.literal('remove'), factorId: z.string().max(64) }),
])

const APP_NAME = 'Authenticator app'
const OVER = { kind: 'over' } as const
const NOT_SAVED: AdminOutcome = { kind: 'failed', status: 409, notice: OWNER_NOTICES.notSaved }

function toSetUp(factorId: string, uri: string): SetUp {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { factorId, uri, secret: secret.replace(/(.{4})(?=.)/g, '$1 '), picture: drawQrCode(uri) }
}

/**
 * Sets up or removes the owner's authenticator app.
 * @returns null when the form asks for nothing of this
 */
export async function answerTwoFactorForm(
  services: FormServices,
  visitor: Visitor,
  room: SignedInOwner,
  fields: Record<string, string>,
): Promise<TwoFactorOutcome | null> {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return null
  const asked = parsed.data
  return orFailed<TwoFactorOutcome>(services, OWNER_NOTICES.notSaved, () => {
    switch (asked.intent) {
      case 'start':
        return start(services, room.session)
      case 'confirm':
        return confirm(services, visitor, room, asked)
      case 'remove':
        return remove(services, room, asked.factorId)
    }
  })
}

async function start({ backend }: FormServices, session: OwnerSession): Promise<TwoFactorOutcome> {
  const begun = await backend.auth.startEnrollment(session, APP_NAME)
  if (!begun.ok) return begun.error === 'over' ? OVER : NOT_SAVED
  return { kind: 'set-up', setUp: toSetUp(begun.value.factorId, begun.value.uri), notice: null, status: 200 }
}

/** The first code of a new app; when it is right, the app counts from then on. */
async function confirm(
  services: FormServices,
  { ip, session }: Visitor,
  room: SignedInOwner,
  asked: { readonly factorId: string; readonly uri: string; readonly code: string },
): Promise<TwoFactorOutcome> {
  const again = (notice: Notice, status: number) =>
    ({ kind: 'set-up', setUp: toSetUp(asked.factorId, asked.uri), notice, status }) as const
  if ((await services.limits.consume('sign-in-visitor', visitorKey(ip))) !== null)
    return again(OWNER_NOTICES.tooManyTries, 429)
  const verified = await services.backend.auth.verifyCode(room.session, asked.code, asked.factorId)
  if (!verified.ok && verified.error === 'over') return OVER
  if (!verified.ok)
    return verified.error === 'wrong-code'
      ? again(OWNER_NOTICES.wrongCode, 401)
      : again(OWNER_NOTICES.tooManyTries, 429)
  keepOwnerSession(session, verified.value)
  await services.limits.reset('sign-in-visitor', visitorKey(ip))
  const entry: AuditEntry = {
    actor: room.owner,
    action: 'two-factor.on',
    subjectType: 'account',
    subjectId: null,
  }
  await services.backend.recordAudit(entry)
  return { kind: 'done', notice: OWNER_NOTICES.appOn }
}

async function remove(
  services: FormServices,
  { owner, session }: SignedInOwner,
  factorId: string,
): Promise<TwoFactorOutcome> {
  const entry: AuditEntry = {
    actor: owner,
    action: 'two-factor.off',
    subjectType: 'account',
    subjectId: null,
  }
  const removed = await audited(services, entry, async () => {
    const result = await services.backend.auth.removeFactor(session, factorId)
    return result.ok && 'removed'
  })
  return removed ? { kind: 'done', notice: OWNER_NOTICES.appOff } : NOT_SAVED
}
