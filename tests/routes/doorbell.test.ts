import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sendWebhook } from '../support/gifts.ts'
import { openOwner } from '../support/owner.ts'
import { silentLog } from '../support/silent-log.ts'
import { openTestShop } from '../support/test-shop.ts'

/** A webhook of the store is a doorbell: it says which order is to be read, and nothing else. */

const warnings: string[] = []
const clock = { at: Date.now() }
const log = { ...silentLog, warn: (...line: unknown[]) => void warnings.push(JSON.stringify(line)) }
const shop = openTestShop({ log, now: () => clock.at })
const owner = openOwner(shop)

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

  test('of another shop, or of a topic that the shop does not use, notes nothing', async () => {
    await shop.services.orders.idle()
    const headers = { 'X-Shopify-Shop-Domain': 'another.myshopify.com' }
    expect((await sendWebhook(shop, '{"id":7005}', { headers })).status).toBe(200)
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

describe('refused webhooks', () => {
  test('are counted, logged once a minute, and shown to the owner with their likely reason', async () => {
    clock.at += 25 * 3_600_000
    warnings.length = 0
    const forge = async () => (await sendWebhook(shop, '{"id":1}', { secret: 'another secret' })).status
    for (let time = 0; time < 5; time++) expect(await forge()).toBe(401)
    clock.at += 60_000
    expect(await forge()).toBe(401)
    const logged = warnings.filter((line) => line.includes('webhooks refused'))
    expect(logged).toHaveLength(2)
    const page = await owner.visit('/admin')
    expect(page.main).toContain('Webhooks are being refused: is WEBHOOK_SECRET right?')
    expect(page.main).toMatch(/\d+ times/)
    clock.at += 25 * 3_600_000
    expect((await owner.visit('/admin')).main).not.toContain('WEBHOOK_SECRET')
  })
})
