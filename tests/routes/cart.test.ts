import { expect, test } from 'vitest'
import { CHANGE_FAILED, GIFT_IS_SINGLE } from '#app/models/messages.ts'
import { RULES } from '#app/services/limits/limits.server.ts'
import { Browser, type Page } from '../support/browser.ts'
import { claim, completeOrder, makeGift, openCheckout } from '../support/gifts.ts'
import { createTestShop, form, openTestShop } from '../support/test-shop.ts'
import { changeCart, variantOf, visitorWith } from '../support/visitor-cart.ts'

const VOL_1 = 'vol-i-phoenix-edition'
const VOL_2 = 'vol-ii-magical-you-pre-order'
const OAK = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
const YEW = { ...OAK, wand: 'dragon-yew' }
const UNKNOWN = 'gid://shopify/ProductVariant/1'

const shop = openTestShop()

test('a double click on a button adds once, whose first response is stored but not shown', async () => {
  const visitor = shop.browser()
  const press = (wand: typeof OAK) => visitor.fetch('/us/cart', form(wand))
  await press(YEW)
  await press(YEW)
  const page = await visitor.visit('/us/cart')
  expect(page.main).toContain('1 item')
  expect(page.text).toContain('Added to cart!')
  // The checkout of the embedded store needs no scripts.
  expect(page.texts('form[action="/us/checkout"] noscript')).toEqual([])
  // Once it was shown, the next press counts; and so does one on another button.
  await press(YEW)
  await press(OAK)
  expect((await visitor.visit('/us/cart')).main).toContain('3 items')
})

test('magic words in the field for codes are led to their page', async () => {
  const page = await shop.browser().post('/uk/cart', { intent: 'apply-discount', code: 'copper fern riddle' })
  expect(page.text).toContain('Those look like the magic words of a gift. Redeem them here: Redeem a gift')
  expect(page.links('[role=status]')).toContain('/uk/redeem')
})

// What may be added is shown by models/cart, and that no form is believed by journeys/cart.
test('what may not be added comes in by no way, and a gift stays single, which is said', async () => {
  const [gift, box] = [
    await variantOf(shop, VOL_2, 'Gift Bundle - Premium Wand'),
    await variantOf(shop, VOL_1, 'Ember - No Wand', 'uk'),
  ]
  const visitor = shop.browser()
  const lines = JSON.stringify([gift, box, UNKNOWN].map((variantId) => ({ variantId, quantity: 1 })))
  const restored = await changeCart(visitor, { intent: 'restore', lines })
  expect([restored.cart.lines, restored.ok]).toEqual([[], false])
  const added = await changeCart(visitor, { intent: 'add', handle: VOL_2, variant: gift })
  expect([added.cart.lines, added.ok]).toEqual([[], false])
  expect(JSON.stringify(added.toasts)).toContain('Only warehouse items can be added')
  const more = { intent: 'adjust', line: gift.split('/').at(-1) ?? '', by: '1' }
  const reply = await changeCart(await visitorWith(shop, [gift]), more)
  expect(reply).toMatchObject({ ok: false, cart: { itemCount: 1 }, toasts: [GIFT_IS_SINGLE] })
})

test('a bundle with a wand that is sold out singly is refused, all six included, which its page says', async () => {
  const set = 'magic-wand-collectors-set'
  const page = await shop.browser().visit(`/us/product/${set}`)
  expect(page.texts('input[disabled][name=wands] + label')).toEqual([expect.stringContaining('Sold out')])
  expect(page.attributes('input[data-sold][name=size]', 'value')).toEqual(['6'])
  expect(page.main).toContain('Phoenix & Elm is sold out')
  const added = await shop.browser().post('/us/cart', { intent: 'add', handle: set, size: '6' })
  expect(added.text).toContain('Phoenix & Elm is sold out. Please choose another wand.')
  expect(added.html).toContain('Cart, 0 items')
})

