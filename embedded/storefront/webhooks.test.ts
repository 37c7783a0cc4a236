import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, test } from 'vitest'
import {
  openTestStore,
  STORE_SECRETS,
  storeFolder,
  type TestStore,
  variantId,
} from '../../tests/support/embedded-store.ts'

let shop: TestStore
beforeEach(() => {
  shop = openTestStore()
})

const ELDER = variantId(4, 1)

test('an order is told with a signed webhook', async () => {
  const wrapping = [{ key: 'Gift wrapping', value: 'Gift Edition Envelope' }]
  const lines = [{ merchandiseId: variantId(3, 2), quantity: 2, attributes: wrapping }]
  const attributes = [{ key: 'idea', value: 'owls' }]
  const { checkoutUrl } = await shop.createCart(lines, { codes: ['OWL10'], attributes })
  await shop.order(checkoutUrl)
  const [delivery] = await shop.sent()
  const body = (await delivery?.request.clone().text()) ?? ''
  const header = (name: string) => delivery?.request.headers.get(name)
  expect(delivery?.request.url).toBe('http://shop.test/webhooks/orders-paid')
  expect(header('X-Shopify-Hmac-Sha256')).toBe(
    createHmac('sha256', STORE_SECRETS.webhookSecret).update(body).digest('base64'),
  )
  expect(header('X-Shopify-Topic')).toBe('orders/paid')
  expect(header('X-Shopify-API-Version')).toBe('2025-07')
  expect(header('X-Shopify-Webhook-Id')).toMatch(/^[\w-]{36}$/)
  expect(header('X-Shopify-Event-Id')).toMatch(/^[\w-]{36}$/)
  expect(delivery?.payload).toMatchObject({
    name: '#1001',
    order_number: 1001,
    email: 'ada@example.com',
    currency: 'GBP',
    financial_status: 'paid',
    total_price: '158.40',
    total_discounts: '17.60',
    customer: { first_name: 'Ada', last_name: 'Fairweather', email: 'ada@example.com' },
    discount_codes: [{ code: 'OWL10', amount: '17.60', type: 'percentage' }],
    note_attributes: [{ name: 'idea', value: 'owls' }],
    line_items: [
      {
        variant_id: Number(variantId(3, 2).split('/').at(-1)),
        product_id: 8510000000003,
        title: 'Vol. II: Magical You (Pre-Order)',
        variant_title: 'Standard (Dragon and Elder)',
        quantity: 2,
        price: '88.00',
        properties: [{ name: 'Gift wrapping', value: 'Gift Edition Envelope' }],
      },
    ],
    shipping_address: { address1: '4 Keyhole Row', city: 'Ludlow', zip: 'SY8 0ZZ', country_code: 'GB' },
  })
})

describe('webhooks', () => {
  it('are retried eight times, after increasing delays, with the same id', async () => {
    shop.receiver.status = 503
    await shop.order((await shop.createCart([{ merchandiseId: ELDER }])).checkoutUrl)
    for (const [retries, seconds] of [5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600].entries()) {
      expect(await shop.sent()).toHaveLength(retries + 1)
      shop.clock.at += seconds * 1_000 - 1
      expect(await shop.sent()).toHaveLength(retries + 1)
      shop.clock.at += 1
    }
    const sent = await shop.sent()
    expect(sent).toHaveLength(9)
    expect(new Set(sent.map(({ request }) => request.headers.get('X-Shopify-Webhook-Id'))).size).toBe(1)
    shop.clock.at += 24 * 3_600_000
    expect(await shop.sent()).toHaveLength(9)
  })

  it('are not retried once they are accepted', async () => {
    await shop.order((await shop.createCart([{ merchandiseId: ELDER }])).checkoutUrl)
    expect(await shop.sent()).toHaveLength(1)
    shop.clock.at += 24 * 3_600_000
    expect(await shop.sent()).toHaveLength(1)
  })

  it('are sent once when another process on the same folder sends them meanwhile', async () => {
    const sentBy: string[] = []
    const deliver = async (name: string) => {
      sentBy.push(name)
      // By now this process has read both deliveries, and claimed the first only.
      if (name === 'own') await other.store.deliverWebhooks()
      return new Response(null, { status: 200 })
    }
    const dataDir = storeFolder()
    const own = openTestStore({ dataDir, deliverWebhook: () => deliver('own') })
    const other = openTestStore({ dataDir, deliverWebhook: () => deliver('other') })
    for (let orders = 0; orders < 2; orders++)
      await own.order((await own.createCart([{ merchandiseId: ELDER }])).checkoutUrl)
    await own.store.deliverWebhooks()
    expect(sentBy).toEqual(['own', 'other'])
  })

  it('survive a receiver that throws', async () => {
    const failing = openTestStore({ deliverWebhook: () => Promise.reject(new Error('down')) })
    await failing.order((await failing.createCart([{ merchandiseId: ELDER }])).checkoutUrl)
    await failing.store.deliverWebhooks()
  })

  it('are retried after a delay when the database cannot write', async () => {
    const dataDir = storeFolder()
    let failures = 0
    const log = { warn() {}, error: () => void failures++ }
    const full = openTestStore({ dataDir, log, now: Date.now })
    const db = new DatabaseSync(join(dataDir, 'store.sqlite'))
    db.exec(`create trigger full before update on deliveries begin select raise(abort, 'disk is full'); end`)
    await full.order((await full.createCart([{ merchandiseId: ELDER }])).checkoutUrl)
    await expect.poll(() => failures).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(failures).toBe(1)
    db.exec('drop trigger full')
    db.close()
    expect(await full.sent()).toHaveLength(1)
  })
})
