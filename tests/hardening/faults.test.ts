import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, type TestContext, test, vi } from 'vitest'
import { MAX_RESPONSE_BYTES } from '#app/services/upstream/upstream-error.server.ts'
import type { Page } from '../support/browser.ts'
import { makeGift, sendWebhook, submitMagicWords } from '../support/gifts.ts'
import { placeOrder } from '../support/store-orders.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'
import { createUpstreams, FAULTS, SECRET_WORDS, type Upstreams } from './upstreams.ts'

/**
 * Services that fail over real connections, in every way that our clients tell apart: each visitor gets a page with the
 * shop's own words although a service may never answer, the shop keeps selling, and it recovers by itself. What each
 * page says while store or backend are down is shown by `tests/journeys/outage` and `tests/journeys/backend-down`.
 */

const BOX = 'vol-ii-magical-you-pre-order'
const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead
let upstreams: Upstreams
let shop: TestShop

beforeAll(async () => {
  upstreams = await createUpstreams()
  shop = await createTestShop({ env: upstreams.env, now })
  await shop.warm
})
afterEach(() => upstreams.heal())
afterAll(async () => {
  await shop.close()
  await upstreams.close()
})

function expectPage(page: Page, status: number, ...words: string[]): void {
  expect(page.status, page.path).toBe(status)
  for (const text of words) expect(page.text).toContain(text)
  expect(page.html).not.toContain(SECRET_WORDS)
}

/** Asserts that a shop shows what it sells, and sells it. */
async function expectSale(of: TestShop): Promise<void> {
  await of.warm
  const visitor = of.browser()
  await visitor.post('/us/cart', { intent: 'add', handle: BOX, option: 'classic-wand' })
  expectPage(await visitor.visit('/us/cart'), 200, '1 item')
  expectPage(await of.browser().visit(`/us/product/${BOX}`), 200, '$88')
}

test.each(FAULTS)('%s: old prices are shown, and every form can be sent again', async (fault) => {
  const email = `${fault}@example.com`
  const gift = await makeGift(upstreams.backing, { withDiscount: false })
  const recipient = shop.browser()
  const review = await submitMagicWords(recipient, gift.code)
  const message = { fullName: 'Ada Lovelace', email, subject: 'Other', message: 'Hello there' }
  const write = () => shop.browser().post('/us/contact', message)
  const claim = () => recipient.submit(review, 'Add Gift to Cart')
  const enter = () => shop.browser().visit('/')
  upstreams.fail(fault, 'storefront', 'functions', 'geo')
  // Longer than a catalogue is shown without asking the store, shorter than a recipient's words are remembered.
  clock.ahead += 90 * 60_000
  const [unsent, unclaimed, entered] = await Promise.all([write(), claim(), enter(), expectSale(shop)])
  expectPage(unsent, 502, 'Error: Failed to send message. Please try again.')
  expect(unsent.html).toContain('Hello there')
  expectPage(unclaimed, 502, 'Failed to create discount code', 'Nothing has been used up.')
  expect(entered.path).toBe('/uk')
  // Network buffers hold some megabytes more; without a bound it would be gigabytes.
  expect(upstreams.longestSent()).toBeLessThan(8 * MAX_RESPONSE_BYTES)
  upstreams.heal()
  clock.ahead += 10_000
  expectPage(await write(), 200, 'Message sent!')
  expect((await claim()).path).toBe('/us/redeem/success')
  expect((await enter()).path).toBe('/us')

  const other = await makeGift(upstreams.backing)
  const redeem = () => shop.browser().post('/us/redeem', { words: other.code })
  upstreams.fail(fault, 'backend')
  const [unread, untold] = await Promise.all([
    redeem(),
    sendWebhook(shop, '{"id":7700000000000}'),
    expectSale(shop),
  ])
  expectPage(unread, 503, 'Error validating magic words')
  expect(untold.status).toBe(503)
  upstreams.heal()
  expect((await redeem()).path).toBe('/us/redeem/review')
})

type Context = Pick<TestContext, 'onTestFinished'>

/** A shop for one test. */
async function openShop({ onTestFinished }: Context, env: Record<string, string>): Promise<TestShop> {
  const own = await createTestShop({ env, now })
  onTestFinished(() => own.close())
  return own
}

/** A server that accepts connections, and never says more than `answer` to what it is told. */
async function openSilentServer({ onTestFinished }: Context, answer = '') {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).on('data', () => socket.write(answer)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  onTestFinished(close)
  return { port: (server.address() as AddressInfo).port, close }
}

test('a mail server that hangs accepts orders, and keeps selling', async (context) => {
  const mail = await openSilentServer(context)
  const mute = await openShop(context, { ...MIXED, SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
  const [order] = await Promise.all([placeOrder(mute), expectSale(mute)])
  const gifts = () => mute.services.backend.gifts.listOfOrder(order.id)
  await vi.waitFor(async () => expect(await gifts()).toHaveLength(1), { timeout: 60_000 })
  mail.close()
  await mute.services.orders.idle()
  expect(await gifts()).toHaveLength(1)
})

test.for(['refused', 'hanging', 'loading'])(
  'a Redis that is %s: the shop sells, and counts limits for itself',
  async (fault, context) => {
    const redis = await openSilentServer(context, fault === 'loading' ? '-LOADING its data\r\n' : '')
    if (fault === 'refused') redis.close()
    const alone = await openShop(context, { REDIS_URL: `redis://127.0.0.1:${redis.port}` })
    await expectSale(alone)
    const visitor = alone.browser()
    const guesses = Array.from({ length: 22 }, (_, at) =>
      visitor.post('/us/redeem', { words: `wrong guess ${at}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(20).fill(422), 429, 429])
  },
)
