import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { sendWebhook } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** A webhook of the store is a doorbell: it says which order is to be read, and nothing else. */

const shop = openTestShop()

const noted = async (id: string) => (await shop.services.backend.orders.find(id)) !== null

describe('a webhook', () => {
  test.each([
    ['orders/create', '{"id":920982911946154501}', '920982911946154501'],
    ['orders/paid', '{"id":920982911946154502,"note":"x"}', '920982911946154502'],
    ['orders/updated', '{"id":7001}', '7001'],
    ['orders/cancelled', '{"id":"7002","line_items":"nonsense"}', '7002'],
    ['orders/edited', '{"order_edit":{"id":7,"order_id":920982911946154503}}', '920982911946154503'],
    ['refunds/create', '{"id":8,"order_id":920982911946154504}', '920982911946154504'],
  ])('%s notes its order, whose id is exact beyond 2^53', async (topic, body, id) => {
    expect((await sendWebhook(shop, body, { topic })).status).toBe(200)
    expect(await noted(id)).toBe(true)
    expect(await noted(String(BigInt(id) + 1n))).toBe(false)
  })

  test('of any size that a store can send is taken, and more than 8 MB is not', async () => {
    const body = (bytes: number) => `{"id":7003,"note":"${'n'.repeat(bytes)}"}`
    expect((await sendWebhook(shop, body(7_000_000))).status).toBe(200)
    expect((await sendWebhook(shop, body(8 * 1024 * 1024))).status).toBe(413)
  })

  test('of a topic that the shop does not use notes nothing', async () => {
    expect((await sendWebhook(shop, '{"id":7005}', { topic: 'customers/create' })).status).toBe(200)
    expect(await noted('7005')).toBe(false)
  })

  test.each([
    ['no JSON', 'hello', 'orders/paid'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 'orders/paid'],
    ['without an id', '{"name":"#1"}', 'orders/paid'],
    ['with an id that is none', '{"id":"1 or 2"}', 'orders/paid'],
    ['nested without end', '['.repeat(100_000), 'orders/paid'],
    ['without a topic', '{"id":1}', ''],
  ])('that is %s, with a valid signature, gets a 400', async (_, body, topic) => {
    expect((await sendWebhook(shop, body, { topic })).status).toBe(400)
  })

  test('of the check-up is answered with the address that the shop takes for the visitor’s', async () => {
    const forged = { 'X-Forwarded-For': '192.0.2.77' }
    const response = await sendWebhook(shop, '{}', { topic: 'doctor/check', headers: forged })
    expect([response.status, response.headers.get('X-Visitor-Address')]).toEqual([200, '10.9.9.9'])
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

  test('is answered at once while the store hangs, and asked for again when it cannot be noted', async () => {
    const takeBack = shop.embedded.store?.faults.inject({ match: /ReadOrder/, kind: 'hang' })
    expect((await sendWebhook(shop, '{"id":7006}')).status).toBe(200)
    takeBack?.()
    injectFault(shop, { match: /(PATCH|POST) .*store_orders/, kind: 'unreachable', times: 1 })
    const refused = await sendWebhook(shop, '{"id":7007}')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30'])
    expect((await sendWebhook(shop, '{"id":7007}')).status).toBe(200)
  })
})
