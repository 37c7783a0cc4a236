import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_RESPONSE_BYTES } from '#app/services/upstream/upstream-error.server.ts'
import { rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { makeGift, openCheckout, sendWebhook, submitMagicWords } from '../support/gifts.ts'
import { openSilentServer } from '../support/loopback.ts'
import { placeOrder } from '../support/store-orders.ts'
import { createTestShop, MIXED, openTestShop, type TestShop } from '../support/test-shop.ts'
import { createUpstreams, FAULTS, SECRET_WORDS, type Upstreams } from './upstreams.ts'

/**
 * Services that fail over real connections, in every way that our clients tell apart: each visitor gets a page with the
 * shop's own words although a service may never answer, the shop keeps selling, and it recovers by itself. What each
 * page says while store or backend are down is shown by `tests/journeys/outage` and `tests/journeys/backend-down`.
 */

const BOX = 'vol-ii-magical-you-pre-order'
const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead

function expectPage(page: Page, status: number, ...words: string[]): void {
  expect(page.status, page.path).toBe(status)
  for (const text of words) expect(page.text).toContain(text)
  expect(page.html).not.toContain(SECRET_WORDS)
}

/** Asserts that a shop shows what it sells, and sells it. */
async function expectSale(of: TestShop): Promise<void> {
  await of.warm
  const [cart, product] = await Promise.all([
    of.browser().post('/us/cart', { intent: 'add', handle: BOX, option: 'classic-wand' }),
    of.browser().visit(`/us/product/${BOX}`),
  ])
  expectPage(cart, 200, '1 item')
  expectPage(product, 200, '$88')
}

/** Asks until the page is at that address and whole: a service that works may answer late on a busy machine. */
const until = (path: string, ask: () => Promise<Page>) =>
  vi.waitFor(
    async () => {
      const page = await ask()
      expect([page.path, page.status]).toEqual([path, 200])
      return page
    },
    { timeout: 60_000 },
  )

describe('services', () => {
  /** Two shops: one whose functions fail, and one whose store and backend do. They wait at once for what hangs. */
  let worlds: readonly { readonly upstreams: Upstreams; readonly shop: TestShop }[] = []
  beforeAll(async () => {
    const open = async () => {
      const upstreams = await createUpstreams()
      const shop = await createTestShop({ env: upstreams.env, now })
      await shop.warm
      return { upstreams, shop }
    }
    worlds = [await open(), await open()]
  })
  afterEach(() => {
    for (const { upstreams } of worlds) upstreams.heal()
  })
  afterAll(async () => {
    for (const { shop, upstreams } of worlds) {
      await shop.close()
      await upstreams.close()
    }
  })

  test.each(FAULTS)('%s: old prices are shown, and every form can be sent again', async (fault) => {
    const [{ shop, upstreams } = expect.fail(), storeless = expect.fail()] = worlds
    const gift = await makeGift(upstreams.backing, { withDiscount: false })
    const recipient = shop.browser()
    const review = await until('/us/redeem/review', () => submitMagicWords(recipient, gift.code))
    const message = {
      fullName: 'Ada Lovelace',
      email: `${fault}@x.org`,
      subject: 'Other',
      message: 'Hello there',
    }
    const write = () => shop.browser().post('/us/contact', message)
    const claim = () => recipient.submit(review, 'Add Gift to Cart')
    const enter = () => shop.browser().visit('/')
    const other = await makeGift(storeless.upstreams.backing)
    const redeem = () => storeless.shop.browser().post('/us/redeem', { words: other.code })
    const ring = () => sendWebhook(storeless.shop, '{"id":7700000000000}')

    upstreams.fail(fault, 'functions', 'geo')
    storeless.upstreams.fail(fault, 'storefront', 'backend')
    // Longer than a catalogue is shown without asking the store, shorter than a recipient's words are remembered.
    clock.ahead += 90 * 60_000
    const failed = Promise.all([write(), claim(), enter(), redeem(), ring()])
    await Promise.all([failed, expectSale(storeless.shop)])
    const [unsent, unclaimed, entered, unread, unheard] = await failed
    expectPage(unsent, 502, 'Error: Failed to send message. Please try again.')
    expect(unsent.html).toContain('Hello there')
    expectPage(unclaimed, 502, 'Failed to create discount code', 'Nothing has been used up.')
    expect(entered.path).toBe('/uk')
    expectPage(unread, 503, 'Error validating magic words')
    expect(unheard.status).toBe(503)
    // Network buffers hold some megabytes more; without a bound it would be gigabytes.
    expect(storeless.upstreams.longestSent()).toBeLessThan(8 * MAX_RESPONSE_BYTES)

    for (const world of worlds) world.upstreams.heal()
    clock.ahead += 10_000
    expect((await until('/us/contact', write)).text).toContain('Message sent!')
    await until('/us/redeem/success', claim)
    await until('/us', enter)
    await until('/us/redeem/review', redeem)
  })

  test('a mail server that hangs accepts orders, and keeps selling', async () => {
    const mail = await openSilentServer()
    onTestFinished(mail.close)
    const env = { ...MIXED, SMTP_URL: `smtp://127.0.0.1:${mail.port}` }
    const mute = await createTestShop({ env, now })
    onTestFinished(() => mute.close())
    const [order] = await Promise.all([placeOrder(mute), expectSale(mute)])
    const gifts = () => mute.services.backend.gifts.listOfOrder(order.id)
    await vi.waitFor(async () => expect(await gifts()).toHaveLength(1), { timeout: 60_000 })
    mail.close()
    await mute.services.orders.idle()
    expect(await gifts()).toHaveLength(1)
  })
})

describe('another process that writes to an embedded database, such as a manual repair', () => {
  const shop = openTestShop()

  /** Holds the write lock of a database in another process. @returns once it is held, what releases it */
  async function holdLock(name: 'backend.db' | 'store.sqlite') {
    const script = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1])
      db.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
      console.log('held')
      process.stdin.on('data', () => { db.close(); process.exit() })`
    const holder = spawn(process.execPath, ['-e', script, join(shop.dataDir, name)])
    onTestFinished(() => void holder.kill())
    await once(holder.stdout, 'data')
    return async () => {
      holder.stdin.write('release')
      await once(holder, 'exit')
    }
  }

  const signUp = (email: string) =>
    shop.browser().post('/us/subscribe', { fullName: 'Ada', email, source: 'Footer' })

  /** An order that is ready to be sent. */
  async function openOrder() {
    const buyer = shop.browser()
    await buyer.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
    return { buyer, checkout: await openCheckout(buyer) }
  }

  test('lets a form and an order wait for a lock that is held for a moment, and pages do not', async () => {
    const { buyer, checkout } = await openOrder()
    // The first time, its code is loaded.
    await buyer.visit('/us/redeem')
    for (const [name, send, done] of [
      ['store.sqlite', () => buyer.submit(checkout, 'Complete order'), 'Order complete'],
      ['backend.db', () => signUp('waits@example.com'), 'Welcome to the magic!'],
    ] as const) {
      const release = await holdLock(name)
      let isDone = false
      const sent = send().finally(() => {
        isDone = true
      })
      expect((await shop.browser().visit('/us/redeem')).status).toBe(200)
      expect(isDone).toBe(false)
      await release()
      expect((await sent).text).toContain(done)
    }
  })

  test('makes a form and an order say that they failed, keep what was typed, and be sent again', async () => {
    const { buyer, checkout } = await openOrder()
    const releases = [await holdLock('backend.db'), await holdLock('store.sqlite')]
    // Only reads.
    expect((await buyer.visit(checkout.path)).status).toBe(200)
    const order = { name: 'Ada Lovelace' }
    const [unsigned, refused] = await Promise.all([
      signUp('ada@example.com'),
      buyer.submit(checkout, 'Complete order', order),
    ])
    expect([unsigned.status, unsigned.html.includes('ada@example.com')]).toEqual([502, true])
    expectPage(refused, 503, 'Your order was not taken')
    expect(refused.html).toContain('value="Ada Lovelace"')
    for (const release of releases) await release()
    expect((await signUp('ada@example.com')).status).toBe(200)
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'ada@example.com')).toHaveLength(1)
    expect((await buyer.submit(refused, 'Complete order')).text).toContain('Order complete')
  })
})
