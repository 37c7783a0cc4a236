import { z } from 'zod'
import type { Notice } from '../../models/messages.ts'
import { giftMailSent, OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import type { Services } from '../compose.server.ts'
import { type AdminOutcome, GONE, orFailed } from './admin-outcome.server.ts'
import { audited } from './audited.server.ts'
import { maskEmail } from './masked-email.server.ts'

const form = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('complete'), id: z.string() }),
  z.object({ intent: z.literal('reopen'), id: z.string() }),
  z.object({ intent: z.literal('reveal'), id: z.string() }),
  z.object({ intent: z.literal('resend'), id: z.string(), key: z.string().min(1).max(64) }),
])
type GiftCodeForm = z.output<typeof form>

/** The full addresses of one gift code, for this one answer. */
type Revealed = {
  readonly id: string
  readonly purchaserEmail: string | null
  readonly recipientEmail: string | null
}
export type GiftCodeOutcome = AdminOutcome | { readonly kind: 'revealed'; readonly revealed: Revealed }

type FormServices = Pick<Services, 'backend' | 'log'>

const FAILURES: Record<GiftCodeForm['intent'], Notice> = {
  complete: OWNER_NOTICES.updateFailed,
  reopen: OWNER_NOTICES.updateFailed,
  reveal: OWNER_NOTICES.notSaved,
  resend: OWNER_NOTICES.mailFailed,
}

const ACTIONS: Record<GiftCodeForm['intent'], AuditEntry['action']> = {
  complete: 'gift-code.completed',
  reopen: 'gift-code.reopened',
  reveal: 'gift-code.revealed',
  resend: 'gift-mail.resent',
}

/**
 * What the owner does with a gift code: marks its setup complete or takes that back, looks at the full addresses,
 * sends its mail again. All of it goes into the audit trail.
 * @param here address of the page, to which an undo is posted
 * @returns null when the form asks for nothing of this. Spec: 4 Admin, 8 Admin
 */
export async function answerGiftCodeForm(
  services: FormServices,
  owner: Owner,
  fields: Record<string, string>,
  here: string,
): Promise<GiftCodeOutcome | null> {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return null
  const asked = parsed.data
  return orFailed(services, FAILURES[asked.intent], async () => {
    const gift = await services.backend.getGiftCode(asked.id)
    if (gift === null) {
      const isUpdate = asked.intent === 'complete' || asked.intent === 'reopen'
      return isUpdate ? { ...GONE, notice: OWNER_NOTICES.updateFailed } : GONE
    }
    const entry: AuditEntry = {
      actor: owner,
      action: ACTIONS[asked.intent],
      subjectType: 'gift-code',
      subjectId: gift.id,
    }
    return carryOut(services, asked, gift, entry, here)
  })
}

async function carryOut(
  services: FormServices,
  asked: GiftCodeForm,
  gift: StoredGiftCode,
  entry: AuditEntry,
  here: string,
): Promise<GiftCodeOutcome> {
  switch (asked.intent) {
    case 'complete':
    case 'reopen':
      return setComplete(services, gift, entry, { complete: asked.intent === 'complete', here })
    case 'reveal': {
      const { id, purchaserEmail, recipientEmail } = gift
      await services.backend.recordAudit(entry)
      return { kind: 'revealed', revealed: { id, purchaserEmail, recipientEmail } }
    }
    case 'resend':
      return resend(services, gift, entry, asked.key)
  }
}

async function setComplete(
  services: FormServices,
  gift: StoredGiftCode,
  entry: AuditEntry,
  { complete, here }: { complete: boolean; here: string },
): Promise<AdminOutcome> {
  const done = await audited(services, entry, () => services.backend.setGiftCodeComplete(gift.id, complete))
  if (!done) return { kind: 'failed', status: 404, notice: OWNER_NOTICES.updateFailed }
  if (!complete) return { kind: 'done', notice: OWNER_NOTICES.backOnList }
  const undo = { action: here, intent: 'reopen', id: gift.id }
  return { kind: 'done', notice: { ...OWNER_NOTICES.markedComplete, undo } }
}

/** @param key names this one time: a form that is posted twice sends one mail */
async function resend(
  services: FormServices,
  gift: StoredGiftCode,
  entry: AuditEntry,
  key: string,
): Promise<AdminOutcome> {
  if (!gift.purchaserEmail) return { kind: 'failed', status: 409, notice: OWNER_NOTICES.noAddress }
  const delivery = await audited(services, entry, async () => {
    const state = await services.backend.sendGiftMail(gift, key)
    return state === 'failed' || state === 'not-configured' ? false : state
  })
  if (delivery === false) return { kind: 'failed', status: 502, notice: OWNER_NOTICES.mailFailed }
  return { kind: 'done', notice: giftMailSent(maskEmail(gift.purchaserEmail)) }
}
