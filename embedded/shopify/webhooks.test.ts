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

test('a webhook that is refused, or fails, is sent again by itself, with the same id', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent: (string | null)[] = []
  const refused = openTestStore({
    async deliverWebhook(request) {
      sent.push(request.headers.get('X-Shopify-Webhook-Id'))
      if (sent.length > 1) throw new Error('down')
      return new Response(null, { status: 503 })
    },
  })
  await orderFrom(refused)
  for (const times of [1, 2, 3]) {
    await expect.poll(() => sent.length).toBe(times)
    vi.advanceTimersByTime(10_000)
  }
  expect(new Set(sent).size).toBe(1)
})