test('changes by script return the cart, with a message about what they changed or did not, and are made once; none is cached', async () => {
  const visitor = shop.browser()
  const first = await changeCart(visitor, { ...OAK, idempotencyKey: '1' })
  const line = first.cart.lines[0]?.key ?? ''
  expect(first).toMatchObject({ ok: true, hadCart: false, cart: { itemCount: 1 } })
  expect(first.toasts).toMatchObject([{ title: 'Added to cart!', text: 'Dragon & Oak' }])
  const again = await changeCart(visitor, { ...OAK, idempotencyKey: '1' })
  expect(again).toMatchObject({ ok: true, hadCart: true, toasts: [], cart: { itemCount: 1 } })
  const unknown = await changeCart(visitor, { intent: 'adjust', line: 'nonsense', by: '1' })
  expect(unknown).toMatchObject({ ok: false, cart: { itemCount: 1 }, toasts: [CHANGE_FAILED] })
  const more = { intent: 'adjust', line, by: '2', idempotencyKey: '2' }
  // The first has been made, but the window that closed had no answer: it sends all that it waits for together.
  await changeCart(visitor, more)
  const together = new URLSearchParams()
  for (const change of [more, { ...YEW, idempotencyKey: '3' }, { ...more, idempotencyKey: '4' }])
    together.append('unanswered', new URLSearchParams(change).toString())
  const reply = await changeCart(visitor, together)
  expect([reply.ok, reply.cart.lines.map(({ quantity }) => quantity)]).toEqual([true, [5, 1]])
  expect((await visitor.fetch('/us/cart/changes', form({ intent: 'dance' }))).status).toBe(400)
  expect((await visitor.fetch('/de/cart/changes', form({ intent: 'remove' }))).status).toBe(404)
  const kept = await visitor.fetch('/us/cart/changes')
  expect(kept.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await kept.json()).toMatchObject({ cart: { itemCount: 6 } })
})

test('a change of a cart whose cookie was lost is refused, until its copy is restored, with what can be had', async () => {
  const visitor = shop.browser()
  const shown = form({ ...OAK, 'shown-cart': '1' })
  expect((await visitor.fetch('/uk/cart/changes', shown)).status).toBe(409)
  const variantId = await variantOf(shop, VOL_1, 'Dragon & Oak', 'uk')
  const line = { variantId, quantity: 400, edition: 'Ember', wrapping: 'gift-edition', wands: ['junk'] }
  const copyOf = (...lines: object[]) => ({ intent: 'restore', lines: JSON.stringify([line, ...lines]) })
  const copy = { ...copyOf(), shippingCountry: 'FR', discountCode: 'OWL10' }
  const { cart } = await changeCart(visitor, copy, 'uk')
  expect(cart.lines).toMatchObject([{ quantity: 20, edition: 'Ember' }])
  expect(cart).toMatchObject({ shippingCountry: 'FR', discount: { code: 'OWL10', state: 'applied' } })
  expect((await visitor.fetch('/uk/cart/changes', shown)).status).toBe(200)
  // Two tabs may restore at once.
  expect((await changeCart(visitor, copy, 'uk')).cart.itemCount).toBe(21)
  const partly = await changeCart(shop.browser(), copyOf({ ...line, variantId: UNKNOWN }), 'uk')
  expect(partly).toMatchObject({ ok: false, cart: { itemCount: 20 } })
  expect(partly.toasts[0]?.title).toContain('but for what can’t be had any more')
  // A gift and its upgrade come back by magic words only, and miss nothing else.
  const titles = ['Gift Bundle - No Wand', 'Upgrade - Add Classic Wand', 'No Wand']
  const ids = await Promise.all(titles.map((title) => variantOf(shop, VOL_2, title)))
  const lines = JSON.stringify(ids.map((id) => ({ variantId: id, quantity: 1 })))
  const restored = await changeCart(shop.browser(), { intent: 'restore', lines })
  expect(restored).toMatchObject({ ok: true, cart: { lines: [{ variantTitle: 'No Wand' }] } })
})

