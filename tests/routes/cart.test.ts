import { expect, test } from 'vitest'
import { CHANGE_FAILED, GIFT_IS_SINGLE, NOT_CARTABLE } from '#app/models/messages.ts'
import { Browser } from '../support/browser.ts'
import { claimGift, openCheckout } from '../support/gifts.ts'
import { createTestShop, form, openTestShop } from '../support/test-shop.ts'
import { changeCart, variantOf, visitorWith } from '../support/visitor-cart.ts'

const VOL_1 = 'vol-i-phoenix-edition'
const VOL_2 = 'vol-ii-magical-you-pre-order'
const OAK = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
const YEW = { ...OAK, wand: 'dragon-yew' }
const UNKNOWN = 'gid://shopify/ProductVariant/1'

const shop = openTestShop()
const wand = (title: string) => variantOf(shop, 'magic-wand', title)

test('a double click on a button adds once, whose first response is stored but not shown', async () => {
  const visitor = shop.browser()
  const press = (wand: typeof OAK) => visitor.fetch('/us/cart', form(wand))
  await press(YEW)
  await press(YEW)
  const page = await visitor.visit('/us/cart')
  expect(page.main).toContain('1 item')
  expect(page.text).toContain('Added to cart!')
  // Once it was shown, the next press counts; and so does one on another button.
  await press(YEW)
  await press(OAK)
  expect((await visitor.visit('/us/cart')).main).toContain('3 items')
})

test('a browser without cookies is told so after its first change, and one with cookies not even at the address of that note', async () => {
  const visitor = shop.browser()
  const first = await visitor.fetch('/us/cart', form(OAK))
  expect(first.headers.get('Location')).toBe('/us/cart?sent=cart')
  expect((await shop.browser().visit('/us/cart?sent=cart')).text).toContain('not keeping cookies')
  visitor.cookies.clear()
  visitor.cookies.set('selected_market', 'us')
  const page = await visitor.visit('/us/cart?sent=cart')
  expect([page.path, page.text.includes('not keeping cookies')]).toEqual(['/us/cart', false])
})

test('magic words in the field for codes are led to their page, and a code longer than any is cut', async () => {
  const page = await shop.browser().post('/uk/cart', { intent: 'apply-discount', code: 'copper fern riddle' })
  expect(page.text).toContain('Those look like the magic words of a gift. Redeem them here: Redeem a gift')
  expect(page.links('[role=status]')).toContain('/uk/redeem')
  expect(page.text, 'they are kept').not.toContain('not keeping cookies')
  const applied = await changeCart(shop.browser(), { intent: 'apply-discount', code: 'A'.repeat(65) })
  expect(applied.toasts).toMatchObject([{ title: `${'A'.repeat(64)} is kept for your cart.` }])
})

test('what may not be added comes in neither by a form nor by a copy, and of what there is not nobody knows why', async () => {
  const gift = await variantOf(shop, VOL_2, 'Gift Bundle - Premium Wand')
  const box = await variantOf(shop, VOL_1, 'Ember - No Wand', 'uk')
  const visitor = shop.browser()
  const lines = JSON.stringify([gift, box, UNKNOWN].map((variantId) => ({ variantId, quantity: 1 })))
  expect(await changeCart(visitor, { intent: 'restore', lines })).toMatchObject({
    ok: false,
    cart: { lines: [] },
  })
  for (const [handle, text] of [
    [VOL_2, NOT_CARTABLE],
    ['no-such-thing', 'An error occurred'],
  ] as const) {
    const { toasts, cart } = await changeCart(visitor, { intent: 'add', handle, variant: gift })
    expect([toasts, cart.lines]).toMatchObject([[{ title: 'Cannot add to cart', text }], []])
  }
})

