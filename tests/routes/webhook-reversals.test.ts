import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { claim, completeOrder, makeGift, sendWebhook, submitMagicWords } from '../support/gifts.ts'
import { openOrderShop } from '../support/order-shop.ts'
import { refundOf } from '../support/store-orders.ts'

const { shop, order, redeeming, tell, refund, giftOf, codesOf, mailsTo, isActive } = openOrderShop()

describe('an order cancelled or refunded', () => {
  test('by its purchaser revokes unredeemed codes and their discounts', async () => {
    const bought = order([{ quantity: 3 }])
    await tell(bought, 'paid')
    const [redeemed, ...open] = await codesOf(bought)
    await shop.services.backend.gifts.redeem(redeemed?.id ?? '', {
      id: '900',
      name: '#900',
    })
    const ids = { webhookId: randomUUID(), path: '/webhooks/orders-cancelled' }
    const body = { errors: [{ message: 'Access denied for ada@example.com' }] }
    shop.embedded.store?.faults.inject({ match: /GiftDiscount/, kind: 'status', status: 200, body })
    expect(await tell(bought, 'cancelled', ids)).toBe(503)
    // The owner sees the store's error, without email addresses.
    const rows = await shop.services.backend.listRows('deliveries', { search: ids.webhookId })
    expect(rows[0]?.lastError).toMatch(/GiftDiscount: Access denied for \[address\]$/)
    shop.embedded.store?.faults.clear()
    expect(await tell(bought, 'cancelled', ids)).toBe(200)
    const after = await codesOf(bought)
    expect(after.filter((code) => code.revokedAt !== null)).toHaveLength(2)
    expect(after.find((code) => code.id === redeemed?.id)).toMatchObject({ redeemed: true, revokedAt: null })
    for (const code of open) {
      expect((await submitMagicWords(shop.browser(), code.code)).main).toContain('Invalid magic words')
      expect(await isActive(code.discountCode)).toBe(false)
    }
  })

  test('mails no words that are revoked before the mail could be sent', async () => {
    const address = `${randomUUID()}@example.com`
    const bought = order([{ quantity: 3 }], { email: address })
    const takeBack = shop.embedded.backend?.faults.inject({
      match: /PATCH .*mail_outbox/,
      kind: 'unreachable',
    })
    expect(await tell(bought, 'paid')).toBe(200)
    takeBack?.()
    const waiting = async () =>
      (await rowsIn(shop, 'mail_outbox', 'to_email', address)).map(({ dedupe_key }) => dedupe_key).sort()
    const gifts = await codesOf(bought)
    expect(await waiting()).toEqual(gifts.map(({ id }) => `gift:${id}`).sort())
    expect(await refund(bought, [{ index: 0, quantity: 1 }])).toBe(200)
    const kept = (await codesOf(bought)).filter(({ revokedAt }) => revokedAt === null)
    expect(await waiting()).toEqual(kept.map(({ id }) => `gift:${id}`).sort())
    expect(await tell(bought, 'cancelled')).toBe(200)
    expect(await waiting()).toEqual([])
    expect(mailsTo(address)).toEqual([])
  })

  test('keeps the mails that were sent', async () => {
    const address = `${randomUUID()}@example.com`
    const bought = order([{}], { email: address })
    await tell(bought, 'paid')
    expect(await tell(bought, 'cancelled')).toBe(200)
    const sent = await rowsIn(shop, 'mail_outbox', 'to_email', address)
    expect(sent.map(({ state }) => state)).toEqual(['sent'])
  })

  test('revokes a discount that is being created, too', async () => {
    const bought = order()
    const faults = shop.embedded.backend?.faults
    // A gift without its discount, as after an outage of the store.
    const takeBack = faults?.inject({ match: /POST .*create-gift-discount/, kind: 'unreachable' })
    await tell(bought, 'paid')
    takeBack?.()
    const [gift] = await codesOf(bought)
    if (!gift) throw new Error('no gift')
    expect(gift.discountCode).toBeNull()
    faults?.inject({
      match: /PATCH .*gift_redemption_codes/,
      kind: 'slow',
      meanwhile: () => shop.services.backend.gifts.ensureDiscount(gift),
      times: 1,
    })
    expect(await tell(bought, 'cancelled')).toBe(200)
    const after = await giftOf(gift)
    expect(after?.discountCode).toMatch(/^GIFT-/)
    expect(await isActive(after?.discountCode ?? null)).toBe(false)
  })

  test('in part revokes as many as were refunded, the most recent first, once', async () => {
    const bought = order([{ quantity: 3 }])
    await tell(bought, 'paid')
    // Far more than a form may hold, as Shopify repeats the whole order line and its transactions.
    const sent = { ...refundOf(bought, [{ index: 0, quantity: 1 }]), note: 'x'.repeat(100_000) }
    const ids = { webhookId: randomUUID(), topic: 'refunds/create', path: '/webhooks/refunds-create' }
    for (const webhookId of [ids.webhookId, ids.webhookId, randomUUID()])
      expect((await sendWebhook(shop, sent, { ...ids, webhookId })).status).toBe(200)
    const revoked = (await codesOf(bought)).filter((code) => code.revokedAt !== null)
    expect(revoked.map((code) => code.orderLineUnit)).toEqual([3])
  })

  test('in part revokes unredeemed gifts of that line only', async () => {
    const bought = order([{ quantity: 2 }, { variant: 'Dragon & Oak', quantity: 3 }])
    await tell(bought, 'paid')
    const youngest = (await codesOf(bought)).find((gift) => gift.orderLineUnit === 3)
    await shop.services.backend.gifts.redeem(youngest?.id ?? '', {
      id: '901',
      name: '#901',
    })
    expect(await refund(bought, [{ index: 1, quantity: 1 }])).toBe(200)
    const revoked = (await codesOf(bought)).filter((code) => code.revokedAt !== null)
    expect(revoked.map((code) => [code.productTitle, code.orderLineUnit])).toEqual([
      ['Gift Bundle - Premium Wand', 2],
    ])
  })

  test('before it was paid revokes what was refunded, and mails no revoked words', async () => {
    const address = `${randomUUID()}@example.com`
    const bought = order([{ quantity: 3 }], { email: address })
    const sent = refundOf(bought, [{ index: 0, quantity: 1 }])
    for (const repeat of [1, 2])
      expect((await sendWebhook(shop, sent, { topic: 'refunds/create' })).status, `${repeat}`).toBe(200)
    expect(await tell(bought, 'paid')).toBe(200)
    const codes = await codesOf(bought)
    expect(codes.map((code) => code.revokedAt !== null)).toEqual([false, false, true])
    await shop.embedded.backend?.idle()
    const mailed = mailsTo(address).map(({ text }) => text)
    expect(mailed).toHaveLength(2)
    expect(mailed.some((text) => text.includes(codes[2]?.code ?? ''))).toBe(false)
  })

  test('before all of its gifts were created revokes the last ones, and mails no revoked words', async () => {
    const address = `${randomUUID()}@example.com`
    const bought = order([{ quantity: 3 }], { email: address })
    const paid = { webhookId: randomUUID() }
    const match = /POST .*gift_redemption_codes/
    // The first code is stored, the second is not.
    shop.embedded.backend?.faults.inject({ match, kind: 'slow', delayMs: 0, times: 1 })
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    expect(await tell(bought, 'paid', paid)).toBe(503)
    for (let times = 0; times < 2; times++)
      expect(await refund(bought, [{ index: 0, quantity: 1 }])).toBe(200)
    expect(await tell(bought, 'paid', paid)).toBe(200)
    const codes = await codesOf(bought)
    expect(codes.filter((code) => code.revokedAt === null)).toHaveLength(1)
    await shop.embedded.backend?.idle()
    const mailed = mailsTo(address).map(({ text }) => text)
    expect(mailed).toHaveLength(1)
    expect(mailed[0]).toContain(codes.find((code) => code.revokedAt === null)?.code)
  })

  test('in part, with one line listed once per restock type, revokes all of its units', async () => {
    const bought = order([{ quantity: 3 }])
    await tell(bought, 'paid')
    const parts = [
      { index: 0, quantity: 1, restock: 'cancel' },
      { index: 0, quantity: 1, restock: 'return' },
    ]
    const sent = refundOf(bought, parts)
    for (let turn = 0; turn < 2; turn++)
      expect((await sendWebhook(shop, sent, { topic: 'refunds/create' })).status).toBe(200)
    const revoked = (await codesOf(bought)).filter((code) => code.revokedAt !== null)
    expect(revoked.map((code) => code.orderLineUnit)).toEqual([2, 3])
  })

  test('by several concurrent refunds revokes a gift for each', async () => {
    const bought = order([{ quantity: 5 }])
    await tell(bought, 'paid')
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(bought, [{ index: 0, quantity: 1 }])))
    expect(answers).toEqual(Array(4).fill(200))
    const codes = await codesOf(bought)
    expect(codes.map((code) => code.revokedAt !== null)).toEqual([false, true, true, true, true])
    expect(await Promise.all(codes.map((code) => isActive(code.discountCode)))).toEqual([
      true,
      ...Array(4).fill(false),
    ])
  })

  test('for more units than were bought is accepted', async () => {
    const bought = order()
    await tell(bought, 'paid')
    for (let times = 0; times < 2; times++)
      expect(await refund(bought, [{ index: 0, quantity: 1 }])).toBe(200)
  })

  test('by a goodwill refund of money only revokes nothing', async () => {
    const bought = order()
    await tell(bought, 'paid')
    expect(await refund(bought, [])).toBe(200)
    expect((await codesOf(bought))[0]?.revokedAt).toBeNull()
  })

  test('by its recipient reopens the gift with a new discount', async () => {
    const gift = await makeGift(shop)
    const paid = redeeming(gift.discountCode)
    await tell(paid, 'paid')
    await refund(paid, [{ index: 0, quantity: 1, restock: 'return' }])
    expect((await giftOf(gift)).redeemed).toBe(true)
    expect(await tell(paid, 'cancelled')).toBe(200)
    expect(await isActive(gift.discountCode)).toBe(false)
    const visitor = shop.browser()
    expect((await claim(visitor, gift.code)).path).toBe('/us/redeem/success')
    const again = await giftOf(gift)
    expect(again?.discountCode).toMatch(/^GIFT-/)
    expect(again?.discountCode).not.toBe(gift.discountCode)
    expect((await completeOrder(visitor)).text).toContain('Order complete')
    await shop.embedded.store?.deliverWebhooks()
    expect((await giftOf(gift)).redeemed).toBe(true)
  })

  test('while store or backend is down reopens its gift only after the old discount is deactivated', async () => {
    const gift = await makeGift(shop)
    const paid = redeeming(gift.discountCode)
    await tell(paid, 'paid')
    const ids = { webhookId: randomUUID() }
    shop.embedded.store?.faults.inject({ match: /GiftDiscount/, kind: 'status', status: 500 })
    expect(await tell(paid, 'cancelled', ids)).toBe(503)
    expect((await giftOf(gift)).redeemed).toBe(true)
    shop.embedded.store?.faults.clear()
    const match = /PATCH .*gift_redemption_codes/
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    expect(await tell(paid, 'cancelled', ids)).toBe(503)
    expect(await tell(paid, 'cancelled', ids)).toBe(200)
    expect(await isActive(gift.discountCode)).toBe(false)
    expect((await submitMagicWords(shop.browser(), gift.code)).path).toBe('/us/redeem/review')
  })

  test('whose gift line is removed before shipping reopens the gift', async () => {
    const gift = await makeGift(shop)
    const paid = redeeming(gift.discountCode)
    await tell(paid, 'paid')
    const ids = { webhookId: randomUUID() }
    shop.embedded.store?.faults.inject({ match: /GiftDiscount/, kind: 'status', status: 500 })
    expect(await tell(paid, 'refunded', ids)).toBe(503)
    shop.embedded.store?.faults.clear()
    expect(await tell(paid, 'refunded', ids)).toBe(200)
    expect((await submitMagicWords(shop.browser(), gift.code)).path).toBe('/us/redeem/review')
  })

  test('except for its gift line leaves the gift with its recipient', async () => {
    const gift = await makeGift(shop)
    const paid = redeeming(gift.discountCode, [
      { title: 'Magic Wand', variant: 'Dragon & Oak', wrapping: null },
    ])
    await tell(paid, 'paid')
    const wand = { index: 1, quantity: 1 }
    expect(await refund(paid, [{ ...wand, restock: 'cancel' }])).toBe(200)
    expect(await refund(paid, [{ index: 0, quantity: 0, restock: 'cancel' }, wand])).toBe(200)
    expect((await giftOf(gift)).redeemed).toBe(true)
    expect(await refund(paid, [wand, { index: 0, quantity: 1, restock: 'cancel' }])).toBe(200)
    expect((await giftOf(gift)).redeemed).toBe(false)
  })
})
