import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { sendWebhook } from '../support/gifts.ts'
import { createHostedStore } from '../support/hosted-store.ts'
import { silentLog } from '../support/silent-log.ts'
import { createTestShop, form } from '../support/test-shop.ts'

/** What several instances share through Redis. */

const REDIS = '/usr/bin/redis-server'
const hasRedis = existsSync(REDIS)
if (!hasRedis) console.warn('No redis-server here: the tests of two instances that share one are left out.')

/** Resolves when the port accepts a connection; rejects when nothing listens. */
function checkConnection(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
    socket.once('error', reject)
  })
}

describe.skipIf(!hasRedis)('two instances with one Redis and one secret', () => {
  let port = 0
  let redis: ChildProcess
  beforeAll(async () => {
    port = await freePort()
    redis = spawn(
      REDIS,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    )
    await vi.waitFor(() => checkConnection(port), { timeout: 10_000 })
  })
  afterAll(() => redis.kill('SIGKILL'))

  test('share sessions and limits', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${port}`, SESSION_SECRET: 'the same secret for both of them' }
    const [one, two] = await Promise.all([createTestShop({ env }), createTestShop({ env })])
    const visitor = one.browser()
    await visitor.post('/us/cart', { intent: 'add', handle: 'magical-af-mug' })
    const other = two.browser()
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
    expect((await other.visit('/us/cart')).main).toContain('1 item')

    const guess = async (shop: typeof one, attempt: number) =>
      (await shop.fetch('/us/redeem', form({ words: `wrong guess ${attempt}` }))).status
    const statuses = []
    for (let attempt = 0; attempt < 24; attempt++)
      statuses.push(await guess(attempt % 2 ? one : two, attempt))
    expect(statuses.slice(0, 20)).not.toContain(429)
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429])
    await Promise.all([one.close(), two.close()])
  })

  test('show a changed product at once, whichever instance the store tells', async () => {
    const store = await createHostedStore()
    const env = { ...store.env, REDIS_URL: `redis://127.0.0.1:${port}` }
    const [one, two] = await Promise.all([createTestShop({ env }), createTestShop({ env })])
    const path = '/us/product/magical-af-mug'
    const page = async (shop: typeof one) => (await shop.fetch(path)).text()
    for (const shop of [one, two]) expect(await page(shop)).toContain('Magical AF Mug')

    store.alter('GetProductByHandle', ({ productByHandle: product }) => ({
      productByHandle: product && { ...product, title: 'A mug by another name' },
    }))
    const notify = (shop: typeof one) =>
      sendWebhook(shop, '{"id":1}', {
        topic: 'products/update',
        path: '/webhooks/products-update',
        webhookId: 'one-notice',
        eventId: 'one-event',
      })
    // A Redis that is slow to answer is a 503, after which the store tells again.
    await vi.waitFor(async () => expect((await notify(one)).status).toBe(200), { timeout: 10_000 })
    for (const shop of [one, two])
      await vi.waitFor(async () => expect(await page(shop)).toContain('A mug by another name'), {
        timeout: 20_000,
      })
    const generation = () => two.services.storefront.catalogueGeneration()
    const before = generation()
    await vi.waitFor(async () => expect((await notify(two)).status).toBe(200), { timeout: 10_000 })
    expect(generation()).toBe(before)

    await Promise.all([one.close(), two.close()])
    await store.close()
  })

  test('disconnect from it when it hangs, log that, and share limits again afterwards', async () => {
    const warn = vi.fn()
    const log = { ...silentLog, warn }
    const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
    const shop = await createTestShop({ env, log })
    const { limits } = shop.services
    redis.kill('SIGSTOP')
    onTestFinished(() => void redis.kill('SIGCONT'))
    const isLogged = () => warn.mock.calls.some(([, message]) => message === 'redis unavailable')
    await vi.waitFor(
      async () => {
        await limits.consume('letter', 'a visitor while it hangs')
        expect(isLogged()).toBe(true)
      },
      { timeout: 20_000 },
    )
    redis.kill('SIGCONT')
    const neighbour = await createTestShop({ env })
    await vi.waitFor(
      async () => {
        for (let count = 0; count < 60; count++) await limits.consume('letter', 'a visitor afterwards')
        expect(await neighbour.services.limits.isBlocked('letter', 'a visitor afterwards')).toBe(true)
      },
      { timeout: 20_000 },
    )
    await Promise.all([shop.close(), neighbour.close()])
  })
})