test('a gift stays single, and a copy of the cart gives it back only while it is the visitor’s', async () => {
  const { visitor } = await claimGift(shop)
  const { cart } = await changeCart(visitor, { ...OAK })
  const [gift] = cart.lines
  const more = await changeCart(visitor, { intent: 'adjust', line: gift?.key ?? '', by: '1' })
  expect(more).toMatchObject({ ok: false, cart: { itemCount: 2 }, toasts: [GIFT_IS_SINGLE] })
  const upgrade = { variantId: await variantOf(shop, VOL_2, 'Upgrade - Add Classic Wand'), quantity: 1 }
  const lines = JSON.stringify([...cart.lines, upgrade])
  for (const [who, ok, kinds] of [
    [visitor, true, [undefined, 'gift']],
    [shop.browser(), false, [undefined]],
  ] as const) {
    who.cookies.delete('cart')
    const restored = await changeCart(who, { intent: 'restore', lines, 'kept-gift': '1' })
    expect([restored.ok, restored.cart.lines.map(({ kind }) => kind)]).toEqual([ok, kinds])
  }
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

test('changes by script return the cart, with a message about what they changed or did not, and are made once', async () => {
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
})

test('a change of a cart whose cookie was lost is refused, until its copy is restored, with what can be had', async () => {
  const visitor = shop.browser()
  const shown = form({ ...OAK, 'shown-cart': '1' })
  expect((await visitor.fetch('/uk/cart/changes', shown)).status).toBe(409)
  const variantId = await variantOf(shop, VOL_1, 'Dragon & Oak', 'uk')
  const line = { variantId, quantity: 400, edition: 'Ember', wrapping: 'gift-edition', wands: ['junk'] }
  const copyOf = (...lines: object[]) => ({ intent: 'restore', lines: JSON.stringify([line, ...lines]) })
  const wands = ['Dragon & Oak', 'Dragon & Yew', 'Unicorn & Cherry']
  const set = await variantOf(shop, 'magic-wand-collectors-set', '3 Wands', 'uk')
  const bundle = { variantId: set, wands, quantity: 1 }
  const copy = { ...copyOf(bundle), shippingCountry: 'FR', discountCode: 'OWL10' }
  const { cart } = await changeCart(visitor, copy, 'uk')
  expect(cart.lines).toMatchObject([{ quantity: 20, edition: 'Ember' }, { wands }])
  expect(cart).toMatchObject({ shippingCountry: 'FR', discount: { code: 'OWL10', state: 'applied' } })
  expect((await visitor.fetch('/uk/cart/changes', shown)).status).toBe(200)
  // Two tabs may restore at once.
  expect((await changeCart(visitor, copy, 'uk')).cart.itemCount).toBe(22)
  // A page that is left sends its copy first.
  const left = new URLSearchParams()
  for (const change of [copyOf(), OAK]) left.append('unanswered', `${new URLSearchParams(change)}`)
  expect((await changeCart(shop.browser(), left, 'uk')).cart.itemCount).toBe(21)
  shop.embedded.store?.faults.inject({ kind: 'status', status: 503 })
  const other = shop.browser()
  const inOutage = form(copyOf({ ...line, variantId: `${UNKNOWN}2` }))
  expect((await other.fetch('/uk/cart/changes', inOutage)).status, 'the browser keeps its copy').toBe(503)
  shop.embedded.store?.faults.clear()
  const partly = await changeCart(other, copyOf({ ...line, variantId: UNKNOWN }), 'uk')
  expect(partly).toMatchObject({ ok: false, cart: { itemCount: 20 } })
  expect(partly.toasts[0]?.title).toContain('but for what can’t be had any more')
})

test('what is no cart form is rejected without changing the cart, and no reply is cached', async () => {
  const visitor = shop.browser()
  await visitor.post('/us/cart', OAK)
  const file = new FormData()
  file.set('intent', new File(['remove'], 'remove'))
  const odd = [form({ intent: 'add', ['__proto__']: 'x' }), { ...form({}), body: file }]
  for (const request of odd) expect((await visitor.fetch('/us/cart/changes', request)).status).toBe(400)
  expect((await visitor.fetch('/us/cart/changes', { method: 'POST', body: '{' })).status).toBe(415)
  expect((await visitor.fetch('/de/cart/changes', form({ intent: 'remove' }))).status).toBe(404)
  const kept = await visitor.fetch('/us/cart/changes')
  expect(kept.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await kept.json()).toMatchObject({ cart: { itemCount: 1 } })
})

test('the checkout of the embedded store is on the visitor’s host', async () => {
  const place = await createTestShop({ env: { ALLOWED_HOSTS: 'boxes.example:8080' } })
  const handle = (request: Request) => place.handle(request, { address: '10.0.0.1' })
  const visitor = new Browser(handle, 'http://boxes.example:8080')
  await visitor.post('/us/cart', OAK)
  const checkout = await openCheckout(visitor)
  expect(checkout.url.origin).toBe('http://boxes.example:8080')
  expect((await visitor.submit(checkout, 'Complete order')).text).toContain('Order complete')
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
  const { visitor } = await claimGift(shop)
  await visitor.post('/us/cart', OAK)
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
  await visitor.submit(await visitor.post('/us/cart', OAK), 'Apply', { code: 'OWL10' })
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
