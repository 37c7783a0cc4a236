import { z } from 'zod'
import { parseEmail } from '#app/models/email-address.ts'
import { giftMailSent, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { Services } from '../request/services.server.ts'
import { adminForm, audited, done, eitherForm, failed, NOT_FOUND } from './admin-outcome.server.ts'
import { maskEmail } from './masked-email.server.ts'

/** Marks the setup of a gift code as complete, or undoes that. */
const handleSetup = adminForm(
  z.object({ intent: z.enum(['complete', 'incomplete']), id: z.string() }),
  OWNER_NOTICES.updateFailed,
  async ({ intent, id }, services, actor, page) => {
    const { gifts } = services.backend
    const gift = await gifts.get(id)
    if (gift === null) return failed(404, OWNER_NOTICES.updateFailed)
    const isComplete = intent === 'complete'
    const action = isComplete ? 'gift-code.completed' : 'gift-code.reopened'
    const entry = { actor, action, subjectId: gift.id } as const
    const saved = await audited(services, entry, () => gifts.confirmSetup(gift.id, isComplete))
    if (!saved) return failed(404, OWNER_NOTICES.updateFailed)
    const undo = { action: page, intent: 'incomplete', id: gift.id }
    return done(isComplete ? { ...OWNER_NOTICES.markedComplete, undo } : OWNER_NOTICES.backOnList)
  },
)

/** A gift whose words can be mailed, or why they cannot: since the page was opened, they may have stopped working. */
async function openGift({ backend }: Services, id: string) {
  const gift = await backend.gifts.get(id)
  if (gift === null) return NOT_FOUND
  return gift.redeemed || gift.revokedAt !== null ? failed(409, OWNER_NOTICES.giftNotOpen) : gift
}

/** Sends the mail of a gift again. `key`: a form that is posted twice sends one mail. */
const handleResend = adminForm(
  z.object({ intent: z.literal('resend'), id: z.string(), key: z.string().min(1).max(64) }),
  OWNER_NOTICES.mailFailed,
  async ({ id, key }, services, actor) => {
    const gift = await openGift(services, id)
    if ('kind' in gift) return gift
    if (!gift.purchaserEmail) return failed(409, OWNER_NOTICES.noAddress)
    const entry = { actor, action: 'gift-mail.resent', subjectId: gift.id } as const
    const delivery = await audited(services, entry, async () => {
      const state = await services.backend.sendGiftMail(gift, key)
      return state === 'failed' || state === 'undeliverable' || state === 'not-configured' ? false : state
    })
    if (delivery === false) return failed(502, OWNER_NOTICES.mailFailed)
    return done(giftMailSent(maskEmail(gift.purchaserEmail)))
  },
)

/** Sends the words of a gift that reached nobody to an address that the owner has entered. */
export const handleGiftMailForm = adminForm(
  z.object({ intent: z.literal('send-gift'), id: z.string(), mail: z.uuid(), email: z.string() }),
  OWNER_NOTICES.mailFailed,
  async ({ id, mail, email: typed }, services, actor) => {
    const email = parseEmail(typed.trim().toLowerCase())
    if (email === null) return failed(422, OWNER_NOTICES.notAnAddress)
    const gift = await openGift(services, id)
    if ('kind' in gift) return gift
    const entry = { actor, action: 'gift-mail.readdressed', subjectId: gift.id } as const
    const result = await audited(services, entry, async () => {
      const state = await services.backend.readdressGiftMail(gift, mail, email)
      return (state === 'sent' || state === 'busy') && state
    })
    if (result === false) return failed(502, OWNER_NOTICES.mailFailed)
    // A form that was sent twice: the first one has taken the mail.
    return result === 'busy' ? failed(409, OWNER_NOTICES.mailTaken) : done(giftMailSent(maskEmail(email)))
  },
)

/** Shows the full email addresses of a gift. */
export const handleReveal = adminForm(
  z.object({ intent: z.literal('reveal'), id: z.string() }),
  OWNER_NOTICES.notSaved,
  async ({ id }, { backend }, actor) => {
    const gift = await backend.gifts.get(id)
    if (gift === null) return NOT_FOUND
    await backend.recordAudit({ actor, action: 'gift-code.revealed', subjectId: gift.id })
    const { purchaserEmail, recipientEmail } = gift
    return { kind: 'revealed' as const, revealed: { id: gift.id, purchaserEmail, recipientEmail } }
  },
)

/** What can be done to a gift code in a list. All of it is recorded in the audit trail. Spec: 4 Admin, 8 Admin */
export const handleGiftCodeForm = eitherForm(handleSetup, handleResend)
