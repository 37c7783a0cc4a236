import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HANDLES } from '../../app/models/product.ts'
import { rowsIn } from '../support/backend-rows.ts'
import {
  claim,
  completeOrder,
  makeGift,
  readOutbox,
  sendWebhook,
  submitMagicWords,
} from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

let vol2: Record<string, string>
let nextOrder = 5_500_000_000_000

const shop = openTestShop()
beforeAll(async () => {
  const product = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  vol2 = Object.fromEntries(
    (product?.variants ?? []).map(({ title, id }) => [title, id.split('/').at(-1) ?? '']),
  )
})
afterEach(() => {
  shop.embedded.store?.faults.clear()
  shop.embedded.backend?.faults.clear()
})

type Line = { variant?: string; quantity?: number; wrapping?: string | null; title?: string }

/** A paid order in Shopify's format. */
function order(lines: readonly Line[] = [{}], more: object = {}) {
  const id = nextOrder++
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id % 10_000}`,
    email: 'giver@example.com',
    currency: 'USD',
    presentment_currency: 'USD',
    financial_status: 'paid',
    cancelled_at: null,
    customer: { first_name: 'Grace', last_name: 'Giver', email: 'giver@example.com' },
    discount_codes: [] as { code: string; amount: string; type: string }[],
    line_items: lines.map((line, index) => ({
      id: id * 10 + index,
      variant_id: Number(vol2[line.variant ?? 'No Wand'] ?? 1),
      product_id: 1,
      title: line.title ?? 'Vol. II: Magical You (Pre-Order)',
      variant_title: line.variant ?? 'No Wand',
      quantity: line.quantity ?? 1,
      price: '59.00',
      properties:
        line.wrapping === null ? [] : [{ name: 'Gift wrapping', value: line.wrapping ?? 'Printable letter' }],
    })),
    ...more,
  }
}

function refund(
  bought: ReturnType<typeof order>,
  lines: readonly { index: number; quantity: number; restock?: string }[],
) {
  return {
    id: nextOrder++,
    order_id: bought.id,
    refund_line_items: lines.map(({ index, quantity, restock }) => ({
      id: nextOrder++,
      line_item_id: bought.line_items[index]?.id,
      quantity,
      restock_type: restock ?? 'return',
      line_item: bought.line_items[index],
    })),
  }
}

const codesOf = (bought: { id: number }) => shop.services.backend.gifts.listOfOrder(String(bought.id))
const mailsTo = (address: string) => readOutbox(shop.dataDir).filter((mail) => mail.to.includes(address))
const STATUS = `query ($code: String!) {
  codeDiscountNodeByCode(code: $code) { codeDiscount { ... on DiscountCodeBasic { status } } }
}`

async function isActive(code: string | null): Promise<boolean> {
  const { store } = shop.embedded
  if (!store) throw new Error('No embedded store')
  const reply = await store.adminFetch(store.adminUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': store.adminToken },
    body: JSON.stringify({ query: STATUS, variables: { code } }),
  })
  return JSON.stringify(await reply.json()).includes('"ACTIVE"')
}

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

describe('an order cancelled or refunded', () => {
  test('by its purchaser revokes unredeemed codes and their discounts', async () => {
    const bought = order([{ quantity: 3 }])
    await sendWebhook(shop, bought)
    const [redeemed, ...open] = await codesOf(bought)
    await shop.services.backend.gifts.redeemByDiscount(redeemed?.discountCode ?? '', {
      id: '900',
      name: '#900',
    })
    const cancelled = { ...bought, cancelled_at: '2025-12-01T10:00:00Z' }
    const ids = { webhookId: randomUUID(), topic: 'orders/cancelled', path: '/webhooks/orders-cancelled' }
    const refusal = { kind: 'graphqlError', message: 'Access denied for ada@example.com' } as const
    shop.embedded.store?.faults.plan(refusal, { operation: 'GiftDiscount' })
    expect((await sendWebhook(shop, cancelled, ids)).status).toBe(503)
    // The owner sees the store's error, without email addresses.
    const { rows } = await shop.services.backend.listWebhookDeliveries({ page: 1, search: ids.webhookId })
    expect(rows[0]?.lastError).toMatch(/GiftDiscount: Access denied for \[address\]$/)
    shop.embedded.store?.faults.clear()
    expect((await sendWebhook(shop, cancelled, ids)).status).toBe(200)
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
    expect((await sendWebhook(shop, bought)).status).toBe(200)
    takeBack?.()
    const waiting = async () =>
      (await rowsIn(shop, 'mail_outbox', 'to_email', address)).map(({ dedupe_key }) => dedupe_key).sort()
    const gifts = await codesOf(bought)
    expect(await waiting()).toEqual(gifts.map(({ id }) => `gift:${id}`).sort())
    const partly = refund(bought, [{ index: 0, quantity: 1 }])
    expect((await sendWebhook(shop, partly, { topic: 'refunds/create' })).status).toBe(200)
    const kept = (await codesOf(bought)).filter(({ revokedAt }) => revokedAt === null)
    expect(await waiting()).toEqual(kept.map(({ id }) => `gift:${id}`).sort())
    const cancelled = { ...bought, cancelled_at: '2025-12-01T10:00:00Z' }
    expect((await sendWebhook(shop, cancelled, { topic: 'orders/cancelled' })).status).toBe(200)
    expect(await waiting()).toEqual([])
    expect(mailsTo(address)).toEqual([])
  })

  test('keeps the mails that were sent', async () => {
    const address = `${randomUUID()}@example.com`
    const bought = order([{}], { email: address })
    await sendWebhook(shop, bought)
    const cancelled = { ...bought, cancelled_at: '2025-12-01T10:00:00Z' }
    expect((await sendWebhook(shop, cancelled, { topic: 'orders/cancelled' })).status).toBe(200)
    const sent = await rowsIn(shop, 'mail_outbox', 'to_email', address)
    expect(sent.map(({ state }) => state)).toEqual(['sent'])
  })

  test('revokes a discount that is being created, too', async () => {
    const bought = order()
    const faults = shop.embedded.backend?.faults
    // A gift without its discount, as after an outage of the store.
    const takeBack = faults?.inject({ match: /POST .*create-gift-discount/, kind: 'unreachable' })
    await sendWebhook(shop, bought)
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
    const cancelled = { ...bought, cancelled_at: '2025-12-01T10:00:00Z' }
    expect((await sendWebhook(shop, cancelled, { topic: 'orders/cancelled' })).status).toBe(200)
    const after = await shop.services.backend.gifts.get(gift.id)
    expect(after?.discountCode).toMatch(/^GIFT-/)
    expect(await isActive(after?.discountCode ?? null)).toBe(false)
  })

  test('must say in its body that it is cancelled: the topic is not signed', async () => {
    const bought = order()
    await sendWebhook(shop, bought)
    expect((await sendWebhook(shop, bought, { topic: 'orders/cancelled' })).status).toBe(400)
    expect((await codesOf(bought))[0]?.revokedAt).toBeNull()
  })

  test('in part revokes as many as were refunded, the most recent first, once', async () => {
    const bought = order([{ quantity: 3 }])
    await sendWebhook(shop, bought)
    // Far more than a form may hold, as Shopify repeats the whole order line and its transactions.
    const sent = { ...refund(bought, [{ index: 0, quantity: 1 }]), note: 'x'.repeat(100_000) }
    const ids = { webhookId: randomUUID(), topic: 'refunds/create', path: '/webhooks/refunds-create' }
    expect((await sendWebhook(shop, sent, ids)).status).toBe(200)
    expect((await sendWebhook(shop, sent, ids)).status).toBe(200)
    expect((await sendWebhook(shop, sent, { ...ids, webhookId: randomUUID() })).status).toBe(200)
    const revoked = (await codesOf(bought)).filter((code) => code.revokedAt !== null)
    expect(revoked.map((code) => code.orderLineUnit)).toEqual([3])
  })

  test('in part revokes unredeemed gifts of that line only', async () => {
    const bought = order([{ quantity: 2 }, { variant: 'Dragon & Oak', quantity: 3 }])
    await sendWebhook(shop, bought)
    const youngest = (await codesOf(bought)).find((gift) => gift.orderLineUnit === 3)
    await shop.services.backend.gifts.redeemByDiscount(youngest?.discountCode ?? '', {
      id: '901',
      name: '#901',
    })
    const sent = refund(bought, [{ index: 1, quantity: 1 }])
    expect((await sendWebhook(shop, sent, { topic: 'refunds/create' })).status).toBe(200)
    const revoked = (await codesOf(bought)).filter((code) => code.revokedAt !== null)
    expect(revoked.map((code) => [code.productTitle, code.orderLineUnit])).toEqual([
      ['Gift Bundle - Premium Wand', 2],
    ])
  })

  test('before it was paid revokes what was refunded, and mails no revoked words', async () => {
    const address = `${randomUUID()}@example.com`
    const bought = order([{ quantity: 3 }], { email: address })
    const sent = refund(bought, [{ index: 0, quantity: 1 }])
    for (const repeat of [1, 2])
      expect((await sendWebhook(shop, sent, { topic: 'refunds/create' })).status, `${repeat}`).toBe(200)
    expect((await sendWebhook(shop, bought)).status).toBe(200)
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
    shop.embedded.backend?.faults.inject({ match, kind: 'slow', times: 1 })
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    expect((await sendWebhook(shop, bought, paid)).status).toBe(503)
    for (const sent of [1, 2].map(() => refund(bought, [{ index: 0, quantity: 1 }])))
      expect((await sendWebhook(shop, sent, { topic: 'refunds/create' })).status).toBe(200)
    expect((await sendWebhook(shop, bought, paid)).status).toBe(200)
    const codes = await codesOf(bought)
    expect(codes.filter((code) => code.revokedAt === null)).toHaveLength(1)
    await shop.embedded.backend?.idle()
    const mailed = mailsTo(address).map(({ text }) => text)
    expect(mailed).toHaveLength(1)
    expect(mailed[0]).toContain(codes.find((code) => code.revokedAt === null)?.code)
  })

  test('in part, with one line listed once per restock type, revokes all of its units', async () => {
    const bought = order([{ quantity: 3 }])
    await sendWebhook(shop, bought)
    const parts = [
      { index: 0, quantity: 1, restock: 'cancel' },
      { index: 0, quantity: 1, restock: 'return' },
    ]
    const sent = refund(bought, parts)
    for (let turn = 0; turn < 2; turn++)
      expect((await sendWebhook(shop, sent, { topic: 'refunds/create' })).status).toBe(200)
    const revoked = (await codesOf(bought)).filter((code) => code.revokedAt !== null)
    expect(revoked.map((code) => code.orderLineUnit)).toEqual([2, 3])
  })

  test('by several concurrent refunds revokes a gift for each', async () => {
    const bought = order([{ quantity: 5 }])
    await sendWebhook(shop, bought)
    const refunds = Array.from({ length: 4 }, () => refund(bought, [{ index: 0, quantity: 1 }]))
    const answers = await Promise.all(
      refunds.map((sent) => sendWebhook(shop, sent, { topic: 'refunds/create' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
    const codes = await codesOf(bought)
    expect(codes.map((code) => code.revokedAt !== null)).toEqual([false, true, true, true, true])
    expect(await Promise.all(codes.map((code) => isActive(code.discountCode)))).toEqual([
      true,
      ...Array(4).fill(false),
    ])
  })

  test('for more units than were bought is accepted', async () => {
    const bought = order()
    await sendWebhook(shop, bought)
    for (const sent of [1, 2].map(() => refund(bought, [{ index: 0, quantity: 1 }])))
      expect((await sendWebhook(shop, sent, { topic: 'refunds/create' })).status).toBe(200)
  })

  test('by a goodwill refund of money only revokes nothing', async () => {
    const bought = order()
    await sendWebhook(shop, bought)
    expect((await sendWebhook(shop, refund(bought, []), { topic: 'refunds/create' })).status).toBe(200)
    expect((await codesOf(bought))[0]?.revokedAt).toBeNull()
  })

  test('by its recipient reopens the gift with a new discount', async () => {
    const gift = await makeGift(shop)
    const paid = order([{ variant: 'Gift Bundle - No Wand', wrapping: null }], {
      discount_codes: [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }],
    })
    await sendWebhook(shop, paid)
    const sentBack = refund(paid, [{ index: 0, quantity: 1, restock: 'return' }])
    await sendWebhook(shop, sentBack, { topic: 'refunds/create' })
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(true)
    const cancelled = { ...paid, cancelled_at: '2025-12-01T10:00:00Z' }
    expect((await sendWebhook(shop, cancelled, { topic: 'orders/cancelled' })).status).toBe(200)
    expect(await isActive(gift.discountCode)).toBe(false)
    const visitor = shop.browser()
    expect((await claim(visitor, gift.code)).path).toBe('/us/redeem/success')
    const again = await shop.services.backend.gifts.get(gift.id)
    expect(again?.discountCode).toMatch(/^GIFT-/)
    expect(again?.discountCode).not.toBe(gift.discountCode)
    expect((await completeOrder(visitor)).text).toContain('Order complete')
    await shop.embedded.store?.deliverWebhooks()
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(true)
  })

  test('while store or backend is down reopens its gift only after the old discount is deactivated', async () => {
    const gift = await makeGift(shop)
    const paid = order([{ variant: 'Gift Bundle - No Wand', wrapping: null }], {
      discount_codes: [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }],
    })
    await sendWebhook(shop, paid)
    const cancelled = { ...paid, cancelled_at: '2025-12-01T10:00:00Z' }
    const ids = { webhookId: randomUUID(), topic: 'orders/cancelled' }
    shop.embedded.store?.faults.plan({ kind: 'status', status: 500 }, { operation: 'GiftDiscount' })
    expect((await sendWebhook(shop, cancelled, ids)).status).toBe(503)
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(true)
    shop.embedded.store?.faults.clear()
    const match = /PATCH .*gift_redemption_codes/
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable', times: 1 })
    expect((await sendWebhook(shop, cancelled, ids)).status).toBe(503)
    expect((await sendWebhook(shop, cancelled, ids)).status).toBe(200)
    expect(await isActive(gift.discountCode)).toBe(false)
    expect((await submitMagicWords(shop.browser(), gift.code)).path).toBe('/us/redeem/review')
  })

  test('whose gift line is removed before shipping reopens the gift', async () => {
    const gift = await makeGift(shop)
    const paid = order([{ variant: 'Gift Bundle - No Wand', wrapping: null }], {
      discount_codes: [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }],
    })
    await sendWebhook(shop, paid)
    const out = refund(paid, [{ index: 0, quantity: 1, restock: 'cancel' }])
    const ids = { webhookId: randomUUID(), topic: 'refunds/create' }
    shop.embedded.store?.faults.plan({ kind: 'status', status: 500 }, { operation: 'GiftDiscount' })
    expect((await sendWebhook(shop, out, ids)).status).toBe(503)
    shop.embedded.store?.faults.clear()
    expect((await sendWebhook(shop, out, ids)).status).toBe(200)
    expect((await submitMagicWords(shop.browser(), gift.code)).path).toBe('/us/redeem/review')
  })

  test('except for its gift line leaves the gift with its recipient', async () => {
    const gift = await makeGift(shop)
    const lines = [
      { variant: 'Gift Bundle - No Wand', wrapping: null },
      { title: 'Magic Wand', variant: 'Dragon & Oak', wrapping: null },
    ]
    const codes = [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }]
    const paid = order(lines, { discount_codes: codes })
    await sendWebhook(shop, paid)
    const send = (parts: Parameters<typeof refund>[1]) =>
      sendWebhook(shop, refund(paid, parts), { topic: 'refunds/create' })
    const wand = { index: 1, quantity: 1 }
    expect((await send([{ ...wand, restock: 'cancel' }])).status).toBe(200)
    expect((await send([{ index: 0, quantity: 0, restock: 'cancel' }, wand])).status).toBe(200)
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(true)
    expect((await send([wand, { index: 0, quantity: 1, restock: 'cancel' }])).status).toBe(200)
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(false)
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
