import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

/** Holds the write lock of a database. @returns releases it */
function holdLock(name: 'backend.db' | 'store.sqlite') {
  const holder = new DatabaseSync(join(shop.dataDir, name))
  holder.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
  holders.push(holder)
  return () => holder.exec('ROLLBACK')
}

test('a form says that it failed, and can be sent again', async () => {
  const signUp = () =>
    shop.browser().post('/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
  const release = holdLock('backend.db')
  const refused = await signUp()
  expect(refused.status).toBe(502)
  expect(refused.text).toContain('Failed to subscribe. Please try again.')
  release()
  expect((await signUp()).status).toBe(200)
  expect(await rowsIn(shop, 'email_subscribers', 'email', 'ada@example.com')).toHaveLength(1)
})

test('a checkout and an order say that they failed, keep what was typed, and can be sent again', async () => {
  const [opener, buyer] = [shop.browser(), shop.browser()]
  for (const shopper of [opener, buyer])
    await shopper.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const checkout = await openCheckout(buyer)
  const release = holdLock('store.sqlite')
  expect((await opener.post('/us/checkout', {})).text).toContain(
    'Failed to create checkout. Please try again.',
  )
  const refused = await buyer.submit(checkout, 'Complete order', { name: 'Ada Lovelace' })
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('Your order was not taken')
  expect(refused.html).toContain('value="Ada Lovelace"')
  release()
  expect((await buyer.submit(refused, 'Complete order')).text).toContain('Order complete')
})
