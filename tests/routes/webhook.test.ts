import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import { makeGift, sendWebhook, submitMagicWords } from '../support/gifts.ts'
import { openOrderShop } from '../support/order-shop.ts'

const { shop, order, redeeming, tell, giftOf, codesOf, mailsTo } = openOrderShop()

describe('a delivery', () => {
  test.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00])],
    ['an order without lines', '{"id":1,"name":"#1"}'],
    ['nested without end', '['.repeat(100_000)],
  ])('that is %s, with a valid signature, gets a 400', async (_, body) => {
    expect((await sendWebhook(shop, body)).status).toBe(400)
  })

  test('without an id or a topic gets a 400', async () => {
    expect((await sendWebhook(shop, order(), { headers: { 'X-Shopify-Webhook-Id': '' } })).status).toBe(400)
    expect((await sendWebhook(shop, order(), { headers: { 'X-Shopify-Topic': '' } })).status).toBe(400)
  })

  test('of a topic that the shop does not handle changes nothing', async () => {
    const bought = order()
    expect((await sendWebhook(shop, bought, { topic: 'orders/updated' })).status).toBe(200)
    expect(await codesOf(bought)).toEqual([])
  })

  test.each(['GET', 'PATCH'])('must be posted: %s gets a 405', async (method) => {
    const response = await shop.fetch('/webhooks/orders-paid', { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
  })

  test('that is repeated with either id counts once, also concurrently', async () => {
    const bought = order([{ quantity: 2 }])
    const ids = { webhookId: randomUUID(), eventId: randomUUID() }
    const first = await Promise.all([1, 2, 3].map(() => tell(bought, 'paid', ids)))
    expect(first).toEqual([200, 200, 200])
    expect(await tell(bought, 'paid', ids)).toBe(200)
    expect((await sendWebhook(shop, bought, { eventId: ids.eventId })).status).toBe(200)
    // A replayed body under new ids finds that each unit exists already.
    expect(await tell(bought, 'paid')).toBe(200)
    expect(await codesOf(bought)).toHaveLength(2)
  })

  test('that is repeated is shown to the owner once, with how often', async () => {
    const bought = order()
    const eventId = randomUUID()
    const webhookId = randomUUID()
    for (const ids of [{ webhookId, eventId }, { webhookId, eventId }, { eventId }])
      expect(await tell(bought, 'paid', ids)).toBe(200)
    const rows = await shop.services.backend.listRows('deliveries')
    const own = rows.filter(({ orderId }) => orderId === String(bought.id))
    expect(own.map(({ state, repeats }) => [state, repeats])).toEqual([['done', 2]])
  })

  test('is requested again while the backend is down, and then counts', async () => {
    const bought = order()
    const ids = { webhookId: randomUUID() }
    const matches = [
      /POST .*webhook_deliveries/,
      /(POST|PATCH) .*gift_redemption_codes/,
      /PATCH .*webhook_deliveries/,
    ]
    for (const match of matches) {
      const takeBack = shop.embedded.backend?.faults.inject({ match, kind: 'unreachable' })
      expect(await tell(bought, 'paid', ids)).toBe(503)
      takeBack?.()
    }
    expect(await tell(bought, 'paid', ids)).toBe(200)
    expect(await codesOf(bought)).toHaveLength(1)
  })
})

/** The request that stores the code of a gift. */
const GIVING = /POST .*gift_redemption_codes/

/** Runs something while the next gift of an order is being created. */
function whileCreatingGift(meanwhile: () => Promise<unknown>): void {
  shop.embedded.backend?.faults.inject({ match: GIVING, kind: 'slow', meanwhile, times: 1 })
}