const BOX = { intent: 'add', handle: VOL_2, option: 'box-only' }
const PLACED = 'Your order is placed, so the cart is empty again. Thank you.'
async function shopper() {
  const visitor = shop.browser()
  return { visitor, cart: await visitor.post('/us/cart', BOX) }
}
const wand = (title: string) => variantOf(shop, 'magic-wand', title)

/** How often a page says that the order is placed. */
const placedOn = (page: Page) => page.text.split(PLACED).length - 1

test('the checkout of the embedded store is on the visitor’s host', async () => {
  const place = await createTestShop({ env: { ALLOWED_HOSTS: 'boxes.example:8080' } })
  const origin = 'http://boxes.example:8080'
  const visitor = new Browser((request) => place.handle(request, { address: '10.0.0.1' }), origin)
  await visitor.post('/us/cart', BOX)
  expect((await openCheckout(visitor)).url.origin).toBe(origin)
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
  await visitor.post('/us/cart', OAK)
  await visitor.post('/us/cart', { intent: 'apply-discount', code: 'OWL10' })
  const checkout = await openCheckout(visitor)
  for (const words of ['Complete your order', 'Discount, OWL10−$4.40', 'Gift, magic words−$59.00'])
    expect(checkout.text).toContain(words)
  expect(checkout.url.searchParams.get('discount')).toBe('OWL10')
})

test('checkouts are rate-limited', async () => {
  const { visitor } = await shopper()
  for (let opened = 0; opened < RULES.checkout.points; opened++)
    await visitor.fetch('/us/checkout', { method: 'POST' })
  expect((await visitor.post('/us/checkout', {})).text).toContain('That is a lot of tries in a short time.')
})

test('the same cart opens the same checkout; the first page after its order tells it, a shared page too', async () => {
  const { visitor, cart } = await shopper()
  await visitor.submit(cart, 'Apply', { code: 'OWL10' })
  const first = await openCheckout(visitor)
  expect((await openCheckout(visitor)).url.href).toBe(first.url.href)
  expect((await visitor.visit('/us/faq')).html).toContain('Cart, 1 item')
  shop.embedded.store?.faults.inject({ match: /query GetCart\(/, kind: 'hang' })
  expect((await visitor.visit('/us/cart')).main, 'the store does not tell').toContain('1 item')
  shop.embedded.store?.faults.clear()
  await visitor.submit(first, 'Complete order')
  const after = await visitor.visit('/us/faq')
  expect(placedOn(after)).toBe(1)
  expect(after.html).not.toMatch(/Cart, [1-9]/)
  // A script is told of its order instead of the next page.
  const { visitor: other } = await shopper()
  await completeOrder(other)
  const again = await changeCart(other, { intent: 'checkout' })
  expect(again).toMatchObject({ checkoutUrl: null, toasts: [{ title: PLACED }] })
  expect(placedOn(await other.visit('/us/cart'))).toBe(0)
})

test.each([
  ['now was ordered', 0, 'What you chose after it is still in your cart.'],
  ['ten days ago may have expired as well', 10, 'The checkout that you opened has closed.'],
])(
  'a checkout that is gone and was opened %s: what it had leaves the cart, which is told once',
  async (_, days, words) => {
    const ids = [await wand('Dragon & Oak'), await wand('Dragon & Yew')] as const
    const order = { lines: [{ variantId: ids[1], quantity: 1 }], shippingCountry: 'US', discountCode: null }
    const openedAt = Date.now() - days * 24 * 3_600_000
    const opened = { remoteCartId: 'gid://shopify/Cart/gone', url: '/', openedAt, giftDiscountCode: null }
    const visitor = await visitorWith(shop, ids, { checkout: { ...order, ...opened } })
    const page = await visitor.visit('/us/cart')
    expect(page.text).toContain(words)
    expect(page.main).toMatch(/1 item.*Dragon & Oak/s)
    expect((await visitor.visit('/us/cart')).text).not.toContain(words)
  },
)
