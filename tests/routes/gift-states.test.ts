import { expect, test } from 'vitest'
import type { GiftPurchase } from '#app/services/backend/gift-codes.server.ts'
import { variantId } from '../support/embedded-store.ts'
import { openOrderShop } from '../support/order-shop.ts'

/** The table of what a gift is, and what becomes of it by what happens to it and to one order that uses it. */

const { shop, order, redeeming, tell, giftOf } = openOrderShop()

/**
 * - `issued`: there are magic words; nobody was told them yet, or the owner prints them;
 * - `delivered`: a mail with the words was accepted for sending;
 * - `reserved`: an order that is not paid yet has used its discount. The words still work;
 * - `redeemed`: one paid order has it;
 * - `revoked`: the order that bought it was cancelled or refunded. The words mean nothing.
 */
type GiftState = 'issued' | 'delivered' | 'reserved' | 'redeemed' | 'revoked'

const GIFT_EVENTS = [
  'is mailed',
  'is ordered',
  'is paid for',
  'has its order undone',
  'has its purchase undone',
]

/**
 * The states after `GIFT_EVENTS`, in their order. An order that was undone never has the gift again. A redeemed gift
 * stays with its recipient, who has done nothing wrong; the owner has to settle an order that was paid with a revoked
 * one.
 */
const GIFT_LIFE: Readonly<Record<GiftState, readonly GiftState[]>> = {
  issued: ['delivered', 'reserved', 'redeemed', 'issued', 'revoked'],
  delivered: ['delivered', 'reserved', 'redeemed', 'delivered', 'revoked'],
  reserved: ['reserved', 'reserved', 'redeemed', 'delivered', 'revoked'],
  redeemed: ['redeemed', 'redeemed', 'redeemed', 'delivered', 'redeemed'],
  revoked: ['revoked', 'revoked', 'revoked', 'revoked', 'revoked'],
}

/** What brings a new gift into each state. */
const WAYS: Readonly<Record<GiftState, readonly string[]>> = {
  issued: [],
  delivered: ['is mailed'],
  reserved: ['is mailed', 'is ordered'],
  redeemed: ['is mailed', 'is paid for'],
  revoked: ['is mailed', 'has its purchase undone'],
}

/** A new gift with a discount, and the orders that bought it and use it. */
async function issueGift() {
  const { gifts } = shop.services.backend
  const bought = order()
  const purchase: GiftPurchase = {
    orderId: String(bought.id),
    orderName: bought.name,
    orderLineId: '1',
    unit: 1,
    market: 'us',
    productTitle: 'Gift Bundle - Classic Wand',
    productVariantId: variantId(2, 8),
    wrapping: 'printable-only',
    purchaserName: null,
    purchaserEmail: bought.email,
  }
  const { giftCode } = await gifts.issue(purchase)
  await gifts.ensureDiscount(giftCode)
  const using = redeeming((await giftOf(giftCode)).discountCode)
  return {
    async happen(event: string | undefined) {
      if (event === 'is mailed') await gifts.deliver(purchase)
      if (event === 'is ordered') expect(await tell(using, 'created')).toBe(200)
      if (event === 'is paid for') expect(await tell(using, 'paid')).toBe(200)
      if (event === 'has its order undone') expect(await tell(using, 'cancelled')).toBe(200)
      if (event === 'has its purchase undone') expect(await tell(bought, 'cancelled')).toBe(200)
      await shop.embedded.backend?.idle()
    },
    async state(): Promise<GiftState> {
      const gift = await giftOf(giftCode)
      const claims = await shop.services.backend.orders.listClaimsOfGift(gift.id)
      if (gift.redeemed) return 'redeemed'
      if (gift.revokedAt !== null) return 'revoked'
      if (claims.some(({ isPaid, isReleased }) => !isPaid && !isReleased)) return 'reserved'
      return gift.deliveredAt === null ? 'issued' : 'delivered'
    },
  }
}

const CELLS = Object.entries(GIFT_LIFE).flatMap(([state, after]) =>
  GIFT_EVENTS.map((event, at) => ({ state: state as GiftState, event, after: after[at] })),
)

test.each(CELLS)('a gift that is $state and $event is $after', async ({ state, event, after }) => {
  const gift = await issueGift()
  for (const step of WAYS[state]) await gift.happen(step)
  expect(await gift.state()).toBe(state)
  await gift.happen(event)
  expect(await gift.state()).toBe(after)
})
