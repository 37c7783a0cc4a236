import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { completeOrder, openCheckout } from '../support/gifts.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'
import { changeCart } from '../support/visitor-cart.ts'

const OAK = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
const PLACED = 'Your order is placed, so the cart is empty again. Thank you.'

const shop = openTestShop()
afterEach(() => shop.embedded.store?.faults.clear())

async function shopper() {
  const visitor = shop.browser()
  return { visitor, cart: await visitor.post('/us/cart', BOX) }
}

/** How often a page says that the order is placed. */
const placedOn = (page: Page) => page.text.split(PLACED).length - 1

test('the first page after the order shows it, a shared page too', async () => {
  const { visitor } = await shopper()
  const checkout = await openCheckout(visitor)
  expect((await visitor.visit('/us/faq')).html).toContain('Cart, 1 item')
  await visitor.submit(checkout, 'Complete order')
  const after = await visitor.visit('/us/faq')
  expect(placedOn(after)).toBe(1)
  expect(after.html).not.toMatch(/Cart, [1-9]/)
})

test('the client is told of the order once', async () => {
  const { visitor } = await shopper()
  await completeOrder(visitor)
  const again = await changeCart(visitor, { intent: 'checkout' })
  expect(again).toMatchObject({ checkoutUrl: null, toasts: [{ title: PLACED }] })
  expect(placedOn(await visitor.visit('/us/cart'))).toBe(0)
})

test('a store that does not tell the state of the checkout empties no cart', async () => {
  const { visitor } = await shopper()
  await openCheckout(visitor)
  shop.embedded.store?.faults.inject({ match: /query GetCart\(/, kind: 'hang' })
  const cart = await visitor.visit('/us/cart')
  expect(cart.main).toContain('1 item')
  expect(placedOn(cart)).toBe(0)
})

test('the same cart opens the same checkout, in whichever tab it is paid', async () => {
  const { visitor, cart } = await shopper()
  await visitor.submit(cart, 'Apply', { code: 'OWL10' })
  const first = await openCheckout(visitor)
  expect((await openCheckout(visitor)).url.href).toBe(first.url.href)
  await visitor.submit(first, 'Complete order')
  const after = await visitor.visit('/us/cart')
  expect(after.main).toContain('0 items')
  expect(placedOn(after)).toBe(1)
})

test('items added while a checkout is open stay in the cart when it completes', async () => {
  const { visitor } = await shopper()
  const checkout = await openCheckout(visitor)
  expect((await visitor.post('/us/cart', OAK)).main).toContain('2 items')
  await visitor.submit(checkout, 'Complete order')
  const after = await visitor.visit('/us/cart')
  expect(after.main).toContain('1 item')
  expect(after.main).toContain('Magic Wand')
  expect(after.main).not.toContain('Vol. II')
  expect(after.text).toContain('What you chose after it is still in your cart.')
  expect((await visitor.visit('/us/cart')).main).toContain('1 item')
})

test('a checkout that the store has expired is not reported as an order', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-forgets-'))
  const before = await createTestShop({ dataDir })
  const visitor = before.browser()
  await visitor.post('/us/cart', BOX)
  await openCheckout(visitor)
  await visitor.post('/us/cart', OAK)
  await before.close()
  // The store expires a cart after ten days without changes.
  const after = await createTestShop({ dataDir, now: () => Date.now() + 11 * 24 * 3_600_000 })
  const back = after.browser()
  for (const [name, value] of visitor.cookies) back.cookies.set(name, value)
  const page = await back.visit('/us/cart')
  expect(placedOn(page)).toBe(0)
  expect(page.text).toContain('The checkout that you opened has closed.')
  expect(page.main).toContain('1 item')
  expect(page.main).toContain('Magic Wand')
  expect((await back.visit('/us/cart')).text).not.toContain('has closed')
  await after.close()
})
