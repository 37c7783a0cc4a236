import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import {
  claim,
  claimGift,
  completeOrder,
  makeGift,
  openCheckout,
  submitMagicWords,
} from '../support/gifts.ts'
import { openOrderShop } from '../support/order-shop.ts'
import { deliver, type Order, STORE_EVENTS, type StoreEvent } from '../support/store-orders.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

/** Gifts and the orders that use them, in whatever order the store tells of those. */

// The store sends again when a test says so, and not every ten seconds too.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
afterAll(() => void vi.useRealTimers())
const { shop, order, redeeming, tell, giftOf, codesOf, mailsTo } = openOrderShop()

/** Enters the words, puts the gift into a cart and completes its order: free, and spent on that order. */
async function expectRedeemable(gift: { id: string; code: string }): Promise<void> {
  const visitor = shop.browser()
  expect((await claim(visitor, gift.code)).path).toBe('/us/redeem/success')
  const page = await completeOrder(visitor)
  expect(page.text).toContain('Order complete')
  await shop.embedded.store?.deliverWebhooks()
  expect((await giftOf(gift)).redeemed).toBe(true)
}

/** A gift whose claim has reached the checkout, which has its discount. */
async function giftAtCheckout() {
  const { gift, visitor } = await claimGift(shop)
  const checkout = await openCheckout(visitor)
  return { gift, visitor, checkout, cancelled: redeeming((await giftOf(gift)).discountCode) }
}

describe('a cancellation that comes before the payment, or without one', () => {
  test('leaves the gift open with a discount that works, when the order is never paid', async () => {
    const { gift, cancelled } = await giftAtCheckout()
    expect(await tell(cancelled, 'cancelled')).toBe(200)
    expect((await giftOf(gift)).redeemed).toBe(false)
    await expectRedeemable(gift)
  })

  test('does so when the checkout is completed after it: it is not free any more', async () => {
    const { gift, visitor, checkout, cancelled } = await giftAtCheckout()
    expect(await tell(cancelled, 'cancelled')).toBe(200)
    expect((await visitor.submit(checkout, 'Complete order')).text).not.toContain('Order complete')
    expect((await giftOf(gift)).redeemed).toBe(false)
    await expectRedeemable(gift)
  })

  test('does so for the visitor who still has the gift in the cart: a new checkout is free again', async () => {
    const { gift, visitor, cancelled } = await giftAtCheckout()
    expect(await tell(cancelled, 'cancelled')).toBe(200)
    expect((await completeOrder(visitor)).text).toContain('Order complete')
    await shop.embedded.store?.deliverWebhooks()
    expect((await giftOf(gift)).redeemed).toBe(true)
  })

  test('of a completed order whose payment is told later leaves it open with a new discount', async () => {
    const { gift, visitor, checkout, cancelled } = await giftAtCheckout()
    // The backend takes no webhook while the order is completed: the store sends it again later.
    shop.embedded.backend?.faults.inject({ match: /POST .*webhook_deliveries/, kind: 'unreachable' })
    expect((await visitor.submit(checkout, 'Complete order')).text).toContain('Order complete')
    await shop.embedded.store?.deliverWebhooks()
    shop.embedded.backend?.faults.clear()
    expect(await tell(cancelled, 'cancelled')).toBe(200)
    expect(await tell(cancelled, 'paid')).toBe(200)
    expect((await giftOf(gift)).redeemed).toBe(false)
    await expectRedeemable(gift)
  })
})

test('the words of a gift that an unpaid order reserves are still accepted', async () => {
  const gift = await makeGift(shop)
  expect(await tell(redeeming(gift.discountCode), 'created')).toBe(200)
  expect((await submitMagicWords(shop.browser(), gift.code)).path).toBe('/us/redeem/review')
})

test('an order with a discount that was replaced spends the gift, and the owner is told of a second one', async () => {
  const gift = await makeGift(shop)
  await tell(redeeming(gift.discountCode), 'cancelled')
  await claim(shop.browser(), gift.code)
  const renewed = (await giftOf(gift)).discountCode
  expect(renewed).not.toBe(gift.discountCode)
  const late = redeeming(gift.discountCode)
  expect(await tell(late, 'paid')).toBe(200)
  expect(await giftOf(gift)).toMatchObject({
    redeemedOrderId: String(late.id),
    discountCode: gift.discountCode,
  })
  const second = redeeming(renewed)
  expect(await tell(second, 'paid')).toBe(200)
  expect((await giftOf(gift)).redeemedOrderId).toBe(String(late.id))
  const reports = await rowsIn(shop, 'order_reports', 'reason', 'gift-not-open')
  expect(reports.map((row) => row.order_id)).toContain(String(second.id))
  // When the first is cancelled, the second one has it: it was paid as well.
  expect(await tell(late, 'cancelled')).toBe(200)
  expect((await giftOf(gift)).redeemedOrderId).toBe(String(second.id))
})

test('a gift whose purchase was cancelled while it was redeemed is revoked when it comes back', async () => {
  const bought = order()
  await tell(bought, 'paid')
  const [gift] = await codesOf(bought)
  if (!gift) throw new Error('no gift')
  const spending = redeeming(gift.discountCode)
  expect(await tell(spending, 'paid')).toBe(200)
  expect(await tell(bought, 'cancelled')).toBe(200)
  expect(await giftOf(gift)).toMatchObject({ redeemed: true, revokedAt: null })
  expect(await tell(spending, 'cancelled')).toBe(200)
  expect(await giftOf(gift)).toMatchObject({ redeemed: false, revokedReason: 'order cancelled' })
})

