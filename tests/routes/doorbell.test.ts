import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sendWebhook } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** A webhook of the store is a doorbell: it says which order is to be read, and nothing else. */

const shop = openTestShop()

const noted = async (id: string) => (await shop.services.backend.orders.find(id)) !== null

describe('a webhook', () => {
  test.each([
    ['orders/paid', '{"id":920982911946154502,"note":"x"}', '920982911946154502'],
    ['orders/cancelled', '{"id":"7002","line_items":"nonsense"}', '7002'],
    ['orders/edited', '{"order_edit":{"id":7,"order_id":920982911946154503}}', '920982911946154503'],
    ['refunds/create', '{"id":8,"order_id":920982911946154504}', '920982911946154504'],
  ])('%s notes its order, whose id is exact beyond 2^53', async (topic, body, id) => {
    expect((await sendWebhook(shop, body, { topic })).status).toBe(200)
    expect(await noted(id)).toBe(true)
    expect(await noted(String(BigInt(id) + 1n))).toBe(false)
  })

  test('of a topic that the shop does not use notes nothing', async () => {
    expect((await sendWebhook(shop, '{"id":7005}', { topic: 'customers/create' })).status).toBe(200)
    expect(await noted('7005')).toBe(false)
  })

  test('of any JSON is taken or refused, never an error', async () => {
    const topics = fc.constantFrom('orders/paid', 'orders/edited', 'refunds/create')
    await fc.assert(
      fc.asyncProperty(fc.json(), topics, async (body, topic) => {
        expect([200, 400]).toContain((await sendWebhook(shop, body, { topic })).status)
      }),
      { numRuns: 50 },
    )
  })
})