describe('a paid order', () => {
  test('creates one code of at least five words for each wrapped Vol. II and mails it with its letter', async () => {
    const address = `three-${randomUUID()}@example.com`
    const bought = order(
      [
        { quantity: 2, variant: 'Standard (Dragon and Elder)', wrapping: 'Gift Edition Envelope' },
        { variant: 'Dragon & Oak' },
        { variant: 'No Wand', wrapping: null },
        { variant: 'Gift Bundle - No Wand' },
        { variant: 'Upgrade - Add Classic Wand' },
        { title: 'Magic Wand', variant: 'Dragon & Oak' },
      ],
      { email: address },
    )
    expect(await tell(bought, 'paid')).toBe(200)
    const codes = await codesOf(bought)
    expect(codes.map((code) => code.productTitle).sort()).toEqual([
      'Gift Bundle - Classic Wand',
      'Gift Bundle - Classic Wand',
      'Gift Bundle - Premium Wand',
    ])
    expect(new Set(codes.map((code) => code.code)).size).toBe(3)
    for (const { code, market, purchaserName } of codes) {
      expect(code.split(' ')).toHaveLength(5)
      expect([market, purchaserName]).toEqual(['us', 'Grace Giver'])
    }
    await shop.embedded.backend?.idle()
    const mails = mailsTo(address)
    expect(mails).toHaveLength(3)
    for (const { code } of codes) {
      const mail = mails.find(({ text }) => text.replace(/\s+/g, ' ').includes(code))
      expect(mail?.text).toContain('http://shop.test/us/redeem')
      expect(mail?.text).toContain('http://shop.test/us/gift-download')
    }
  })

  test('derives the store from the variant, otherwise from the currency', async () => {
    const uk = await shop.services.storefront.getProduct('uk', HANDLES.vol2.uk)
    const id = Number(
      uk?.variants
        .find((variant) => variant.title === 'No Wand')
        ?.id.split('/')
        .at(-1),
    )
    const bought = order([{}], { presentment_currency: 'EUR', currency: 'EUR' })
    for (const line of bought.line_items) line.variant_id = id
    const gone = order([{ variant: 'Phoenix & Elm' }], { presentment_currency: 'GBP' })
    for (const line of gone.line_items) line.variant_id = 99_999_999_999_999
    for (const sent of [bought, gone]) {
      expect(await tell(sent, 'paid')).toBe(200)
      expect((await codesOf(sent)).map((code) => code.market)).toEqual(['uk'])
    }
    expect((await codesOf(gone))[0]?.productTitle).toBe('Gift Bundle - Premium Wand')
  })

  test.each([
    ['told first', {}],
    ['told with it', { cancelled_at: '2025-12-01T10:00:00Z' }],
  ])('whose cancellation was %s spends and creates no gift', async (_, more) => {
    const gift = await makeGift(shop)
    const undone = redeeming(gift.discountCode, [{}], more)
    if (!('cancelled_at' in more)) expect(await tell(undone, 'cancelled')).toBe(200)
    expect(await tell(undone, 'paid')).toBe(200)
    expect(await codesOf(undone)).toEqual([])
    expect((await giftOf(gift)).redeemed).toBe(false)
  })

  test('that is cancelled while its gifts are created creates and mails no more of them, and spends none', async () => {
    const gift = await makeGift(shop)
    const email = `${randomUUID()}@example.com`
    const bought = redeeming(gift.discountCode, [{ quantity: 5 }], { email })
    const statuses: number[] = []
    whileCreatingGift(async () => statuses.push(await tell(bought, 'cancelled')))
    statuses.push(await tell(bought, 'paid'))
    expect(statuses).toEqual([200, 200])
    expect((await codesOf(bought)).map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
    expect((await giftOf(gift)).redeemed).toBe(false)
    await shop.embedded.backend?.idle()
    expect(mailsTo(email).length).toBeLessThanOrEqual(1)
  })

  test('that failed halfway and was cancelled meanwhile leaves no code when it is retried', async () => {
    const bought = order([{ quantity: 2 }])
    const statuses: number[] = []
    whileCreatingGift(async () => statuses.push(await tell(bought, 'cancelled')))
    // The codes cannot be taken back.
    const match = /PATCH .*gift_redemption_codes/
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    const ids = { webhookId: randomUUID() }
    statuses.push(await tell(bought, 'paid', ids))
    expect(statuses).toEqual([200, 503])
    expect(await tell(bought, 'paid', ids)).toBe(200)
    expect((await codesOf(bought)).map(({ revokedAt }) => revokedAt !== null)).toEqual([true])
  })

  test('that used a gift spends it once, even if a second order is paid', async () => {
    const gift = await makeGift(shop)
    const orders = Array.from({ length: 5 }, () => redeeming(gift.discountCode))
    const answers = await Promise.all(orders.map((paid) => tell(paid, 'paid')))
    expect(answers).toEqual(Array(5).fill(200))
    const spent = await giftOf(gift)
    expect(spent?.redeemed).toBe(true)
    expect(orders.map(({ id }) => String(id))).toContain(spent?.redeemedOrderId)
    expect((await submitMagicWords(shop.browser(), gift.code)).main).toContain(
      'These magic words have already been used',
    )
  })

  test('whose gift cannot be stored as spent is requested again', async () => {
    const gift = await makeGift(shop)
    const paid = redeeming(gift.discountCode)
    const ids = { webhookId: randomUUID() }
    const match = /PATCH .*gift_redemption_codes/
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    expect(await tell(paid, 'paid', ids)).toBe(503)
    expect(await tell(paid, 'paid', ids)).toBe(200)
    expect((await giftOf(gift)).redeemedOrderId).toBe(String(paid.id))
  })

  test('with its gift’s code in lower case, as typed, spends it', async () => {
    const gift = await makeGift(shop)
    const paid = redeeming(gift.discountCode?.toLowerCase() ?? '')
    expect(await tell(paid, 'paid')).toBe(200)
    expect((await giftOf(gift)).redeemedOrderId).toBe(String(paid.id))
  })
})
