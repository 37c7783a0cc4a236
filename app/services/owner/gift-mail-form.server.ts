import { z } from 'zod'
import { parseEmail } from '../../models/email-address.ts'
import { giftMailSent, OWNER_NOTICES } from '../../models/owner-messages.ts'
import { adminForm, audited, done, failed, NOT_FOUND } from './admin-outcome.server.ts'
import { maskEmail } from './masked-email.server.ts'

/** Sends the words of a gift that reached nobody to an address that the owner has entered. */
export const handleGiftMailForm = adminForm(
  z.object({ intent: z.literal('send-gift'), id: z.string(), mail: z.uuid(), email: z.string() }),
  OWNER_NOTICES.mailFailed,
  async ({ id, mail, email: typed }, services, actor) => {
    const email = parseEmail(typed.trim().toLowerCase())
    if (email === null) return failed(422, OWNER_NOTICES.notAnAddress)
    const gift = await services.backend.gifts.get(id)
    if (gift === null) return NOT_FOUND
    if (gift.redeemed || gift.revokedAt !== null) return failed(409, OWNER_NOTICES.giftNotOpen)
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
