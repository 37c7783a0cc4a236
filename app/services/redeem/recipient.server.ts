import { CONTACT_LIMITS } from '#app/models/contact.ts'
import { parseEmail } from '#app/models/email-address.ts'
import type { Market } from '#app/models/market.ts'
import type { TypedRecipient } from '#app/models/redeem.ts'
import { singleLine, wellFormed } from '#supabase/functions/_shared/text/text.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import { limitMail } from '../limits/mail-limit.server.ts'
import type { RedeemServices } from '../request/services.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'

export type RecipientConsent = TypedRecipient & {
  /** The label of the checkbox, for the consent record. */
  readonly wording: string
}

type Visitor = { readonly ip: string; readonly market: Market }

/** How long the visitor waits; the subscription continues afterwards. */
const DEADLINE_MS = 1_500

/** What a recipient has typed and ticked. @param wording the label of the checkbox, as the form shows it */
export function parseConsent(fields: { get(name: string): unknown }, wording: string): RecipientConsent {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  return {
    agreed: text('consent') !== '',
    name: singleLine(wellFormed(text('recipientName').slice(0, CONTACT_LIMITS.fullName))),
    email: text('recipientEmail'),
    wording,
  }
}

/**
 * Subscribes a recipient who has given consent, at the typed address, or else at the one of the gift record. The
 * latter is not used for people who have unsubscribed. Errors, and posts beyond the limits, are only logged, and the
 * visitor waits 1.5 s at most.
 * Spec: 7 Database, 8 Redeem
 */
export async function subscribeIfAgreed(
  services: RedeemServices,
  visitor: Visitor,
  gift: Pick<StoredGiftCode, 'id' | 'recipientEmail' | 'recipientName'>,
  consent: RecipientConsent,
): Promise<void> {
  if (!consent.agreed) return
  const work = subscribe(services, visitor, gift, consent).catch((error: unknown) =>
    services.log.warn({ err: error, giftCodeId: gift.id }, 'recipient not subscribed'),
  )
  await settleWithin(work, DEADLINE_MS, () => undefined)
}

async function subscribe(
  { backend, limits, log }: RedeemServices,
  { ip, market }: Visitor,
  gift: Pick<StoredGiftCode, 'id' | 'recipientEmail' | 'recipientName'>,
  { name, email: typed, wording }: RecipientConsent,
): Promise<void> {
  const email = typed === '' ? gift.recipientEmail : parseEmail(typed)
  if (!email || (typed === '' && (await backend.hasLeftList(email)))) return
  const post = { form: 'redeem-consent', ip, email, giftId: gift.id }
  if ((await limitMail(limits, post)) !== null)
    return log.warn({ giftCodeId: gift.id }, 'recipient not subscribed: too many addresses')
  const fullName = typed === '' ? name || (gift.recipientName ?? '') : name
  await backend.subscribeRecipient({ email, fullName }, { market, wording })
}
