import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
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

  test.each([
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00])],
    ['with an id that is none', '{"id":"1 or 2"}'],
    ['nested without end', '['.repeat(100_000)],
  ])('that is %s, with a valid signature, gets a 400', async (_, body) => {
    expect((await sendWebhook(shop, body)).status).toBe(400)
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

  test('whose body cannot be read, though it is signed, are shown too', async () => {
    expect((await sendWebhook(shop, '{"title":7}')).status).toBe(400)
    expect((await owner.visit('/admin')).main).toContain('Webhooks arrive that the shop cannot read')
  })
})
