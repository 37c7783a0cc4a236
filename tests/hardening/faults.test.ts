import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest'
import { MAX_RESPONSE_BYTES } from '#app/services/upstream/bounded-fetch.server.ts'
import type { Browser, Page } from '../support/browser.ts'
import { makeGift, sendWebhook, submitMagicWords } from '../support/gifts.ts'
import { buyGift } from '../support/store-orders.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'
import { createUpstreams, FAULTS, SECRET_WORDS, type Upstreams } from './upstreams.ts'

/**
 * Services that fail over real connections, in every way that our clients tell apart: each visitor gets a page with the
 * shop's own words although a service may never answer, the shop keeps selling, and it recovers by itself. What each
 * page says while a service is down is shown by the tests of the routes.
 */

const BOX = 'vol-ii-magical-you-pre-order'
/** Longer than a catalogue is shown without asking the store, shorter than a recipient's words are remembered. */
const LONG_AGO = 90 * 60_000
const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead
let upstreams: Upstreams
let shop: TestShop
let shopper: Browser

async function newShopper(of: TestShop): Promise<Browser> {
  await of.warm
  const browser = of.browser()
  await browser.post('/us/cart', { intent: 'add', handle: BOX, option: 'classic-wand' })
  return browser
}

beforeAll(async () => {
  upstreams = await createUpstreams()
  shop = await createTestShop({ env: upstreams.env, now })
  shopper = await newShopper(shop)
})
afterAll(async () => {
  await shop.close()
  await upstreams.close()
})

function expectPage(page: Page, status: number, ...words: string[]): void {
  expect(page.status, page.path).toBe(status)
  for (const text of words) expect(page.text).toContain(text)
  expect(page.html).not.toContain(SECRET_WORDS)
}

/** Asserts that visitors with and without a cart can look at everything. */
async function expectSelling(): Promise<void> {
  const visitor = shop.browser()
  const views = [
    [visitor, '/us', 'From $'],
    [visitor, '/us/products', 'From $'],
    [visitor, '/uk/product/magic-wand', '£34'],
    [shopper, '/us/products', 'From $'],
    [shopper, `/us/product/${BOX}`, '$88'],
    [shopper, '/us/cart', '1 item'],
  ] as const
  await Promise.all(
    views.map(async ([browser, path, words]) => expectPage(await browser.visit(path), 200, words)),
  )
  expect((await shop.fetch('/sitemap.xml')).status).toBe(200)
}

/** Asserts that a shop shows what it sells, and sells it. */
async function expectSale(of: TestShop): Promise<void> {
  const withCart = await newShopper(of)
  expectPage(await of.browser().visit('/us/products'), 200, 'From $')
  expectPage(await of.browser().visit(`/us/product/${BOX}`), 200, '$88')
  expectPage(await withCart.visit('/us/cart'), 200, '1 item')
}

