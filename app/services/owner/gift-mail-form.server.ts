import { z } from 'zod'
import { EMAIL_ADDRESS } from '../../models/email-address.ts'
import { giftMailSent, OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { AuditEntry } from '../backend/audit.server.ts'
import type { Owner } from '../backend/auth.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminOutcome, audited, failedOnOutage, NOT_FOUND } from './admin-outcome.server.ts'
import { maskEmail } from './masked-email.server.ts'

const form = z.object({
  intent: z.literal('send-gift'),
  id: z.string(),
  mail: z.uuid(),
  email: z.string(),
})
const address = z.email({ pattern: EMAIL_ADDRESS }).max(255)

/**
 * Sends the words of a gift that reached nobody to an address that the owner has entered.
 * @returns null when the form has another intent
 */
export async function handleGiftMailForm(
  services: Pick<Services, 'backend' | 'log'>,
  owner: Owner,
  fields: Record<string, string>,
): Promise<AdminOutcome | null> {
  const parsed = form.safeParse(fields)
  if (!parsed.success) return null
  const { id, mail } = parsed.data
  const email = address.safeParse(parsed.data.email.trim().toLowerCase()).data
  if (email === undefined) return { kind: 'failed', status: 422, notice: OWNER_NOTICES.notAnAddress }
  return failedOnOutage<AdminOutcome>(services, OWNER_NOTICES.mailFailed, async () => {
    const gift = await services.backend.gifts.get(id)
    if (gift === null) return NOT_FOUND
    if (gift.redeemed || gift.revokedAt !== null)
      return { kind: 'failed', status: 409, notice: OWNER_NOTICES.giftNotOpen }
    const entry: AuditEntry = {
      actor: owner,
      action: 'gift-mail.readdressed',
      subjectType: 'gift-code',
      subjectId: gift.id,
    }
    const result = await audited(services, entry, async () => {
      const state = await services.backend.readdressGiftMail(gift, mail, email)
      return (state === 'sent' || state === 'busy') && state
    })
    if (result === false) return { kind: 'failed', status: 502, notice: OWNER_NOTICES.mailFailed }
    // A form that was sent twice: the first one has taken the mail.
    if (result === 'busy') return { kind: 'failed', status: 409, notice: OWNER_NOTICES.mailTaken }
    return { kind: 'done', notice: giftMailSent(maskEmail(email)) }
  })
}
