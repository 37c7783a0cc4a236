import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

/** Another process holds the write lock of an embedded database, such as a manual repair: pages are still served. */

/**
 * Longest acceptable block of the event loop, ms; most of it is tolerance for slow machines. Waiting for a lock in the
 * event loop would take at least the 1.5 s of the shortest one here.
 */
const MAX_BLOCK_MS = 1_000
let shop: TestShop
let lockHolder: DatabaseSync | null = null
beforeEach(async () => {
  shop = await createTestShop()
  await shop.warm
  // The first page that is rendered whole compiles the renderer.
  await shop.browser().visit('/us/press')
})
afterEach(async () => {
  lockHolder?.close()
  await shop.close()
})

/** Holds the write lock of a database until it is released. */
function holdLock(name: string): { release(): void } {
  const db = new DatabaseSync(join(shop.dataDir, name))
  db.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE')
  lockHolder = db
  return { release: () => db.exec('ROLLBACK') }
}

/** The result of some work, and the longest event loop delay during it, ms. */
async function measureBlocking<T>(work: Promise<T>): Promise<{ result: T; longestBlock: number }> {
  let last = performance.now()
  let longestBlock = 0
  const measure = () => {
    longestBlock = Math.max(longestBlock, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(measure, 10)
  const result = await work
  measure()
  clearInterval(timer)
  return { result, longestBlock }
}

const signUp = (email: string) =>
  shop.browser().post('/us/subscribe', { fullName: 'Ada', email, source: 'Footer' })
const subscriber = (email: string) => rowsIn(shop, 'email_subscribers', 'email', email)

test('a backend lock beyond the deadline: the form reports a failure, and pages are served', async () => {
  const lock = holdLock('backend.db')
  const { result, longestBlock } = await measureBlocking(
    Promise.all([signUp('ada@example.com'), shop.browser().visit('/us/faq')]),
  )
  const [failed, page] = result
  expect(longestBlock).toBeLessThan(MAX_BLOCK_MS)
  expect(page.status).toBe(200)
  expect(failed.status).toBe(502)
  expect(failed.text).toContain('Failed to subscribe. Please try again.')
  lock.release()
  expect((await signUp('ada@example.com')).status).toBe(200)
  expect(await subscriber('ada@example.com')).toHaveLength(1)
})

test('a short backend lock: the submission is stored once', async () => {
  const lock = holdLock('backend.db')
  setTimeout(lock.release, 1_500)
  const { result, longestBlock } = await measureBlocking(signUp('bea@example.com'))
  expect(longestBlock).toBeLessThan(MAX_BLOCK_MS)
  expect(result.status).toBe(200)
  expect(await subscriber('bea@example.com')).toHaveLength(1)
})

test('a store lock: no checkout opens or completes, and one completes once after release', async () => {
  const visitor = shop.browser()
  const add = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
  await visitor.post('/us/cart', add)
  const first = holdLock('store.sqlite')
  const opening = await measureBlocking(visitor.post('/us/checkout', {}))
  expect(opening.longestBlock).toBeLessThan(MAX_BLOCK_MS)
  expect(opening.result.text).toContain('Failed to create checkout. Please try again.')
  first.release()
  lockHolder?.close()
  const opened = await visitor.fetch('/us/checkout', { method: 'POST' })
  const checkout = await visitor.visit(opened.headers.get('Location') ?? '')
  const second = holdLock('store.sqlite')
  const ordering = await measureBlocking(visitor.submit(checkout, 'Complete order'))
  expect(ordering.longestBlock).toBeLessThan(MAX_BLOCK_MS)
  expect(ordering.result.status).toBe(503)
  expect(ordering.result.text).toContain('Your order was not taken')
  second.release()
  expect((await visitor.submit(ordering.result, 'Complete order')).text).toContain('Order complete')
  const orders = lockHolder?.prepare('SELECT count(*) AS count FROM orders').get()
  expect(orders?.count).toBe(1)
})
