import { afterEach, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { claim, makeGift, openCheckout, readOrders } from '../support/gifts.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'
import { variantOf, visitorWith } from '../support/visitor-cart.ts'

const BOX = { us: 'vol-ii-magical-you-pre-order', uk: 'vol-ii-magical-you-pre-order-1' }

const shop = openTestShop()
afterEach(() => shop.embedded.store?.faults.clear())

async function shopper(market: 'us' | 'uk' = 'us') {
  const visitor = shop.browser()
  const add = { intent: 'add', handle: BOX[market], option: 'premium-wand', wand: 'dragon-oak' }
  return { visitor, cart: await visitor.post(`/${market}/cart`, add) }
}

const wand = (title: string) => variantOf(shop, 'magic-wand', title)

test('of the embedded store is on the visitor’s host, and its order reaches the webhook', async () => {
  const place = await createTestShop({ env: { ALLOWED_HOSTS: 'boxes.example,boxes.example:8080' } })
  const at = (origin: string) =>
    new Browser((request) => place.handle(request, { address: '10.0.0.1' }), origin)
  const before = at('http://boxes.example:8080')
  await before.post('/us/cart', { intent: 'add', handle: BOX.us, option: 'box-only' })
  expect((await openCheckout(before)).url.origin).toBe('http://boxes.example:8080')
  // Cookies are shared by the ports of a host.
  const after = at('http://boxes.example')
  for (const [name, value] of before.cookies) after.cookies.set(name, value)
  const checkout = await openCheckout(after)
  expect(checkout.url.origin).toBe('http://boxes.example')
  expect((await after.submit(checkout, 'Complete order')).text).toContain('Order complete')
  await readOrders(place)
  const rows = await place.services.backend.listRows('orders')
  expect(rows.map(({ status, dueAt }) => [status, dueAt])).toEqual([['paid', null]])
  await place.close()
})

test('an item that has sold out meanwhile does not affect the discount of others', async () => {
  const ids = [await wand('Phoenix & Elm'), await wand('Dragon & Oak')]
  const page = await (await visitorWith(shop, ids, { discountCode: 'OWL10' })).visit('/us/cart')
  for (const words of ['This has sold out.', 'OWL10 applied.', '−$4.40']) expect(page.main).toContain(words)
})

test('a gift whose discount does not apply is not charged', async () => {
  const gift = await variantOf(shop, BOX.us, 'Gift Bundle - No Wand')
  const upgrade = await variantOf(shop, BOX.us, 'Upgrade - Add Classic Wand')
  const ids = [gift, await wand('Dragon & Oak')]
  // A discount code of the shopper's own does not make up for it.
  for (const giftDiscountCode of [null, 'NOSUCHCODE']) {
    const visitor = await visitorWith(shop, ids, { giftDiscountCode, discountCode: 'OWL10' })
    const page = await visitor.post('/us/checkout', {})
    expect(page.text).toContain('Your gift could not be made free just now.')
    expect(page.main).toContain('FREE')
  }
  const stray = await visitorWith(shop, [upgrade])
  expect((await stray.post('/us/checkout', {})).text).toContain('Some items are not available')
})

test('a gift is free together with a discount code of the shopper’s own', async () => {
  const visitor = shop.browser()
  await claim(visitor, (await makeGift(shop)).code)
  await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  await visitor.post('/us/cart', { intent: 'apply-discount', code: 'OWL10' })
  const checkout = await openCheckout(visitor)
  for (const words of ['Complete your order', 'Discount, OWL10−$4.40', 'Gift, magic words−$59.00'])
    expect(checkout.text).toContain(words)
  expect(checkout.url.searchParams.get('discount')).toBe('OWL10')
})

test('checkouts are rate-limited', async () => {
  const { visitor } = await shopper()
  for (let opened = 0; opened < 60; opened++) await visitor.fetch('/us/checkout', { method: 'POST' })
  expect((await visitor.post('/us/checkout', {})).text).toContain('That is a lot of tries in a short time.')
})
