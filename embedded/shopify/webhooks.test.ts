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

test('an order is told of with a signed webhook of the fields that were asked for, and read by its id', async () => {
  const wrapping = [{ key: 'Gift wrapping', value: 'Gift Edition Envelope' }]
  const lines = [{ merchandiseId: variantId(3, 2), quantity: 2, attributes: wrapping }]
  const { checkoutUrl } = await shop.createCart(lines, { codes: ['OWL10'] })
  await shop.order(checkoutUrl)
  const [delivery] = await shop.sent()
  const body = (await delivery?.request.clone().text()) ?? ''
  const header = (name: string) => delivery?.request.headers.get(name)
  expect(delivery?.request.url).toBe('http://shop.test/webhooks/orders-paid')
  expect(header('X-Shopify-Hmac-Sha256')).toBe(
    createHmac('sha256', STORE_SECRETS.webhookSecret).update(body).digest('base64'),
  )
  expect(header('X-Shopify-Topic')).toBe('orders/paid')
  expect(header('X-Shopify-Shop-Domain')).toBe('shop.test')
  expect(header('X-Shopify-API-Version')).toBe('2025-07')
  expect(header('X-Shopify-Webhook-Id')).toMatch(/^[\w-]{36}$/)
  expect(header('X-Shopify-Event-Id')).toMatch(/^[\w-]{36}$/)
  expect(Object.keys(delivery?.payload ?? {})).toEqual(['id'])
  const read = `query ($id: ID!) { order(id: $id) {
    name email test displayFinancialStatus presentmentCurrencyCode billingAddress { name } discountCodes
    lineItems(first: 5) { nodes { title variantTitle quantity currentQuantity refundableQuantity unfulfilledQuantity
      customAttributes { key value } variant { id } } } } }`
  const { data } = await shop.admin(read, { id: `gid://shopify/Order/${delivery?.payload.id}` })
  expect(data.order).toEqual({
    name: '#1001',
    email: 'ada@example.com',
    test: false,
    displayFinancialStatus: 'PAID',
    presentmentCurrencyCode: 'GBP',
    billingAddress: { name: 'Ada Fairweather' },
    discountCodes: ['OWL10'],
    lineItems: {
      nodes: [
        {
          title: 'Vol. II: Magical You (Pre-Order)',
          variantTitle: 'Standard (Dragon and Elder)',
          quantity: 2,
          currentQuantity: 2,
          refundableQuantity: 2,
          unfulfilledQuantity: 2,
          customAttributes: wrapping,
          variant: { id: variantId(3, 2) },
        },
      ],
    },
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
