import { z } from 'zod'
import type { Notice } from '../../models/messages.ts'
import { giftMailSent, OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, audited, failedOnOutage, NOT_FOUND } from './admin-outcome.server.ts'
import { maskEmail } from './masked-email.server.ts'

const form = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('complete'), id: z.string() }),
  z.object({ intent: z.literal('reopen'), id: z.string() }),
  z.object({ intent: z.literal('reveal'), id: z.string() }),
  z.object({ intent: z.literal('resend'), id: z.string(), key: z.string().min(1).max(64) }),
])
type GiftCodeForm = z.output<typeof form>

type RevealedEmails = {
  readonly id: string
  readonly purchaserEmail: string | null
  readonly recipientEmail: string | null
}
export type GiftCodeOutcome = AdminOutcome | { readonly kind: 'revealed'; readonly revealed: RevealedEmails }

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
 * Actions on a gift code: mark its setup as complete or undo that, reveal the full email addresses, resend its mail.
 * All are recorded in the audit trail.
 * @param pagePath path and query of the page, to which an undo is posted
 * @returns null when the form has another intent. Spec: 4 Admin, 8 Admin
 */
export async function handleGiftCodeForm(
  services: FormServices,
  owner: Owner,
  fields: Record<string, string>,
  pagePath: string,
): Promise<GiftCodeOutcome | null> {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return null
  const input = parsed.data
  return failedOnOutage(services, FAILURES[input.intent], async () => {
    const gift = await services.backend.gifts.get(input.id)
    if (gift === null) {
      const isUpdate = input.intent === 'complete' || input.intent === 'reopen'
      return isUpdate ? { ...NOT_FOUND, notice: OWNER_NOTICES.updateFailed } : NOT_FOUND
    }
    const entry: AuditEntry = {
      actor: owner,
      action: ACTIONS[input.intent],
      subjectType: 'gift-code',
      subjectId: gift.id,
    }
    return runAction(services, input, gift, entry, pagePath)
  })
}

async function runAction(
  services: FormServices,
  input: GiftCodeForm,
  gift: StoredGiftCode,
  entry: AuditEntry,
  pagePath: string,
): Promise<GiftCodeOutcome> {
  switch (input.intent) {
    case 'complete':
    case 'reopen':
      return setComplete(services, gift, entry, { complete: input.intent === 'complete', pagePath })
    case 'reveal': {
      const { id, purchaserEmail, recipientEmail } = gift
      await services.backend.recordAudit(entry)
      return { kind: 'revealed', revealed: { id, purchaserEmail, recipientEmail } }
    }
    case 'resend':
      return resend(services, gift, entry, input.key)
  }
}

async function setComplete(
  services: FormServices,
  gift: StoredGiftCode,
  entry: AuditEntry,
  { complete, pagePath }: { readonly complete: boolean; readonly pagePath: string },
): Promise<AdminOutcome> {
  const done = await audited(services, entry, () => services.backend.gifts.confirmSetup(gift.id, complete))
  if (!done) return { kind: 'failed', status: 404, notice: OWNER_NOTICES.updateFailed }
  if (!complete) return { kind: 'done', notice: OWNER_NOTICES.backOnList }
  const undo = { action: pagePath, intent: 'reopen', id: gift.id }
  return { kind: 'done', notice: { ...OWNER_NOTICES.markedComplete, undo } }
}

/** @param key idempotency key: a form that is posted twice sends one mail */
async function resend(
  services: FormServices,
  gift: StoredGiftCode,
  entry: AuditEntry,
  key: string,
): Promise<AdminOutcome> {
  // Since the page was opened: its words would not work.
  if (gift.redeemed || gift.revokedAt !== null)
    return { kind: 'failed', status: 409, notice: OWNER_NOTICES.giftNotOpen }
  if (!gift.purchaserEmail) return { kind: 'failed', status: 409, notice: OWNER_NOTICES.noAddress }
  const delivery = await audited(services, entry, async () => {
    const state = await services.backend.sendGiftMail(gift, key)
    return state === 'failed' || state === 'undeliverable' || state === 'not-configured' ? false : state
  })
  if (delivery === false) return { kind: 'failed', status: 502, notice: OWNER_NOTICES.mailFailed }
  return { kind: 'done', notice: giftMailSent(maskEmail(gift.purchaserEmail)) }
}
