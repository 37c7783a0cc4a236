import { z } from 'zod'
import { wellFormed } from '../../../supabase/functions/_shared/text.ts'
import { EMAIL_ADDRESS } from '../../models/email-address.ts'
import type { Market } from '../../models/market.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import { settleWithin } from '../settle-within.server.ts'
import type { RedeemServices } from './redeem-services.server.ts'

export type RecipientConsent = {
  readonly agreed: boolean
  readonly name: string
  readonly email: string
  /** The words beside the box that was ticked. */
  readonly wording: string
}

const PATIENCE_MS = 1_500
const address = z.email({ pattern: EMAIL_ADDRESS }).max(255)

/** Reads the review form's consent. */
export function parseConsent(fields: { get(name: string): unknown }, wording: string): RecipientConsent {
  const text = (name: string) => String(fields.get(name) ?? '').trim()
  return {
    agreed: text('consent') !== '',
    name: wellFormed(text('recipientName').slice(0, 100)),
    email: text('recipientEmail'),
    wording,
  }
}

/**
 * Puts whoever ticked the box on the mailing list, at the address they typed beside it. What the gift's record says of its
 * recipient came from somebody else, who cannot agree for them. Whatever goes wrong is only logged, and the visitor
 * waits for none of it longer than a moment.
 * Spec: 7 Database, 8 Redeem
 */
export async function subscribeIfAgreed(
  services: RedeemServices,
  market: Market,
  gift: Pick<StoredGiftCode, 'id'>,
  consent: RecipientConsent,
): Promise<void> {
  const email = address.safeParse(consent.email).data
  if (!consent.agreed || !email) return
  const { name, wording } = consent
  const work = services.backend
    .subscribeRecipient({ email, fullName: name }, { market, wording })
    .catch((error: unknown) =>
      services.log.warn({ err: error, giftCodeId: gift.id }, 'recipient not subscribed'),
    )
  await settleWithin(work, PATIENCE_MS, () => undefined)
}
