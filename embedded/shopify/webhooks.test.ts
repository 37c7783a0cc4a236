import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestStore, STORE_SECRETS, type TestStore, variantId } from '#tests/support/embedded-store.ts'

const orderFrom = async ({ createCart, order }: TestStore) =>
  order((await createCart([{ merchandiseId: variantId(4, 1) }])).checkoutUrl)

test('an order is told of with a signed webhook of the fields that were asked for', async () => {
  const shop = openTestStore()
  await orderFrom(shop)
  const [delivery] = await shop.sent()
  const { url, headers } = delivery?.request ?? expect.fail()
  const body = JSON.stringify({ id: 6200000000001 })
  expect([url, JSON.stringify(delivery?.payload)]).toEqual(['http://shop.test/webhooks/orders-paid', body])
  const signature = createHmac('sha256', STORE_SECRETS.webhookSecret).update(body).digest('base64')
  expect(headers.get('X-Shopify-Hmac-Sha256')).toBe(signature)
  expect(headers.get('X-Shopify-Topic')).toBe('orders/paid')
  expect(headers.get('X-Shopify-Shop-Domain')).toBe('shop.test')
  expect(headers.get('X-Shopify-Webhook-Id')).toMatch(/^[\w-]{36}$/)
})

test.each([
  ['refuses', async () => new Response(null, { status: 503 })],
  ['throws', () => Promise.reject(new Error('down'))],
])('a webhook whose receiver %s is sent again by itself, with the same id', async (_, receive) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent: (string | null)[] = []
  const refused = openTestStore({
    deliverWebhook(request) {
      sent.push(request.headers.get('X-Shopify-Webhook-Id'))
      return receive()
    },
  })
  await orderFrom(refused)
  await expect.poll(() => sent.length).toBe(1)
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toBe(sent[0])
})
