import { describe, expect, it, onTestFinished } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import { injectFault } from '../support/backend-rows.ts'
import { makeGift, submitMagicWords } from '../support/gifts.ts'
import {
  BEGIN,
  COMMIT,
  callStore,
  openOrderShop,
  type PlacedOrder,
  type PlaceOptions,
} from '../support/store-orders.ts'

/** Orders as buyers make them and the owner changes them in the store, and what becomes of their gifts. */

const clock = { ahead: 0 }
const opened = openOrderShop({ now: () => Date.now() + clock.ahead })
const { shop, place, cancel, edit, markPaid, refund, noted, giftOf, codesOf, mailsTo, isActive } = opened
/** The store is compared again after some minutes. */
async function reconcileAfter(minutes: number) {
  clock.ahead += minutes * 60_000
  await opened.reconcile()
}

const ADD = `mutation ($id: ID!, $variant: ID!) {
  orderEditAddVariant(id: $id, variantId: $variant, quantity: 1) { userErrors { message } } }`

const GIFT = { variant: 'Gift Bundle - No Wand', wrapping: null } as const
const UPGRADE = { variant: 'Upgrade - Add Classic Wand', wrapping: null } as const
const liveOf = async (order: { id: string }) =>
  (await codesOf(order)).filter(({ revokedAt, redeemed }) => revokedAt === null && !redeemed)

/** An order with the discount of a gift. */
const using = (gift: { discountCode: string | null }, more?: PlaceOptions) =>
  place([GIFT], { ...more, codes: [gift.discountCode] })

describe('a bought gift', () => {
  it('waits for the payment, and a line that was taken out before it makes none', async () => {
    const lines = [{}, { quantity: 3, variant: 'Dragon & Oak' }]
    const order = await place(lines, { payment: 'later', email: 'only@example.com' })
    expect([await codesOf(order), (await noted(order))?.status]).toEqual([[], 'unpaid'])
    await edit(order, { 0: 0, 1: 1 })
    await markPaid(order)
    expect(await codesOf(order)).toMatchObject([{ productTitle: 'Gift Bundle - Premium Wand' }])
    expect(mailsTo('only@example.com')).toHaveLength(1)
  })

  it('is revoked with its unit and its discount, by an edit, a refund or a cancellation', async () => {
    const order = await place([{ quantity: 4 }])
    const gifts = await codesOf(order)
    for (const { discountCode } of gifts) expect(await isActive(discountCode)).toBe(true)
    await edit(order, { 0: 3 })
    expect((await liveOf(order)).map(({ orderLineUnit }) => orderLineUnit)).toEqual([1, 2, 3])
    await refund(order, 0, 1)
    expect((await liveOf(order)).map(({ orderLineUnit }) => orderLineUnit)).toEqual([1, 2])
    await cancel(order)
    expect(await liveOf(order)).toEqual([])
    for (const { discountCode, code } of gifts) {
      expect(await isActive(discountCode)).toBe(false)
      expect((await submitMagicWords(shop.browser(), code)).main).toContain('Invalid magic words')
    }
  })

  it('is made and revoked for every unit, also where the backend answers fewer rows at once', async () => {
    shop.embedded.backend?.limitRows(5)
    onTestFinished(() => shop.embedded.backend?.limitRows(1000))
    const order = await place([{ quantity: 12 }])
    expect(await liveOf(order)).toHaveLength(12)
    await cancel(order)
    expect((await codesOf(order)).filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(12)
  })
})

describe('a gift that an order uses', () => {
  it('is open again with another discount when its line is taken out or the order is cancelled', async () => {
    for (const undo of [(order: PlacedOrder) => edit(order, { 0: 0 }), cancel]) {
      const gift = await makeGift(shop)
      const order = await using(gift)
      expect((await giftOf(gift)).redeemedOrderId).toBe(order.id)
      await undo(order)
      const open = await giftOf(gift)
      expect([open.redeemed, open.discountCode, open.recipientEmail]).toEqual([false, null, null])
      expect(await isActive(gift.discountCode)).toBe(false)
      const fresh = await shop.services.backend.gifts.ensureDiscount(open)
      expect([fresh === gift.discountCode, await isActive(fresh)]).toEqual([false, true])
      const next = await using({ discountCode: fresh })
      expect((await giftOf(gift)).redeemedOrderId).toBe(next.id)
    }
  })
})

it('an order of more lines than a page has is read whole', async () => {
  const order = await place([{}])
  const vol2 = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const idOf = (wanted: string) => vol2?.variants.find(({ title }) => title === wanted)?.id
  const { id } = (await callStore(shop, BEGIN, { id: order.gid })).orderEditBegin.calculatedOrder
  for (const variant of [...Array<string>(50).fill(GIFT.variant), UPGRADE.variant])
    await callStore(shop, ADD, { id, variant: idOf(variant) })
  await callStore(shop, COMMIT, { id })
  await markPaid(order)
  // The upgrade is the last line.
  expect((await noted(order))?.reports).toEqual(['upgrades-without-gift'])
})

describe('what the store did not ring about', () => {
  it('is read while the store or the backend fails, as soon as they answer again', async () => {
    const order = await place([{}], { payment: 'later' })
    const restore = shop.embedded.store?.faults.inject({ match: /ReadOrder/, kind: 'status', status: 503 })
    await markPaid(order)
    restore?.()
    expect(await noted(order)).toMatchObject({ tries: 1, lastError: expect.stringContaining('503') })
    const refuse = injectFault(shop, { match: /POST .*gift_redemption_codes/, kind: 'unreachable' })
    await reconcileAfter(1)
    refuse()
    expect([(await noted(order))?.lastError, (await codesOf(order)).length]).toEqual([expect.any(String), 0])
    await reconcileAfter(10)
    expect([(await codesOf(order)).length, (await noted(order))?.lastError]).toEqual([1, null])
  })

  it('is tried for a day when the store does not know it, and then shown to the owner', async () => {
    await opened.ring({ id: '4711' })
    expect(await noted({ id: '4711' })).toMatchObject({ reports: [], tries: 1 })
    await reconcileAfter(25 * 60)
    expect(await noted({ id: '4711' })).toMatchObject({
      status: 'unknown',
      reports: ['unknown-order'],
      dueAt: null,
    })
  })

  it('is found by the reconciliation', async () => {
    await opened.endWebhooks()
    const [one, two] = [await place(), await place([{ quantity: 2 }])]
    expect(await codesOf(one)).toEqual([])
    await reconcileAfter(11)
    expect([(await liveOf(one)).length, (await liveOf(two)).length]).toEqual([1, 2])
    // A reading that found nothing new reads nothing again.
    const before = await noted(one)
    await reconcileAfter(0)
    expect(await noted(one)).toEqual(before)
  })
})