describe.each(FAULTS)('%s', (fault) => {
  const email = `${fault}@example.com`
  afterEach(() => upstreams.heal())

  test('store, functions and geolocation: old prices are shown, and every form can be sent again', async () => {
    const gift = await makeGift(upstreams.backing, { withDiscount: false })
    const recipient = shop.browser()
    const review = await submitMagicWords(recipient, gift.code)
    const message = { fullName: 'Ada Lovelace', email, subject: 'Other', message: 'Hello there' }
    const signup = { fullName: 'Ada Lovelace', email, source: 'Subscribe Page' }
    const checkOut = () => shopper.post('/us/checkout', {})
    const signUp = () => shop.browser().post('/us/subscribe', signup)
    const write = () => shop.browser().post('/us/contact', message)
    const claim = () => recipient.submit(review, 'Add Gift to Cart')
    const enter = () => shop.browser().visit('/')

    upstreams.fail(fault, 'storefront', 'functions', 'geo')
    clock.ahead += LONG_AGO
    const pages = await Promise.all([checkOut(), signUp(), write(), claim(), enter(), expectSelling()])
    const [unpaid, unsigned, unsent, unclaimed, entered] = pages
    expectPage(unpaid, 200, 'Failed to create checkout. Please try again.', '1 item')
    expectPage(unsigned, 502, 'Failed to subscribe. Please try again.')
    expect(unsigned.html).toContain(email)
    expectPage(unsent, 502, 'Error: Failed to send message. Please try again.')
    expect(unsent.html).toContain('Hello there')
    expectPage(unclaimed, 502, 'Failed to create discount code', 'Nothing has been used up.')
    expect(entered.path).toBe('/uk')
    // Network buffers hold some megabytes more; without a bound it would be gigabytes.
    expect(upstreams.longestSent()).toBeLessThan(8 * MAX_RESPONSE_BYTES)

    upstreams.heal()
    clock.ahead += 10_000
    expect((await checkOut()).trail.at(-1)).toContain('country=US')
    expectPage(await signUp(), 200, "You've been added to our mailing list.")
    expectPage(await write(), 200, 'Message sent!')
    expect((await claim()).path).toBe('/us/redeem/success')
    expect((await enter()).path).toBe('/us')
  })

  test('backend: forms and magic words can be sent again, and orders are told again', async () => {
    const gift = await makeGift(upstreams.backing)
    const joinWaitlist = () => shop.browser().post('/us/waitlist', { name: 'Ada Lovelace', email })
    const redeem = () => shop.browser().post('/us/redeem', { words: gift.code })
    const tell = () => sendWebhook(shop, '{"id":7700000000000}')

    upstreams.fail(fault, 'backend')
    const [unlisted, unread, untold] = await Promise.all([joinWaitlist(), redeem(), tell(), expectSale(shop)])
    expectPage(unlisted, 502, 'Something went wrong. Please try again.')
    expect(unlisted.html).toContain(email)
    expectPage(unread, 503, 'Error validating magic words')
    expect(untold.status).toBe(503)

    upstreams.heal()
    expectPage(await joinWaitlist(), 200, "You're on the list!")
    expect((await redeem()).path).toBe('/us/redeem/review')
  })
})

type Context = Pick<TestContext, 'onTestFinished'>

/** A shop for one test. */
async function openShop({ onTestFinished }: Context, env: Record<string, string>): Promise<TestShop> {
  const own = await createTestShop({ env, now })
  onTestFinished(() => own.close())
  return own
}

/**
 * A server that accepts connections, and never says more than this to what it is told.
 * @returns its port, and how it ends
 */
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

// They mostly wait.
describe.concurrent('a shop with', () => {
  test('a store that hangs at the start says so, serves other pages, and recovers', async (context) => {
    upstreams.fail('hanging', 'storefront')
    const cold = await openShop(context, upstreams.env)
    const visit = (path: string) => cold.browser().visit(path)
    const lists = Promise.all([visit('/us'), visit('/us/products')])
    expectPage(await visit(`/us/product/${BOX}`), 503, 'Store Temporarily Unavailable')
    for (const page of await lists) expectPage(page, 200, 'Store Temporarily Unavailable')
    expectPage(await visit('/us/about'), 200, 'Wizard Box')
    upstreams.heal()
    clock.ahead += 70_000
    // A question that the shop asked meanwhile may still hang.
    await vi.waitFor(async () => expectPage(await visit(`/us/product/${BOX}`), 200, '$88'), 60_000)
  })

  test('a mail server that hangs accepts orders, and keeps selling', async (context) => {
    const mail = await openSilentServer(context)
    const mute = await openShop(context, { ...MIXED, SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
    const [order] = await Promise.all([buyGift(mute), expectSale(mute)])
    const gifts = () => mute.services.backend.gifts.listOfOrder(order.id)
    await vi.waitFor(async () => expect(await gifts()).toHaveLength(1), { timeout: 60_000 })
    expect((await sendWebhook(mute, JSON.stringify({ id: Number(order.id) }))).status).toBe(200)
    mail.close()
    await mute.services.orders.idle()
    expect(await gifts()).toHaveLength(1)
  })

  test.for(['refused', 'hanging', 'loading'])(
    'a Redis that is %s sells, and counts limits for itself',
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
})
