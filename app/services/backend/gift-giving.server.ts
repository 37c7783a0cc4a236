import type { BackendAccess } from './client.server.ts'
import type { GiftPurchase } from './gift-code-issue.server.ts'
import type { StoredGiftCode } from './gift-code-rows.server.ts'
import type { createGiftCodes } from './gift-codes.server.ts'
import type { createOutbox } from './outbox.server.ts'

type Parts = {
  readonly giftCodes: ReturnType<typeof createGiftCodes>
  readonly outbox: ReturnType<typeof createOutbox>
}

/**
 * Turns one bought unit into a gift: its code, the discount behind it and the mail to the purchaser. Repeating
 * it finishes what an earlier, broken attempt left over and does nothing twice. A discount that can't be made
 * now is made when the gift is redeemed; a mail that can't be sent waits in the outbox.
 * @throws UpstreamError when the code itself could not be written
 */
export function createGiftGiving({ giftCodes, outbox }: Parts, access: BackendAccess) {
  async function giveGift(purchase: GiftPurchase): Promise<{ giftCode: StoredGiftCode; created: boolean }> {
    const { giftCode, created } = await giftCodes.issueGiftCode(purchase)
    // Taken back since an earlier attempt: its words open nothing.
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
