import { afterEach, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { claim, makeGift, openCheckout } from '../support/gifts.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'
import { changeCart, variantOf, visitorWith } from '../support/visitor-cart.ts'

const VOL_2 = 'vol-ii-magical-you-pre-order'
const BOX = { intent: 'add', handle: VOL_2, option: 'box-only' }

const shop = openTestShop()
afterEach(() => shop.embedded.store?.faults.clear())

const wand = (title: string) => variantOf(shop, 'magic-wand', title)

test('the checkout of the embedded store is on the visitor’s host', async () => {
  const place = await createTestShop({ env: { ALLOWED_HOSTS: 'boxes.example,boxes.example:8080' } })
  const at = (origin: string) =>
    new Browser((request) => place.handle(request, { address: '10.0.0.1' }), origin)
  const before = at('http://boxes.example:8080')
  await before.post('/us/cart', BOX)
  expect((await openCheckout(before)).url.origin).toBe('http://boxes.example:8080')
  // Cookies are shared by the ports of a host.
  const after = at('http://boxes.example')
  for (const [name, value] of before.cookies) after.cookies.set(name, value)
  const checkout = await openCheckout(after)
  expect(checkout.url.origin).toBe('http://boxes.example')
  expect((await after.submit(checkout, 'Complete order')).text).toContain('Order complete')
  await place.close()
})

test('an item that has sold out meanwhile does not affect the discount of others', async () => {
  const ids = [await wand('Phoenix & Elm'), await wand('Dragon & Oak')]
  const page = await (await visitorWith(shop, ids, { discountCode: 'OWL10' })).visit('/us/cart')
  for (const words of ['This has sold out.', 'OWL10 applied.', '−$4.40']) expect(page.main).toContain(words)
})

test('a gift whose discount does not apply is not charged, and an upgrade without a gift is not sold', async () => {
  const ids = [await variantOf(shop, VOL_2, 'Gift Bundle - No Wand'), await wand('Dragon & Oak')]
  // A discount code of the shopper's own does not make up for it.
  for (const giftDiscountCode of [null, 'NOSUCHCODE']) {
    const visitor = await visitorWith(shop, ids, { giftDiscountCode, discountCode: 'OWL10' })
    const page = await visitor.post('/us/checkout', {})
    expect(page.text).toContain('Your gift could not be made free just now.')
    expect(page.main).toContain('FREE')
  }
  const stray = await visitorWith(shop, [await variantOf(shop, VOL_2, 'Upgrade - Add Classic Wand')])
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
  const visitor = shop.browser()
  for (let opened = 0; opened < 60; opened++) await visitor.fetch('/us/checkout', { method: 'POST' })
  expect((await visitor.post('/us/checkout', {})).text).toContain('That is a lot of tries in a short time.')
})

test('the same cart opens the same checkout; the first page after its order tells it, a shared page too', async () => {
  const visitor = shop.browser()
  await visitor.submit(await visitor.post('/us/cart', BOX), 'Apply', { code: 'OWL10' })
  const first = await openCheckout(visitor)
  expect((await openCheckout(visitor)).url.href).toBe(first.url.href)
  expect((await visitor.visit('/us/faq')).html).toContain('Cart, 1 item')
  shop.embedded.store?.faults.inject({ match: /query GetCart\(/, kind: 'hang' })
  expect((await visitor.visit('/us/cart')).main, 'the store does not tell').toContain('1 item')
  shop.embedded.store?.faults.clear()
  await visitor.submit(first, 'Complete order')
  const after = await visitor.visit('/us/faq')
  expect(after.text.split('Your order is placed, so the cart is empty again. Thank you.')).toHaveLength(2)
  expect(after.html).not.toMatch(/Cart, [1-9]/)
})

test.each([
  ['now was ordered', 0, 'Your order is placed. What you chose after it is still in your cart. Thank you.'],
  ['ten days ago may have expired as well', 10, 'The checkout that you opened has closed.'],
])(
  'a checkout that is gone and was opened %s: what it had leaves the cart, which is told once',
  async (_, days, words) => {
    const ids = [await wand('Dragon & Oak'), await wand('Dragon & Yew')] as const
    const order = { lines: [{ variantId: ids[1], quantity: 1 }], shippingCountry: 'US', discountCode: null }
    const opened = {
      remoteCartId: 'gid://shopify/Cart/gone',
      url: '/',
      openedAt: Date.now() - days * 24 * 3_600_000,
    }
    const visitor = await visitorWith(shop, ids, {
      checkout: { ...order, ...opened, giftDiscountCode: null },
    })
    // A script that wants to check out is told too.
    const { toasts, cart } = await changeCart(visitor, { intent: 'checkout' })
    expect([toasts[0]?.title, cart.lines.map(({ variantId }) => variantId)]).toEqual([words, [ids[0]]])
    expect((await visitor.visit('/us/cart')).text).not.toContain(words)
  },
)
