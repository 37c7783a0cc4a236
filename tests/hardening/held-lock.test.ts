import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { openCheckout } from '../support/gifts.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

/** Another process is writing to an embedded database, such as a manual repair. */

let shop: TestShop
const holders: DatabaseSync[] = []
beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.close()
  await shop.close()
})

const signUp = () =>
  shop.browser().post('/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
const subscribers = () => rowsIn(shop, 'email_subscribers', 'email', 'ada@example.com')

type Name = 'backend.db' | 'store.sqlite'

/** Holds the write lock of a database. @returns releases it */
function holdLock(name: Name) {
  const holder = new DatabaseSync(join(shop.dataDir, name))
  holder.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
  holders.push(holder)
  return () => holder.exec('ROLLBACK')
}

/** Holds it in another thread, as a shop that waits for it blocks its own. @returns once it is held */
async function holdLockForAMoment(name: Name) {
  const holder = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const holder = new (require('node:sqlite').DatabaseSync)(workerData)
    holder.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
    parentPort.postMessage('held')
    setTimeout(() => holder.close(), 200)`,
    { eval: true, workerData: join(shop.dataDir, name) },
  )
  onTestFinished(async () => void (await holder.terminate()))
  await once(holder, 'message')
}

test('a form and an order wait for a lock that is held for a moment', async () => {
  const buyer = shop.browser()
  await buyer.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const checkout = await openCheckout(buyer)
  await holdLockForAMoment('store.sqlite')
  expect((await buyer.submit(checkout, 'Complete order')).text).toContain('Order complete')
  await holdLockForAMoment('backend.db')
  expect((await signUp()).status).toBe(200)
  expect(await subscribers()).toHaveLength(1)
})

test('a form says that it failed, and can be sent again', async () => {
  const release = holdLock('backend.db')
  const refused = await signUp()
  expect(refused.status).toBe(502)
  expect(refused.text).toContain('Failed to subscribe. Please try again.')
  release()
  expect((await signUp()).status).toBe(200)
  expect(await subscribers()).toHaveLength(1)
})

test('a checkout and an order say that they failed, keep what was typed, and can be sent again', async () => {
  const [opener, buyer] = [shop.browser(), shop.browser()]
  for (const shopper of [opener, buyer])
    await shopper.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const checkout = await openCheckout(buyer)
  const release = holdLock('store.sqlite')
  // Only reads.
  expect((await buyer.visit(checkout.path)).status).toBe(200)
  expect((await opener.post('/us/checkout', {})).text).toContain(
    'Failed to create checkout. Please try again.',
  )
  const refused = await buyer.submit(checkout, 'Complete order', { name: 'Ada Lovelace' })
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('Your order was not taken')
  expect(refused.html).toContain('value="Ada Lovelace"')
  release()
  expect((await buyer.submit(refused, 'Complete order')).text).toContain('Order complete')
  const [store] = holders
  expect({ ...store?.prepare('SELECT count(*) AS orders FROM orders').get() }).toEqual({ orders: 1 })
})
