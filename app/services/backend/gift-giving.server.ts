import type { BackendAccess } from './client.server.ts'
import type { GiftPurchase } from './gift-code-issue.server.ts'
import type { StoredGiftCode } from './gift-code-rows.server.ts'
import type { createGiftCodes } from './gift-codes.server.ts'
import type { createOutbox } from './outbox.server.ts'

type Dependencies = {
  readonly giftCodes: ReturnType<typeof createGiftCodes>
  readonly outbox: ReturnType<typeof createOutbox>
}

/**
 * Creates a gift for one purchased unit: its code, its discount and the mail to the purchaser. Idempotent: a repeated
 * call completes what an earlier attempt left undone. A discount that can't be created now is created when the gift
 * is redeemed; a mail that can't be sent stays in the outbox.
 * @throws UpstreamError when the code itself could not be stored
 */
export function createGiftGiving({ giftCodes, outbox }: Dependencies, access: BackendAccess) {
  async function giveGift(purchase: GiftPurchase): Promise<{ giftCode: StoredGiftCode; created: boolean }> {
    const { giftCode, created } = await giftCodes.issueGiftCode(purchase)
    // Revoked since an earlier attempt, so it needs no discount and no mail.
    if (giftCode.revokedAt !== null) return { giftCode, created }
    if (giftCode.discountCode === null)
      await attempt('make gift discount', giftCode.id, () => giftCodes.ensureGiftDiscount(giftCode))
    await attempt('mail gift code', giftCode.id, () => outbox.sendGiftMail(giftCode))
    return { giftCode: (await giftCodes.getGiftCode(giftCode.id)) ?? giftCode, created }
  }

  async function attempt(operation: string, giftCodeId: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      access.log.error({ err: error, operation, giftCodeId }, 'left for later')
    }
  }

  return { giveGift }
}
