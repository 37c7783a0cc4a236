import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { openCheckout } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** Another process is writing to an embedded database, such as a manual repair. */

const shop = openTestShop()
const signUp = (email: string) =>
  shop.browser().post('/us/subscribe', { fullName: 'Ada', email, source: 'Footer' })
const subscribers = (email: string) => rowsIn(shop, 'email_subscribers', 'email', email)

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

test('a form and an order wait for a lock that is held for a moment, and pages do not', async () => {
  const buyer = shop.browser()
  await buyer.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const checkout = await openCheckout(buyer)
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
  expect(await subscribers('waits@example.com')).toHaveLength(1)
})

test('a form says that it failed, and can be sent again', async () => {
  const release = await holdLock('backend.db')
  const refused = await signUp('ada@example.com')
  expect(refused.status).toBe(502)
  expect(refused.text).toContain('Failed to subscribe. Please try again.')
  await release()
  expect((await signUp('ada@example.com')).status).toBe(200)
  expect(await subscribers('ada@example.com')).toHaveLength(1)
})

test('a checkout and an order say that they failed, keep what was typed, and can be sent again', async () => {
  const [opener, buyer] = [shop.browser(), shop.browser()]
  for (const shopper of [opener, buyer])
    await shopper.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const checkout = await openCheckout(buyer)
  const release = await holdLock('store.sqlite')
  // Only reads.
  expect((await buyer.visit(checkout.path)).status).toBe(200)
  expect((await opener.post('/us/checkout', {})).text).toContain(
    'Failed to create checkout. Please try again.',
  )
  const refused = await buyer.submit(checkout, 'Complete order', { name: 'Ada Lovelace' })
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('Your order was not taken')
  expect(refused.html).toContain('value="Ada Lovelace"')
  await release()
  expect((await buyer.submit(refused, 'Complete order')).text).toContain('Order complete')
})
