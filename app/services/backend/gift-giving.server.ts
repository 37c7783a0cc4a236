import type { BackendAccess } from './client.server.ts'
import type { GiftPurchase } from './gift-code-issue.server.ts'
import type { StoredGiftCode } from './gift-code-rows.server.ts'
import type { createGiftCodes } from './gift-codes.server.ts'
import type { createOutbox } from './outbox.server.ts'

type Dependencies = {
  readonly giftCodes: ReturnType<typeof createGiftCodes>
  readonly outbox: ReturnType<typeof createOutbox>
}

/** A gift that was given; `mail` is null when it was revoked or redeemed meanwhile. */
export type GivenGift = {
  readonly giftCode: StoredGiftCode
  readonly created: boolean
  readonly mail: Awaited<ReturnType<Dependencies['outbox']['sendGiftMail']>> | null
}

/**
 * Creates a gift for one purchased unit: its code, its discount and the mail to the purchaser. Idempotent: a repeated
 * call completes what an earlier attempt left undone. A discount that can't be created now is created when the gift
 * is redeemed; a mail that can't be sent stays in the outbox.
 * @throws UpstreamError when the code or its mail could not be stored
 */
export function createGiftGiving({ giftCodes, outbox }: Dependencies, access: BackendAccess) {
  async function giveGift(purchase: GiftPurchase): Promise<GivenGift> {
    const { giftCode, created } = await giftCodes.issueGiftCode(purchase)
    // Revoked or redeemed since an earlier attempt, so it needs no discount and no mail.
    if (giftCode.revokedAt !== null || giftCode.redeemed) return { giftCode, created, mail: null }
    if (giftCode.discountCode === null) await ensureDiscount(giftCode)
    const mail = await outbox.sendGiftMail(giftCode)
    return { giftCode: (await giftCodes.getGiftCode(giftCode.id)) ?? giftCode, created, mail }
  }

  async function ensureDiscount(giftCode: StoredGiftCode): Promise<void> {
    try {
      await giftCodes.ensureGiftDiscount(giftCode)
    } catch (error) {
      access.log.error({ err: error, giftCodeId: giftCode.id }, 'gift discount left for later')
    }
  }

  return { giveGift }
}
