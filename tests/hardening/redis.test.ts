import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendWebhook } from '../support/gifts.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { createShopify } from '../support/shopify.ts'
import { silentLog } from '../support/silent-log.ts'
import { createTestShop, MIXED } from '../support/test-shop.ts'

/** What several instances share through Redis, and one that cannot. */

if (!hasRedis) console.warn('No redis-server here: the tests of two instances that share one are left out.')

test.each(['refused', 'hanging'])(
  'a Redis that is %s: the shop sells, and counts limits for itself',
  async (fault) => {
    const redis = createServer((socket) => socket.resume())
    await once(redis.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void redis.close())
    const { port } = redis.address() as AddressInfo
    if (fault === 'refused') redis.close()
    const alone = await createTestShop({ env: { REDIS_URL: `redis://127.0.0.1:${port}` } })
    onTestFinished(() => alone.close())
    const visitor = alone.browser()
    const cart = await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
    expect(cart.main).toContain('1 item')
    const guesses = Array.from({ length: 22 }, (_, at) =>
      visitor.post('/us/redeem', { words: `wrong guess ${at}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(20).fill(422), 429, 429])
  },
)

describe.skipIf(!hasRedis)('two instances with one Redis and one secret', () => {
  let port = 0
  let redis: ChildProcess
  beforeAll(async () => {
    ;({ server: redis, port } = await startRedis())
  })
  afterAll(() => redis.kill('SIGKILL'))
  // On a busy machine Redis may answer late.
  const wait = (what: () => Promise<void>) => vi.waitFor(what, { timeout: 60_000 })

  test('show a changed product at once, also the one that the store did not tell', async () => {
    const store = createShopify({ isNew: false })
    await store.listen()
    const own = { REDIS_URL: `redis://127.0.0.1:${port}`, SESSION_SECRET: 'the same secret for both of them' }
    const env = { ...MIXED, ...store.environment(), ...own }
    const [one, two] = await Promise.all([createTestShop({ env }), createTestShop({ env })])
    const page = async (shop: typeof one) => (await shop.fetch('/us/product/magical-af-mug')).text()
    for (const shop of [one, two]) expect(await page(shop)).toContain('Magical AF Mug')
    store.alter('GetProductByHandle', ({ productByHandle: product }) => ({
      productByHandle: product && { ...product, title: 'A mug by another name' },
    }))
    // A Redis that is slow to answer is a 503, after which the store tells again.
    await wait(async () => {
      const told = await sendWebhook(one, '{"id":1}', {
        topic: 'products/update',
        path: '/webhooks/products-update',
        headers: { 'X-Shopify-Shop-Domain': new URL(store.environment().ADMIN_API_URL).host },
      })
      expect(told.status).toBe(200)
    })
    for (const shop of [one, two])
      await wait(async () => expect(await page(shop)).toContain('A mug by another name'))
    await Promise.all([one.close(), two.close()])
    await store.close()
  })

  test('share limits, also after a time in which it hung, which is logged', async () => {
    const warn = vi.fn()
    const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
    const shop = await createTestShop({ env, log: { ...silentLog, warn } })
    const { limits } = shop.services
    redis.kill('SIGSTOP')
    onTestFinished(() => void redis.kill('SIGCONT'))
    await wait(async () => {
      await limits.consume('letter', 'a visitor while it hangs')
      expect(warn.mock.calls.map(([, message]) => message)).toContain('redis unavailable')
    })
    redis.kill('SIGCONT')
    const neighbour = await createTestShop({ env })
    const both = [limits, neighbour.services.limits]
    let turn = 0
    await wait(async () => {
      const visitor = `a visitor afterwards, ${turn++}`
      // 60 are allowed, and no instance counts so many alone.
      for (let count = 0; count < 31; count++) for (const each of both) await each.consume('letter', visitor)
      expect(await Promise.all(both.map((each) => each.isBlocked('letter', visitor)))).toEqual([true, true])
    })
    await Promise.all([shop.close(), neighbour.close()])
  })
})
