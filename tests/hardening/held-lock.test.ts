import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { openCheckout } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** Another process is writing to an embedded database, such as a manual repair. */

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

test('a form and an order wait for a lock that is held for a moment, and pages do not', async () => {
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

test('a form and an order say that they failed, keep what was typed, and can be sent again', async () => {
  const { buyer, checkout } = await openOrder()
  const releaseBackend = await holdLock('backend.db')
  const unsigned = await signUp('ada@example.com')
  expect([unsigned.status, unsigned.html.includes('ada@example.com')]).toEqual([502, true])
  await releaseBackend()
  expect((await signUp('ada@example.com')).status).toBe(200)
  expect(await rowsIn(shop, 'email_subscribers', 'email', 'ada@example.com')).toHaveLength(1)
  const releaseStore = await holdLock('store.sqlite')
  // Only reads.
  expect((await buyer.visit(checkout.path)).status).toBe(200)
  const refused = await buyer.submit(checkout, 'Complete order', { name: 'Ada Lovelace' })
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('Your order was not taken')
  expect(refused.html).toContain('value="Ada Lovelace"')
  await releaseStore()
  expect((await buyer.submit(refused, 'Complete order')).text).toContain('Order complete')
})
