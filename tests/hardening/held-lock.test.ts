import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { openCheckout } from '../support/gifts.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

/** Another process holds the write lock of an embedded database, such as a manual repair: pages are still served. */

let shop: TestShop
const holders: DatabaseSync[] = []
beforeEach(async () => {
  shop = await createTestShop()
  await shop.warm
})
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.close()
  await shop.close()
})

/** Holds the write lock of a database until it is released. */
function holdLock(name: 'backend.db' | 'store.sqlite') {
  const holder = new DatabaseSync(join(shop.dataDir, name))
  holder.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
  holders.push(holder)
  return { holder, release: () => holder.exec('ROLLBACK') }
}

/** Asserts that pages are served while this work waits: it would end first if it waited in the event loop. */
async function expectPagesBefore(waiting: Promise<unknown>): Promise<void> {
  let isOver = false
  void waiting.then(() => {
    isOver = true
  })
  for (const path of ['/us/faq', '/us/press']) expect((await shop.browser().visit(path)).status).toBe(200)
  expect(isOver).toBe(false)
}

const signUp = () =>
  shop.browser().post('/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
const subscribers = () => rowsIn(shop, 'email_subscribers', 'email', 'ada@example.com')

async function newShopper() {
  const shopper = shop.browser()
  await shopper.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  return shopper
}

test('beyond the deadline, a form, a checkout and an order report a failure, and can be sent again', async () => {
  const [opener, buyer] = [await newShopper(), await newShopper()]
  const checkout = await openCheckout(buyer)
  const [backend, store] = [holdLock('backend.db'), holdLock('store.sqlite')]
  const order = () => buyer.submit(checkout, 'Complete order')
  const work = Promise.all([signUp(), opener.post('/us/checkout', {}), order()])
  await expectPagesBefore(work)
  const [unsigned, unopened, unordered] = await work
  expect(unsigned.status).toBe(502)
  expect(unsigned.text).toContain('Failed to subscribe. Please try again.')
  expect(unopened.text).toContain('Failed to create checkout. Please try again.')
  expect(unordered.status).toBe(503)
  expect(unordered.text).toContain('Your order was not taken')
  backend.release()
  store.release()
  expect((await signUp()).status).toBe(200)
  expect(await subscribers()).toHaveLength(1)
  expect((await buyer.submit(unordered, 'Complete order')).text).toContain('Order complete')
  expect(store.holder.prepare('SELECT count(*) AS count FROM orders').get()?.count).toBe(1)
})

test('once it is released in time, an order is taken once', async () => {
  const buyer = await newShopper()
  const checkout = await openCheckout(buyer)
  const lock = holdLock('store.sqlite')
  const ordered = buyer.submit(checkout, 'Complete order')
  await expectPagesBefore(ordered)
  lock.release()
  expect((await ordered).text).toContain('Order complete')
})

test('once it is released in time, a form is stored once', async () => {
  const lock = holdLock('backend.db')
  const signed = signUp()
  await expectPagesBefore(signed)
  lock.release()
  expect((await signed).status).toBe(200)
  expect(await subscribers()).toHaveLength(1)
})
