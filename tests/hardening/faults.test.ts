import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { makeGift, openCheckout, sendWebhook, submitMagicWords } from '../support/gifts.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

/**
 * Services that never answer, and databases that another process holds: each visitor gets a page with the shop's own words,
 * what was typed is kept, and the shop recovers by itself. Services that answer wrongly, or not at all, are shown by
 * `tests/journeys/outage` and `backend-down`, and by the tests of their clients.
 */

function expectPage(page: Page, status: number, ...words: string[]): void {
  expect(page.status, page.path).toBe(status)
  for (const text of words) expect(page.text).toContain(text)
}

test('a backend that hangs: words are not lost, and a webhook comes again', async () => {
  const shop = await createTestShop()
  onTestFinished(shop.close)
  const gift = await makeGift(shop)
  const redeem = () => submitMagicWords(shop.browser(), gift.code)
  const ring = () => sendWebhook(shop, '{"id":7700000000000}')
  const heal = shop.embedded.backend?.faults.inject({ kind: 'hang' })
  const [unread, unheard] = await Promise.all([redeem(), ring()])
  expectPage(unread, 503, 'Error validating magic words')
  expect([unread.html.includes(gift.code), unheard.status]).toEqual([true, 503])
  heal?.()
  expect((await redeem()).path).toBe('/us/redeem/review')
  expect((await ring()).status).toBe(200)
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
