import type { Market } from '#app/models/market.ts'
import type { GiftReviewFields } from '#supabase/functions/_shared/forms/schemas.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import { limitMail } from '../limits/mail-limit.server.ts'
import type { RedeemServices } from '../request/services.server.ts'
import { withDeadline } from '../upstream/deadline.server.ts'

type Visitor = { readonly ip: string; readonly market: Market }

/** How long the visitor waits; the subscription continues afterwards. */
const DEADLINE_MS = 1_500

/**
 * Subscribes a recipient who has given consent, at the typed address, or else at the one of the gift record. The
 * latter is not used for people who have unsubscribed. Errors, and posts beyond the limits, are only logged, and the
 * visitor waits 1.5 s at most.
 * @param wording the label of the checkbox, for the record of the consent
 * Spec: 7 Database, 8 Redeem
 */
export async function subscribeIfAgreed(
  services: RedeemServices,
  visitor: Visitor,
  gift: Pick<StoredGiftCode, 'id' | 'recipientEmail' | 'recipientName'>,
  typed: GiftReviewFields,
  wording: string,
): Promise<void> {
  if (typed.consent === undefined) return
  const work = subscribe(services, visitor, gift, typed, wording).catch((error: unknown) =>
    services.log.warn({ err: error, giftCodeId: gift.id }, 'recipient not subscribed'),
  )
  await withDeadline(work, DEADLINE_MS, () => undefined)
}

async function subscribe(
  { backend, limits, log }: RedeemServices,
  { ip, market }: Visitor,
  gift: Pick<StoredGiftCode, 'id' | 'recipientEmail' | 'recipientName'>,
  { recipientName: name, recipientEmail: typed }: GiftReviewFields,
  wording: string,
): Promise<void> {
  const email = typed || gift.recipientEmail
  if (!email || (typed === '' && (await backend.hasUnsubscribed(email)))) return
  const post = { form: 'redeem-consent', ip, email, giftId: gift.id }
  if ((await limitMail(limits, post)) !== null)
    return log.warn({ giftCodeId: gift.id }, 'recipient not subscribed: too many addresses')
  const fullName = typed === '' ? name || (gift.recipientName ?? '') : name
  await backend.subscribeRecipient({ email, fullName }, { market, wording })
}
