import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import {
  createTestStore,
  openTestStore,
  STORE_SECRETS,
  storeFolder,
  type TestStore,
  variantId,
} from '#tests/support/embedded-store.ts'

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
  const idsOf = (sent: Awaited<ReturnType<TestStore['sent']>>) =>
    new Set(sent.map(({ request }) => request.headers.get('X-Shopify-Webhook-Id')))
  const orderFrom = async ({ createCart, order }: TestStore) =>
    order((await createCart([{ merchandiseId: ELDER }])).checkoutUrl)

  it('are sent again, also after a restart, with the same id, until they are accepted', async () => {
    const dataDir = storeFolder()
    const before = createTestStore({ dataDir })
    before.receiver.status = 503
    await orderFrom(before)
    const refused = await before.sent()
    expect(refused).toHaveLength(2)
    await before.store.close()
    const after = openTestStore({ dataDir })
    const accepted = await after.sent()
    expect(accepted).toHaveLength(1)
    expect(idsOf([...refused, ...accepted]).size).toBe(1)
    expect(await after.sent()).toHaveLength(1)
  })

  it('are sent again by themselves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = openTestStore()
    refused.receiver.status = 503
    await orderFrom(refused)
    await expect.poll(() => refused.webhooks.length).toBe(1)
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => refused.webhooks.length).toBe(2)
  })

  it('are sent newest first, and given up after two days', async () => {
    const refused = openTestStore()
    const { clock, receiver } = refused
    receiver.status = 503
    await orderFrom(refused)
    clock.at += 47 * 3_600_000
    await orderFrom(refused)
    const [first] = await refused.sent()
    await refused.store.deliverWebhooks()
    const swept = await refused.sent()
    expect(swept.at(-1)?.request.headers.get('X-Shopify-Webhook-Id')).toBe(
      first?.request.headers.get('X-Shopify-Webhook-Id'),
    )
    clock.at += 2 * 3_600_000
    await refused.store.deliverWebhooks()
    const before = refused.webhooks.length
    await refused.store.deliverWebhooks()
    expect(refused.webhooks.length).toBe(before + 1)
  })

  it('survive a receiver that throws', async () => {
    const failing = openTestStore({ deliverWebhook: () => Promise.reject(new Error('down')) })
    await orderFrom(failing)
    await failing.store.deliverWebhooks()
  })

  it('are kept when the database cannot write', async () => {
    const dataDir = storeFolder()
    let failures = 0
    const log = { warn() {}, error: () => void failures++ }
    const full = openTestStore({ dataDir, log })
    const db = new DatabaseSync(join(dataDir, 'store.sqlite'))
    db.exec(`create trigger full before delete on deliveries begin select raise(abort, 'disk is full'); end`)
    await orderFrom(full)
    await expect.poll(() => failures).toBe(1)
    db.exec('drop trigger full')
    db.close()
    expect(idsOf(await full.sent()).size).toBe(1)
    expect(await full.sent()).toHaveLength(2)
  })
})
