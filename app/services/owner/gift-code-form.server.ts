import { z } from 'zod'
import { parseEmail } from '#app/models/email-address.ts'
import { giftMailSent, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { Services } from '../request/services.server.ts'
import { adminForm, done, eitherForm, failed, NOT_FOUND } from './admin-outcome.server.ts'

/** Marks the setup of a gift code as complete. */
const handleComplete = adminForm(
  z.object({ intent: z.literal('complete'), id: z.string() }),
  OWNER_NOTICES.updateFailed,
  async ({ id }, { backend }) =>
    (await backend.gifts.confirmSetup(id))
      ? done(OWNER_NOTICES.markedComplete)
      : failed(404, OWNER_NOTICES.updateFailed),
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
  async ({ id, key }, services) => {
    const gift = await openGift(services, id)
    if ('kind' in gift) return gift
    if (!gift.purchaserEmail) return failed(409, OWNER_NOTICES.noAddress)
    const state = await services.backend.sendGiftMail(gift, key)
    if (state === 'failed' || state === 'undeliverable' || state === 'not-configured')
      return failed(502, OWNER_NOTICES.mailFailed)
    return done(giftMailSent(gift.purchaserEmail))
  },
)

/** Sends the words of a gift that reached nobody to an address that the owner has entered. */
export const handleGiftMailForm = adminForm(
  z.object({ intent: z.literal('send-gift'), id: z.string(), mail: z.uuid(), email: z.string() }),
  OWNER_NOTICES.mailFailed,
  async ({ id, mail, email: typed }, services) => {
    const email = parseEmail(typed.trim().toLowerCase())
    if (email === null) return failed(422, OWNER_NOTICES.notAnAddress)
    const gift = await openGift(services, id)
    if ('kind' in gift) return gift
    const state = await services.backend.readdressGiftMail(gift, mail, email)
    // A form that was sent twice: the first one has taken the mail.
    if (state === 'busy') return failed(409, OWNER_NOTICES.mailTaken)
    return state === 'sent' ? done(giftMailSent(email)) : failed(502, OWNER_NOTICES.mailFailed)
  },
)

/** What can be done to a gift code in a list. Spec: 4 Admin, 8 Admin */
export const handleGiftCodeForm = eitherForm(handleComplete, handleResend)
