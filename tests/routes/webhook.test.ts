import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { HANDLES } from '../../app/models/product.ts'
import {
  claim,
  completeOrder,
  makeGift,
  readOutbox,
  sendWebhook,
  submitMagicWords,
} from '../support/gifts.ts'
import { openOrderShop } from '../support/order-shop.ts'

const { shop, order, codesOf, mailsTo } = openOrderShop()

describe('a delivery', () => {
  test.each([
    ['under another secret', { secret: 'not the secret' }],
    ['without a signature', { headers: { 'X-Shopify-Hmac-Sha256': '' } }],
    ['with junk for a signature', { headers: { 'X-Shopify-Hmac-Sha256': 'ä'.normalize('NFD').slice(0, 1) } }],
    ['with a signature cut short', { headers: { 'X-Shopify-Hmac-Sha256': 'AAAA' } }],
  ])('%s is rejected with 401', async (_, options) => {
    const bought = order()
    expect((await sendWebhook(shop, bought, options)).status).toBe(401)
    expect(await codesOf(bought)).toEqual([])
  })

  test('whose body was changed by one byte is rejected', async () => {
    const bought = order()
    const signed = JSON.stringify(bought)
    const response = await shop.fetch('/webhooks/orders-paid', {
      method: 'POST',
      headers: {
        'X-Shopify-Topic': 'orders/paid',
        'X-Shopify-Webhook-Id': randomUUID(),
        'X-Shopify-Hmac-Sha256': await signatureOf(signed),
      },
      body: signed.replace('"quantity":1', '"quantity":9'),
    })
    expect(response.status).toBe(401)
  })

  async function signatureOf(text: string): Promise<string> {
    const { createHmac } = await import('node:crypto')
    return createHmac('sha256', shop.services.webhookSecret).update(text).digest('base64')
  }

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
    const first = await Promise.all(Array.from({ length: 8 }, () => sendWebhook(shop, bought, ids)))
    expect(first.map((response) => response.status)).toEqual(Array(8).fill(200))
    expect((await sendWebhook(shop, bought, ids)).status).toBe(200)
    expect((await sendWebhook(shop, bought, { eventId: ids.eventId })).status).toBe(200)
    // A replayed body under new ids finds that each unit exists already.
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    expect(await codesOf(bought)).toHaveLength(2)
  })

  test('that is repeated is shown to the owner once, with how often', async () => {
    const bought = order()
    const eventId = randomUUID()
    const webhookId = randomUUID()
    for (const ids of [{ webhookId, eventId }, { webhookId, eventId }, { eventId }])
      expect((await sendWebhook(shop, bought, ids)).status).toBe(200)
    const { rows } = await shop.services.backend.listWebhookDeliveries({ page: 1 })
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
      expect((await sendWebhook(shop, bought, ids)).status).toBe(503)
      takeBack?.()
    }
    expect((await sendWebhook(shop, bought, ids)).status).toBe(200)
    expect(await codesOf(bought)).toHaveLength(1)
  })

  test('counts as processed only once that is stored', async () => {
    const bought = order()
    const ids = { webhookId: randomUUID() }
    const match = /PATCH .*webhook_deliveries/
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    expect((await sendWebhook(shop, bought, ids)).status).toBe(503)
    expect((await sendWebhook(shop, bought, ids)).status).toBe(200)
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
    expect((await sendWebhook(shop, bought)).status).toBe(200)
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
      expect((await sendWebhook(shop, sent)).status).toBe(200)
      expect((await codesOf(sent)).map((code) => code.market)).toEqual(['uk'])
    }
    expect((await codesOf(gone))[0]?.productTitle).toBe('Gift Bundle - Premium Wand')
  })

  test('that was cancelled first or meanwhile spends no gift', async () => {
    const cancel = (paid: object) =>
      sendWebhook(shop, { ...paid, cancelled_at: '2025-12-01T10:00:00Z' }, { topic: 'orders/cancelled' })
    const codes = (gift: { discountCode: string | null }) => ({
      discount_codes: [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }],
    })
    const first = await makeGift(shop)
    const undone = order([], codes(first))
    expect((await cancel(undone)).status).toBe(200)
    expect((await sendWebhook(shop, undone)).status).toBe(200)
    expect((await shop.services.backend.gifts.get(first.id))?.redeemed).toBe(false)

    const second = await makeGift(shop)
    const bought = order([{ quantity: 2 }], codes(second))
    const statuses: number[] = []
    whileCreatingGift(async () => statuses.push((await cancel(bought)).status))
    statuses.push((await sendWebhook(shop, bought)).status)
    expect(statuses).toEqual([200, 200])
    expect((await codesOf(bought)).filter((gift) => gift.revokedAt === null)).toEqual([])
    expect((await shop.services.backend.gifts.get(second.id))?.redeemed).toBe(false)
  })

  test('that is cancelled while its gifts are created creates and mails no more of them', async () => {
    const address = `${randomUUID()}@example.com`
    const bought = order([{ quantity: 5 }], { email: address })
    const cancelled = { ...bought, cancelled_at: '2025-12-01T10:00:00Z' }
    whileCreatingGift(() => sendWebhook(shop, cancelled, { topic: 'orders/cancelled' }))
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    const left = await codesOf(bought)
    expect(left.map((gift) => gift.revokedAt !== null)).toEqual([true])
    await shop.embedded.backend?.idle()
    expect(mailsTo(address).length).toBeLessThanOrEqual(1)
  })

  test('that failed halfway and was cancelled meanwhile leaves no code when it is retried', async () => {
    const bought = order([{ quantity: 2 }])
    const cancelled = { ...bought, cancelled_at: '2025-12-01T10:00:00Z' }
    const statuses: number[] = []
    whileCreatingGift(async () =>
      statuses.push((await sendWebhook(shop, cancelled, { topic: 'orders/cancelled' })).status),
    )
    // The codes cannot be taken back.
    shop.embedded.backend?.faults.inject({
      match: /PATCH .*gift_redemption_codes/,
      kind: 'unreachable',
      times: 1,
    })
    const ids = { webhookId: randomUUID() }
    statuses.push((await sendWebhook(shop, bought, ids)).status)
    expect(statuses).toEqual([200, 503])
    expect((await sendWebhook(shop, bought, ids)).status).toBe(200)
    const left = await codesOf(bought)
    expect(left.map((gift) => gift.revokedAt !== null)).toEqual([true])
  })

  test('that was cancelled first creates no code', async () => {
    const bought = order()
    const cancelled = { ...bought, cancelled_at: '2025-12-01T10:00:00Z', financial_status: 'refunded' }
    expect((await sendWebhook(shop, cancelled, { topic: 'orders/cancelled' })).status).toBe(200)
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    expect(await codesOf(bought)).toEqual([])
  })

  test('whose properties are not text still gets its code', async () => {
    const bought = order()
    const odd = [
      { name: 'note', value: { toString: 1 } },
      { name: 'list', value: [{ toString: 1 }] },
    ]
    for (const { properties } of bought.line_items) properties.push(...(odd as never[]))
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    expect(await codesOf(bought)).toHaveLength(1)
  })

  test('without an address, or while mail fails, still gets its code', async () => {
    const bought = order([{}], { email: '', customer: null })
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    expect(await codesOf(bought)).toHaveLength(1)
  })

  test('whose purchaser has a name and an address that databases reject still gets its codes', async () => {
    const customer = { first_name: 'Gra\u0000ce', last_name: '\ufb2c'.repeat(255), email: null }
    const bought = order([{ quantity: 2 }], { email: `giver\u0000${'x'.repeat(300)}@example.com`, customer })
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    const codes = await codesOf(bought)
    expect(codes.map(({ purchaserEmail }) => purchaserEmail)).toEqual([null, null])
    expect(codes[0]?.purchaserName).toMatch(/^Grace /)
    expect(codes[0]?.purchaserName).toHaveLength(255)
  })

  test.each([
    'authorized',
    'partially_paid',
    'pending',
    'unpaid',
    'voided',
    'refunded',
    'partially_refunded',
    'expired',
    null,
  ])('that is %s creates and spends nothing', async (status) => {
    const gift = await makeGift(shop)
    const codes = [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }]
    const bought = order([{}], { financial_status: status, discount_codes: codes })
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    expect(await codesOf(bought)).toEqual([])
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(false)
  })

  test('that is cancelled before its webhook spends and creates no gift', async () => {
    const gift = await makeGift(shop)
    const codes = [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }]
    const paid = order([{}], { discount_codes: codes, cancelled_at: '2025-12-01T10:00:00Z' })
    expect((await sendWebhook(shop, paid)).status).toBe(200)
    expect(await codesOf(paid)).toEqual([])
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(false)
  })

  test('without a name is named by its id', async () => {
    const bought = order([{}], { name: undefined })
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    expect((await codesOf(bought)).map((gift) => gift.orderName)).toEqual([`#${bought.id}`])
  })

  test('that used a gift spends it once, even if a second order is paid', async () => {
    const gift = await makeGift(shop)
    const codes = [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }]
    const orders = Array.from({ length: 5 }, () => order([], { discount_codes: codes }))
    const answers = await Promise.all(orders.map((paid) => sendWebhook(shop, paid)))
    expect(answers.map((response) => response.status)).toEqual(Array(5).fill(200))
    const spent = await shop.services.backend.gifts.get(gift.id)
    expect(spent?.redeemed).toBe(true)
    expect(orders.map(({ id }) => String(id))).toContain(spent?.redeemedOrderId)
    expect((await submitMagicWords(shop.browser(), gift.code)).main).toContain(
      'These magic words have already been used',
    )
  })

  test('whose gift cannot be stored as spent is requested again', async () => {
    const gift = await makeGift(shop)
    const codes = [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }]
    const paid = order([{ variant: 'Gift Bundle - No Wand', wrapping: null }], { discount_codes: codes })
    const ids = { webhookId: randomUUID() }
    const match = /PATCH .*gift_redemption_codes/
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    expect((await sendWebhook(shop, paid, ids)).status).toBe(503)
    expect((await sendWebhook(shop, paid, ids)).status).toBe(200)
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemedOrderId).toBe(String(paid.id))
  })

  test('with its gift’s code in lower case, as typed, spends it', async () => {
    const gift = await makeGift(shop)
    const code = gift.discountCode?.toLowerCase() ?? ''
    const paid = order([], { discount_codes: [{ code, amount: '59.00', type: 'percentage' }] })
    expect((await sendWebhook(shop, paid)).status).toBe(200)
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemedOrderId).toBe(String(paid.id))
  })

  test('with any other discount changes no gift', async () => {
    const paid = order([], { discount_codes: [{ code: 'OWL10', amount: '1', type: 'percentage' }] })
    expect((await sendWebhook(shop, paid)).status).toBe(200)
  })
})

test('the embedded store: bought as a gift, mailed, redeemed, ordered, rejected', async () => {
  const giver = shop.browser()
  await giver.post('/us/cart', {
    intent: 'add',
    handle: HANDLES.vol2.us,
    option: 'classic-wand',
    wrapping: 'printable-only',
  })
  expect((await completeOrder(giver)).text).toContain('Order complete')
  await shop.embedded.store?.deliverWebhooks()
  await shop.embedded.backend?.idle()
  const mail = readOutbox(shop.dataDir).at(-1)
  const words = /The magic words:\s+(.+)/.exec(mail?.text ?? '')?.[1]?.trim() ?? ''
  expect(words.split(' ')).toHaveLength(5)
  const recipient = shop.browser()
  expect((await claim(recipient, words, { upgrade: 'upgrade-premium', wand: 'dragon-yew' })).main).toContain(
    'The Dragon & Yew upgrade is billed separately.',
  )
  const checkout = await completeOrder(recipient)
  expect(checkout.text).toContain('Order complete')
  await shop.embedded.store?.deliverWebhooks()
  expect((await submitMagicWords(shop.browser(), words)).main).toContain(
    'These magic words have already been used',
  )
})
