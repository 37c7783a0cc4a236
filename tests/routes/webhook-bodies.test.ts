import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { ownerBrowser } from '../support/owner.ts'
import { deliver, deliveryOf, orderWriter } from '../support/store-orders.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

/** What a store can send as the body of a webhook, and what others can. */

let shop: TestShop
let write: Awaited<ReturnType<typeof orderWriter>>
let nextOrder = 7_300_000_000_000
const warnings: string[] = []
const clock = { at: Date.now() }

beforeAll(async () => {
  const log = {
    info() {},
    debug() {},
    error() {},
    warn: (...line: unknown[]) => void warnings.push(JSON.stringify(line)),
  }
  shop = await createTestShop({ log, now: () => clock.at })
  write = await orderWriter(shop)
})
afterAll(() => shop.close())

const codesOf = (id: number | string) => shop.services.backend.gifts.listOfOrder(String(id))

describe('ids beyond 2^53', () => {
  const ID = '820982911946154508'

  test('are kept to the digit, of orders, lines and refunds', async () => {
    const bought = { ...write.buying(1, 2), name: '#big' }
    // As numbers in the JSON: JavaScript itself would round them.
    const raw = (body: object) =>
      JSON.stringify(body)
        .replaceAll('"id":1,', `"id":${ID},`)
        .replaceAll('"order_id":1,', `"order_id":${ID},`)
        .replaceAll('"10"', '866550311766439020')
    expect(raw(bought)).toContain(`{"id":${ID},`)
    expect((await sendWebhook(shop, raw(bought))).status).toBe(200)
    const gifts = await codesOf(ID)
    expect(gifts.map(({ orderLineId }) => orderLineId)).toEqual(Array(2).fill('866550311766439020'))
    const neighbour = raw(bought).replaceAll(ID, '820982911946154509')
    expect((await sendWebhook(shop, neighbour)).status).toBe(200)
    expect(await codesOf('820982911946154509')).toHaveLength(2)
    expect(await codesOf(ID)).toHaveLength(2)
    const { body } = deliveryOf(bought, 'refunded')
    expect((await sendWebhook(shop, raw(body), { topic: 'refunds/create' })).status).toBe(200)
    expect((await codesOf(ID)).map(({ revokedAt }) => revokedAt !== null)).toEqual([false, true])
    expect((await codesOf('820982911946154509')).map(({ revokedAt }) => revokedAt)).toEqual([null, null])
  })

  test('of Shopify’s own test notification are accepted', async () => {
    const notification = `{"id":${ID},"admin_graphql_api_id":"gid://shopify/Order/${ID}","name":"#9999","email":"jon@example.com",
      "test":true,"total_price":"403.00","financial_status":"voided","cancelled_at":"2021-12-31T19:00:00-05:00",
      "customer":{"id":115310627314723954,"email":"john@example.com"},"discount_codes":[],
      "line_items":[{"id":487817672276298554,"variant_id":null,"product_id":788032119674292922,"title":"Aviator sunglasses",
        "variant_title":null,"quantity":1,"properties":[]}],"refunds":[]}`
    for (const topic of ['orders/paid', 'orders/cancelled', 'orders/create'])
      expect((await sendWebhook(shop, notification, { topic })).status).toBe(200)
    const refund = `{"id":890088186047892319,"order_id":820982911946154507,"refund_line_items":[{"id":487817672276298627,
      "quantity":1,"line_item_id":487817672276298554,"restock_type":"no_restock","line_item":{"id":487817672276298554,"title":"Aviator sunglasses"}}]}`
    expect((await sendWebhook(shop, refund, { topic: 'refunds/create' })).status).toBe(200)
  })
})

describe('orders as big as a store can send', () => {
  const wand = { variant: 'Dragon & Oak', title: 'Magic Wand' }

  test.each([
    ['1,001 units of a line', [{ ...wand, quantity: 1_001 }], {}],
    ['501 lines', Array.from({ length: 501 }, () => wand), {}],
    ['2,000 lines', Array.from({ length: 2_000 }, () => wand), {}],
    ['1.2 MB', [wand], { note: 'n'.repeat(1_200_000) }],
    ['7 MB', [wand], { note: 'n'.repeat(7_000_000) }],
  ])('are accepted, and give the gifts in them: %s', async (_, lines, more) => {
    const gift = { variant: 'No Wand', wrapping: 'Printable letter' }
    const bought = write.order(nextOrder++, [...lines, gift], more)
    expect((await deliver(shop, bought, 'paid')).status).toBe(200)
    expect(await codesOf(bought.id)).toHaveLength(1)
    expect((await deliver(shop, bought, 'cancelled')).status).toBe(200)
    expect((await codesOf(bought.id))[0]?.revokedAt).not.toBeNull()
  })

  test('have a bound: more than 8 MB is refused unread', async () => {
    const huge = write.buying(nextOrder++, 1, { note: 'n'.repeat(8 * 1024 * 1024) })
    expect((await deliver(shop, huge, 'paid')).status).toBe(413)
  })

  test('with many gifts are completed by later deliveries, each gift once', async () => {
    const bought = write.buying(nextOrder++, 30)
    const ids = { webhookId: 'many-gifts' }
    const slow = { match: /POST .*gift_redemption_codes/, kind: 'slow', delayMs: 150 } as const
    const recover = injectFault(shop, slow)
    expect((await deliver(shop, bought, 'paid', ids)).status).toBe(503)
    recover()
    await expect
      .poll(async () => (await deliver(shop, bought, 'paid', ids)).status, { timeout: 25_000 })
      .toBe(200)
    const gifts = await codesOf(bought.id)
    expect(new Set(gifts.map(({ orderLineUnit }) => orderLineUnit)).size).toBe(30)
  })
})