/** Claims a gift and opens its checkout. @returns completes the order */
async function checkoutOf(gift: { code: string }): Promise<() => Promise<Page>> {
  const visitor = shop.browser()
  await claim(visitor, gift.code)
  const checkout = await openCheckout(visitor)
  return () => visitor.submit(checkout, 'Complete order')
}

/** What happens to one gift: the store tells of an order, or a recipient comes and orders it. */
type Happening =
  | { readonly kind: 'delivery'; readonly order: number; readonly event: StoreEvent; readonly times: number }
  | { readonly kind: 'checkout' }
  | { readonly kind: 'complete' }

const happenings = fc.array(
  fc.oneof<fc.Arbitrary<Happening>[]>(
    fc.record({
      kind: fc.constant('delivery'),
      order: fc.nat(1),
      event: fc.constantFrom(...STORE_EVENTS),
      times: fc.integer({ min: 1, max: 2 }),
    }),
    fc.constant({ kind: 'checkout' }),
    fc.constant({ kind: 'complete' }),
  ),
  { minLength: 2, maxLength: 7 },
)

test('whatever the order of deliveries, a gift ends spent on one paid order or open with a discount that works', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const gift = await makeGift(shop)
      const orders = new Map<number, Order>()
      const events = new Map<number, Set<StoreEvent>>()
      let open: (() => Promise<Page>) | null = null
      let isCompleted = false
      for (const happening of all) {
        const now = await giftOf(gift)
        if (happening.kind === 'checkout' && !now.redeemed && !isCompleted) open = await checkoutOf(gift)
        if (happening.kind === 'complete' && open !== null && !isCompleted) {
          const page = await open()
          isCompleted = page.text.includes('Order complete')
          await shop.embedded.store?.deliverWebhooks()
        }
        if (happening.kind !== 'delivery') continue
        const { order: index, event, times } = happening
        const known = orders.get(index) ?? redeeming(now.discountCode ?? gift.discountCode)
        orders.set(index, known)
        events.set(index, new Set([...(events.get(index) ?? []), event]))
        const answers = await Promise.all(Array.from({ length: times }, () => tell(known, event)))
        expect(new Set(answers)).toEqual(new Set([200]))
      }
      const live = [...orders].filter(([index]) => {
        const seen = events.get(index) ?? new Set()
        return seen.has('paid') && !seen.has('cancelled') && !seen.has('refunded')
      })
      const after = await giftOf(gift)
      if (live.length === 0 && !isCompleted) {
        expect([after.redeemed, after.redeemedOrderId]).toEqual([false, null])
        await expectRedeemable(gift)
      } else if (after.redeemed) {
        const ids = live.map(([, { id }]) => String(id))
        if (!isCompleted) expect(ids).toContain(after.redeemedOrderId)
        expect((await submitMagicWords(shop.browser(), gift.code)).main).toContain('have already been used')
      } else throw new Error('a paid order has no gift')
    }),
    { numRuns: Number(process.env.GIFT_RUNS ?? 8), endOnFailure: true },
  )
})

test('whatever the order of deliveries, an order has as many gifts as were paid and not taken back, each mailed at most once', async () => {
  const events = fc.array(fc.constantFrom(...STORE_EVENTS), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 1, max: 3 }), async (sent, quantity) => {
      const email = `${randomUUID()}@example.com`
      const bought = order([{ quantity }], { email })
      for (const event of sent) expect(await tell(bought, event)).toBe(200)
      const gifts = await codesOf(bought)
      const open = gifts.filter(({ revokedAt }) => revokedAt === null)
      const paid = sent.includes('paid') && !sent.includes('cancelled') ? quantity : 0
      expect(open).toHaveLength(Math.max(0, paid - (sent.includes('refunded') ? 1 : 0)))
      await shop.embedded.backend?.idle()
      const mails = mailsTo(email)
      const told = (code: string) =>
        mails.filter(({ text }) => text.replace(/\s+/g, ' ').includes(code)).length
      for (const { code } of open) expect(told(code)).toBe(1)
      for (const { code } of gifts) expect(told(code)).toBeLessThanOrEqual(1)
      for (const { deliveredAt } of open) expect(deliveredAt).not.toBeNull()
    }),
    { numRuns: Number(process.env.GIFT_RUNS ?? 8), endOnFailure: true },
  )
})

test('deliveries of one order in all orders, twice, at once from two instances over one data folder', async () => {
  const other = await createTestShop({ dataDir: shop.dataDir })
  try {
    for (const events of [
      ['paid', 'cancelled'],
      ['cancelled', 'paid'],
      ['refunded', 'paid'],
      ['paid', 'refunded'],
    ] as const) {
      const gift = await makeGift(shop)
      const spending = redeeming(gift.discountCode)
      const ids = new Map<StoreEvent, string>(events.map((event) => [event, randomUUID()]))
      const post = (to: TestShop, event: StoreEvent) =>
        deliver(to, spending, event, { webhookId: ids.get(event) ?? '' })
      // A 503 says that another instance is at work on it; the store sends it again.
      for (let turn = 0; turn < 2; turn++)
        await Promise.all(events.flatMap((event) => [post(shop, event), post(other, event)]))
      for (const event of events) expect(await post(other, event)).toBe(200)
      expect((await giftOf(gift)).redeemed).toBe(false)
      await expectRedeemable(gift)
    }
    const bought = order([{ quantity: 2 }])
    const webhookId = randomUUID()
    await Promise.all([shop, other, shop, other].map((to) => deliver(to, bought, 'paid', { webhookId })))
    expect(await tell(bought, 'paid', { webhookId })).toBe(200)
    expect(await codesOf(bought)).toHaveLength(2)
  } finally {
    await other.close()
  }
})
