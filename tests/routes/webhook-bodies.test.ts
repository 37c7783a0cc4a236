import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { openOrderShop } from '../support/order-shop.ts'
import { openOwner } from '../support/owner.ts'
import { silentLog } from '../support/silent-log.ts'
import { deliveryOf } from '../support/store-orders.ts'

/** What a store can send as the body of a webhook, and what others can. */

const warnings: string[] = []
const clock = { at: Date.now() }
const log = {
  ...silentLog,
  warn: (...line: unknown[]) => void warnings.push(JSON.stringify(line)),
}
const { shop, order, redeeming, tell, giftOf, codesOf } = openOrderShop({ log, now: () => clock.at })
const owner = openOwner(shop)

describe('ids beyond 2^53', () => {
  const ID = '920982911946154508'
  const NEIGHBOUR = '920982911946154509'
  const LINE = '866550311766439020'

  test('are kept to the digit, of orders, lines and refunds', async () => {
    const bought = order([{ quantity: 2 }])
    // As numbers in the JSON: JavaScript itself would round them.
    const raw = (body: object) =>
      JSON.stringify(body)
        .replaceAll(String(bought.line_items[0]?.id), LINE)
        .replaceAll(String(bought.id), ID)
    expect(raw(bought)).toContain(`{"id":${ID},`)
    expect((await sendWebhook(shop, raw(bought))).status).toBe(200)
    expect((await codesOf({ id: ID })).map(({ orderLineId }) => orderLineId)).toEqual([LINE, LINE])
    expect((await sendWebhook(shop, raw(bought).replaceAll(ID, NEIGHBOUR))).status).toBe(200)
    expect(await codesOf({ id: NEIGHBOUR })).toHaveLength(2)
    expect(await codesOf({ id: ID })).toHaveLength(2)
    const { topic, body } = deliveryOf(bought, 'refunded')
    expect((await sendWebhook(shop, raw(body), { topic })).status).toBe(200)
    expect((await codesOf({ id: ID })).map(({ revokedAt }) => revokedAt !== null)).toEqual([false, true])
    expect((await codesOf({ id: NEIGHBOUR })).map(({ revokedAt }) => revokedAt)).toEqual([null, null])
  })

  test('of Shopify’s own test notification are accepted', async () => {
    const notification = `{"id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","name":"#9999","email":"jon@example.com",
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
  const wand = { variant: 'Dragon & Oak', title: 'Magic Wand', wrapping: null }

  test.each([
    ['1,001 units of a line', [{ ...wand, quantity: 1_001 }], {}],
    ['2,000 lines', Array.from({ length: 2_000 }, () => wand), {}],
    ['7 MB', [wand], { note: 'n'.repeat(7_000_000) }],
  ])('are accepted, and give the gifts in them: %s', async (_, lines, more) => {
    const bought = order([...lines, {}], more)
    expect(await tell(bought, 'paid')).toBe(200)
    expect(await codesOf(bought)).toHaveLength(1)
    expect(await tell(bought, 'cancelled')).toBe(200)
    expect((await codesOf(bought))[0]?.revokedAt).not.toBeNull()
  })

  test('have a bound: more than 8 MB is refused unread', async () => {
    const huge = order([{}], { note: 'n'.repeat(8 * 1024 * 1024) })
    expect(await tell(huge, 'paid')).toBe(413)
  })

  test('with many gifts are completed by later deliveries, each gift once', async () => {
    const bought = order([{ quantity: 10 }])
    const ids = { webhookId: 'many-gifts' }
    // Longer than the store waits for its response.
    const stored = Promise.withResolvers<void>()
    const match = /POST .*gift_redemption_codes/
    injectFault(shop, { match, kind: 'slow', meanwhile: () => stored.promise, times: 1 })
    expect(await tell(bought, 'paid', ids)).toBe(503)
    stored.resolve()
    await expect.poll(() => tell(bought, 'paid', ids)).toBe(200)
    const gifts = await codesOf(bought)
    expect(new Set(gifts.map(({ orderLineUnit }) => orderLineUnit)).size).toBe(10)
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

  /** Each field has one, in turn. */
  const hostileValues = (field: number) => [HOSTILE[field % HOSTILE.length]]

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
      const known = redeeming('OWL10', [{}], { line_title: gift.code })
      const { topic, body } = deliveryOf(known, event)
      const statuses = new Set<number>()
      const paths = pathsOf(body)
      expect(paths.length).toBeGreaterThanOrEqual(HOSTILE.length)
      for (const hostile of paths.flatMap((path, field) =>
        hostileValues(field).map((by) => replaced(body, path, by)),
      )) {
        // Its own order, so that earlier ones do not decide.
        const own = JSON.stringify(hostile).replaceAll(String(known.id), String(order().id))
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
    const odd = [null, 7, { name: 7 }, { name: 'x', value: { toString: 1 } }]
    const name = `#\u0000${'\u202e'.repeat(3)}${'n'.repeat(200)}`
    const bought = order([{}], { name, customer: 'nobody' })
    const lines = bought.line_items.map((line) => ({ ...line, properties: [...odd, ...line.properties] }))
    expect((await sendWebhook(shop, { ...bought, line_items: lines })).status).toBe(200)
    const [gift] = await codesOf(bought)
    expect(gift?.orderName).toBe(`#${'n'.repeat(79)}`)
  })

  test.each(['authorized', 'refunded', 'PAID', '', null, undefined])(
    'with financial_status %s mints and spends nothing, and the payment that follows does',
    async (status) => {
      const gift = await makeGift(shop)
      const paid = redeeming(gift.discountCode, [{}])
      expect((await sendWebhook(shop, { ...paid, financial_status: status })).status).toBe(200)
      expect(await codesOf(paid)).toEqual([])
      expect((await giftOf(gift)).redeemed).toBe(false)
      expect(await tell(paid, 'paid')).toBe(200)
      expect(await codesOf(paid)).toHaveLength(1)
      expect((await giftOf(gift)).redeemed).toBe(true)
    },
  )
})

describe('refused webhooks', () => {
  test('are counted, logged once a minute, and shown to the owner with the question to ask', async () => {
    clock.at += 3_600_000
    warnings.length = 0
    const forge = () => tell(order(), 'paid', { secret: 'another secret' })
    for (let time = 0; time < 5; time++) expect(await forge()).toBe(401)
    const logged = () => warnings.filter((line) => line.includes('webhooks refused'))
    expect(logged()).toEqual([expect.stringContaining('"refused":1')])
    clock.at += 60_000
    expect(await forge()).toBe(401)
    expect(logged().at(-1)).toContain('"refused":6')
    expect(logged()).toHaveLength(2)
    const page = await owner.visit('/admin')
    expect(page.main).toContain('Webhooks are being refused: is WEBHOOK_SECRET right?')
    expect(page.main).toContain('6 times')
    clock.at += 25 * 3_600_000
    const later = await owner.visit('/admin')
    expect(later.path).toBe('/admin')
    expect(later.main).not.toContain('WEBHOOK_SECRET')
  })

  test('whose body cannot be read, though it is signed, are shown too', async () => {
    clock.at += 3_600_000
    expect((await sendWebhook(shop, '{"id":7}')).status).toBe(400)
    expect((await owner.visit('/admin')).main).toContain('Order notices arrive that the shop cannot read')
  })
})