describe('a body', () => {
  type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
  const HOSTILE: readonly unknown[] = [
    null,
    undefined,
    true,
    -1,
    1e308,
    2 ** 53,
    '',
    'x'.repeat(100_000),
    '\u0000\ud800\u202e{}<script>"\',),or(id.gt.0)',
    [],
    [null],
    {},
    { toString: 1, __proto__: null, constructor: 2 },
    [[[[]]]],
  ]

  /** HARDEN=full sends every value in every field, otherwise every eleventh: in some fields, each value is among them. */
  const STEP = process.env.HARDEN === 'full' ? 1 : 11

  /** Every path of a value, the value itself left out. */
  function pathsOf(
    value: unknown,
    path: readonly (string | number)[] = [],
  ): (readonly (string | number)[])[] {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => {
      const here = [...path, Array.isArray(value) ? Number(key) : key]
      return [here, ...pathsOf(inner, here)]
    })
  }

  function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): Json {
    const copy = structuredClone(value) as Record<string | number, unknown>
    if (key !== undefined) copy[key] = rest.length === 0 ? by : replaced(copy[key], rest, by)
    return copy as Json
  }

  test('with any one field missing, null, of another type, huge or hostile neither fails nor is retried for ever', async () => {
    const gift = await makeGift(shop)
    for (const event of ['paid', 'cancelled', 'refunded'] as const) {
      const order = write.order(
        nextOrder++,
        [{ variant: 'No Wand', wrapping: 'Printable letter' }, { variant: 'Gift Bundle - No Wand' }],
        { discount_codes: [{ code: 'OWL10', amount: '1.00', type: 'percentage' }], line_title: gift.code },
      )
      const { topic, body } = deliveryOf(order, event)
      const statuses = new Set<number>()
      const all = pathsOf(body).flatMap((path) => HOSTILE.map((by) => replaced(body, path, by)))
      for (const hostile of all.filter((_, at) => at % STEP === 0)) {
        // Its own order, so that earlier ones do not decide.
        const own = JSON.stringify(hostile).replaceAll(String(order.id), String(nextOrder++))
        statuses.add((await sendWebhook(shop, own, { topic })).status)
      }
      expect([...statuses].sort()).toEqual([200, 400])
    }
  }, 120_000)

  test('of any JSON is accepted or refused, never an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.constantFrom('orders/paid', 'orders/cancelled', 'refunds/create'),
        async (body, topic) => {
          expect([200, 400]).toContain((await sendWebhook(shop, body, { topic })).status)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('with one odd property still gives the gift, and with odd texts has a name', async () => {
    const bought = write.buying(nextOrder++)
    const odd = [null, 7, { name: 7 }, { name: 'x', value: { toString: 1 } }]
    const lines = bought.line_items.map((line) => ({ ...line, properties: [...odd, ...line.properties] }))
    const name = `#\u0000${'\u202e'.repeat(3)}${'n'.repeat(200)}`
    expect((await sendWebhook(shop, { ...bought, name, line_items: lines, customer: 'nobody' })).status).toBe(
      200,
    )
    const [gift] = await codesOf(bought.id)
    expect(gift?.orderName).toBe(`#${'n'.repeat(79)}`)
  })

  test.each(['authorized', 'partially_paid', 'pending', 'unpaid', 'voided', 'PAID', '', null, undefined])(
    'with financial_status %s mints and spends nothing, and the payment that follows does',
    async (status) => {
      const gift = await makeGift(shop)
      const order = write.order(
        nextOrder++,
        [{ variant: 'No Wand', wrapping: 'Printable letter' }, { variant: 'Gift Bundle - No Wand' }],
        { discount_codes: [{ code: gift.discountCode ?? '', amount: '59.00', type: 'percentage' }] },
      )
      expect((await sendWebhook(shop, { ...order, financial_status: status })).status).toBe(200)
      expect(await codesOf(order.id)).toEqual([])
      expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(false)
      expect((await deliver(shop, order, 'paid')).status).toBe(200)
      expect(await codesOf(order.id)).toHaveLength(1)
      expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(true)
    },
  )
})

describe('refused webhooks', () => {
  test('are counted, logged once a minute, and shown to the owner with the question to ask', async () => {
    clock.at += 3_600_000
    warnings.length = 0
    const forge = () => sendWebhook(shop, write.buying(nextOrder++), { secret: 'another secret' })
    for (let time = 0; time < 5; time++) expect((await forge()).status).toBe(401)
    const logged = () => warnings.filter((line) => line.includes('webhooks refused'))
    expect(logged()).toEqual([expect.stringContaining('"count":1')])
    clock.at += 60_000
    expect((await forge()).status).toBe(401)
    expect(logged().at(-1)).toContain('"count":5')
    expect(logged()).toHaveLength(2)
    expect(await rowsIn(shop, 'webhook_refusals', 'reason', 'signature')).toMatchObject([{ refused: 6 }])
    const page = await (await ownerBrowser(shop)).visit('/admin')
    expect(page.main).toContain('Webhooks are being refused: is WEBHOOK_SECRET right?')
    expect(page.main).toContain('At least 6 times')
    clock.at += 25 * 3_600_000
    expect((await (await ownerBrowser(shop)).visit('/admin')).main).not.toContain('WEBHOOK_SECRET')
  })

  test('whose body cannot be read, though it is signed, are shown too', async () => {
    clock.at += 3_600_000
    expect((await sendWebhook(shop, '{"id":7}')).status).toBe(400)
    expect((await (await ownerBrowser(shop)).visit('/admin')).main).toContain(
      'Order notices arrive that the shop cannot read',
    )
  })
})
