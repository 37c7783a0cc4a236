import { afterAll, describe, expect, it } from 'vitest'
import {
  ONLY_PENDING,
  ONLY_UNREDEEMED,
  SETUP_COMPLETE,
  type StoredGiftCode,
} from '#app/services/backend/gift-records.server.ts'
import { giftPurchase, startTarget, unique } from './support.ts'

/** Gift codes of every Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

const { backend, service, close } = await startTarget()
afterAll(close)
const { gifts } = backend

describe('gift codes', () => {
  it.each([
    ['', unique('order')],
    [', also when Shopify’s ids are numbers', String(Date.now())],
  ])('are one per line and unit, however often an order is read%s', async (_, orderId) => {
    const units = ['1', '2'].flatMap((orderLineId) =>
      [1, 2, 1].map((orderLineUnit) => giftPurchase({ orderId, orderLineId, orderLineUnit })),
    )
    const issueAll = () => Promise.all(units.map((unit) => gifts.issue(unit)))
    const made = await issueAll()
    expect(made.filter(({ created }) => created)).toHaveLength(4)
    expect(await gifts.listOfOrder(orderId)).toHaveLength(4)
    const idsOf = (all: typeof made) => all.map(({ giftCode }) => giftCode.id)
    expect(idsOf(await issueAll())).toEqual(idsOf(made))
  })

  it('are found by their words in any spelling, and by nothing else', async () => {
    const { giftCode } = await gifts.issue(giftPurchase())
    const typed = `  ${giftCode.code.toUpperCase().replaceAll(' ', '-')} `
    expect((await gifts.findByWords(typed))?.id).toBe(giftCode.id)
    for (const wrong of ['', 'null', '*', '%', 'a b c', `${giftCode.code}x`])
      expect(await gifts.findByWords(wrong)).toBeNull()
  })

  it('are listed as open until redeemed or revoked, and as pending from their discount to their confirmation', async () => {
    const purchaserName = unique('Opener')
    const issue = async (isConfirmed = false) => {
      const { giftCode } = await gifts.issue({ ...giftPurchase(), purchaserName })
      const discountCode = unique('GIFT')
      const columns = { shopify_discount_code: discountCode, ...(isConfirmed && SETUP_COMPLETE) }
      expect(await backend.changeRow('giftCodes', giftCode.id, columns)).toBe(true)
      return { ...giftCode, discountCode }
    }
    const pending = await issue()
    const confirmed = await issue(true)
    const { giftCode: fresh } = await gifts.issue({ ...giftPurchase(), purchaserName })
    await gifts.redeem(await issue(), { id: unique('order'), name: '#2004' })
    await gifts.revoke(await issue(), 'refunded')
    const listed = async (only: string) =>
      (await backend.listRows('giftCodes', { only, search: purchaserName })).map(({ id }) => id)
    expect(await listed(ONLY_PENDING)).toEqual([pending.id])
    expect((await listed(ONLY_UNREDEEMED)).sort()).toEqual([pending.id, confirmed.id, fresh.id].sort())
  })

  it('are reopened by a cancelled claiming order and revoked when their purchase is refunded', async () => {
    const [{ giftCode }, discount] = [await gifts.issue(giftPurchase()), unique('GIFT')]
    const gift = { ...giftCode, discountCode: discount }
    await backend.changeRow('giftCodes', gift.id, { shopify_discount_code: discount })
    const order = { id: unique('order'), name: '#2000' }
    await gifts.keepDiscount(gift.id, discount)
    expect(await gifts.redeem(gift, order)).toBe(true)
    expect(await gifts.redeem(gift, { id: 'another', name: '#2001' })).toBe(false)
    expect(await gifts.revoke(gift, 'refunded')).toBe(false)
    const redeemed = { ...gift, redeemed: true, redeemedOrderId: order.id }
    expect(await gifts.get(gift.id)).toMatchObject({
      ...redeemed,
      redeemedAt: expect.any(String),
      setupComplete: false,
      redeemedOrderName: '#2000',
      recipientEmail: null,
    })
    // Whoever has read it as it was before changes nothing.
    await gifts.reopen({ ...redeemed, redeemedOrderId: 'another order' })
    expect((await gifts.get(gift.id))?.redeemedOrderId).toBe(order.id)
    await gifts.reopen(redeemed)
    const open = await gifts.findByWords(gift.code)
    expect(open).toMatchObject({ redeemed: false, discountCode: null })
    expect(open && (await gifts.revoke(open, 'refunded'))).toBe(true)
    expect(open && (await gifts.redeem(open, order))).toBe(false)
    expect(await gifts.findByWords(gift.code)).toBeNull()
    // The discount of the cancelled order is used up and removed from the record, but it is still known whose it was.
    expect((await gifts.findByDiscount(discount))?.id).toBe(giftCode.id)
  })
})

describe('of twenty orders at once', () => {
  /** @returns how many of them redeemed the gift */
  async function race(redeem: (gift: StoredGiftCode, order: string) => Promise<boolean>): Promise<number> {
    const { giftCode } = await gifts.issue(giftPurchase())
    const orders = Array.from({ length: 20 }, (_, at) => `order-${at}`)
    const won = await Promise.all(orders.map((order) => redeem(giftCode, order)))
    return won.filter(Boolean).length
  }

  it.each([1, 2])('exactly one redeems the gift, round %i', async () => {
    expect(await race((gift, id) => gifts.redeem(gift, { id, name: id }))).toBe(1)
  })

  it('many redeem it by reading and then writing: the race can be lost', async () => {
    const winners = await race(async ({ id }, order) => {
      const table = () => service.from('gift_redemption_codes')
      const { data } = await table().select('redeemed').eq('id', id).single()
      if (data?.redeemed !== false) return false
      const changes = { redeemed: true, redeemed_at: new Date().toISOString(), redeemed_order_id: order }
      const { data: written } = await table().update(changes).eq('id', id).select('id')
      return written?.length === 1
    })
    expect(winners).toBeGreaterThan(1)
  })
})

it('one of several instances compares the orders of the store, and none again at once', async () => {
  const { orders } = backend
  const begin = (restMs?: number) => orders.beginReconciliation(60_000, restMs)
  const before = await begin()
  await orders.endReconciliation(Date.now() - 3_600_000, [])
  expect(before).not.toBeUndefined()
  const all = await Promise.all([begin(), begin(), begin()])
  expect(all.filter((since) => since !== undefined)).toHaveLength(1)
  await orders.endReconciliation(Date.now(), ['orders/paid'])
  expect(await begin(60_000)).toBeUndefined()
  expect(await begin()).toEqual(expect.any(String))
  expect((await orders.remadeWebhooks())?.topics).toEqual(['orders/paid'])
})
