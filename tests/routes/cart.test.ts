import { expect, test } from 'vitest'
import { form, openTestShop } from '../support/test-shop.ts'
import { changeCart, variantOf } from '../support/visitor-cart.ts'

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
  // Once it was shown, the next press counts; and so does one on another button.
  await press(YEW)
  await press(OAK)
  expect((await visitor.visit('/us/cart')).main).toContain('3 items')
})

test('the next step is told: the amount that really ships free, and the bundle of single wands', async () => {
  const page = await shop.browser().post('/us/cart', { intent: 'add', handle: VOL_2, option: 'classic-wand' })
  expect(page.main).toContain('Add $2.01 more for free shipping')
  expect(page.main).toContain('The set with a premium wand is $10 more, and then your order ships free.')
  const wands = shop.browser()
  for (const wand of ['dragon-elder', 'dragon-oak']) await wands.post('/us/cart', { ...OAK, wand })
  const third = await wands.post('/us/cart', YEW)
  expect(third.main).toMatch(/As a bundle, these three wands cost \$\d+ less\. See the bundle/)
})

test('an empty cart of one store tells of the items that wait in the other', async () => {
  const visitor = shop.browser()
  await visitor.post('/uk/cart', OAK)
  const page = await visitor.visit('/us/cart')
  expect(page.main).toContain('Your items are waiting in the United Kingdom store.')
  expect(page.links()).toContain('/uk/cart')
  expect((await visitor.visit('/uk/cart')).main).not.toContain('waiting')
})

test('a gift, an upgrade, the hidden book, what is sold out and what is unknown come in by no way', async () => {
  const forbidden = [
    [VOL_2, await variantOf(shop, VOL_2, 'Gift Bundle - Premium Wand'), 'Only warehouse items can be added'],
    [VOL_2, await variantOf(shop, VOL_2, 'Upgrade - Add Classic Wand'), 'Only warehouse items can be added'],
    [
      'vol-i-phoenix-edition',
      await variantOf(shop, 'vol-i-phoenix-edition', 'Ember - No Wand', 'uk'),
      'This is not sold in the United States store.',
    ],
    ['magic-wand', await variantOf(shop, 'magic-wand', 'Phoenix & Elm'), 'This has sold out.'],
    ['magic-wand', UNKNOWN, 'Please select a product option'],
    ['no-such-thing', UNKNOWN, 'Cannot add to cart'],
  ] as const
  const visitor = shop.browser()
  const lines = JSON.stringify(forbidden.map(([, variantId]) => ({ variantId, quantity: 1 })))
  const restored = await changeCart(visitor, { intent: 'restore', lines })
  expect([restored.cart.lines, restored.ok]).toEqual([[], false])
  for (const [handle, variant, words] of forbidden) {
    const added = await changeCart(visitor, { intent: 'add', handle, variant, edition: 'ember' })
    expect([added.cart.lines, added.ok]).toEqual([[], false])
    expect(JSON.stringify(added.toasts)).toContain(words)
  }
})

test('a bundle with a wand that is sold out singly is refused, all six included, which its page says', async () => {
  const set = 'magic-wand-collectors-set'
  const page = await shop.browser().visit(`/us/product/${set}`)
  expect(page.texts('input[disabled][name=wands] + label')).toEqual([expect.stringContaining('Sold out')])
  expect(page.attributes('input[data-sold][name=size]', 'value')).toEqual(['6'])
  expect(page.main).toContain('Phoenix & Elm is sold out')
  const three = new URLSearchParams({ intent: 'add', handle: set, size: '3' })
  for (const wand of ['dragon-oak', 'dragon-yew', 'phoenix-elm']) three.append('wands', wand)
  for (const form of [three, { intent: 'add', handle: set, size: '6' }]) {
    const added = await shop.browser().post('/us/cart', form)
    expect(added.text).toContain('Phoenix & Elm is sold out. Please choose another wand.')
    expect(added.html).toContain('Cart, 0 items')
  }
})

test('changes by script return the cart, with a message about what they changed or did not', async () => {
  const visitor = shop.browser()
  const first = await changeCart(visitor, { ...OAK, idempotencyKey: 'a press' })
  const line = first.cart.lines[0]?.key ?? ''
  expect(first).toMatchObject({ ok: true, hadCart: false, cart: { itemCount: 1 } })
  expect(first.toasts).toMatchObject([{ title: 'Added to cart!', text: 'Dragon & Oak' }])
  const again = await changeCart(visitor, { ...OAK, idempotencyKey: 'a press' })
  expect(again).toMatchObject({ ok: true, hadCart: true, cart: { itemCount: 1 } })
  expect((await changeCart(visitor, { intent: 'adjust', line, by: '4' })).cart.itemCount).toBe(5)
  const full = await changeCart(visitor, { ...OAK, quantity: '16' })
  expect([full.cart.itemCount, full.toasts.map(({ title }) => title)]).toEqual([
    20,
    ['Added to cart!', expect.stringContaining('20 of one thing')],
  ])
  const unknown = await changeCart(visitor, { intent: 'adjust', line: 'nonsense', by: '1' })
  expect(unknown).toMatchObject({ ok: false, cart: { itemCount: 20 } })
  expect(unknown.toasts[0]?.title).toContain('That change did not go through')
})

test('changes that a closing window sends together are made in their order, and once', async () => {
  const visitor = shop.browser()
  const { cart } = await changeCart(visitor, { ...OAK, idempotencyKey: '1' })
  const more = { intent: 'adjust', line: cart.lines[0]?.key ?? '', by: '2', idempotencyKey: '2' }
  // The first has been made, but its answer did not arrive.
  await changeCart(visitor, more)
  const together = new URLSearchParams()
  for (const change of [more, { ...YEW, idempotencyKey: '3' }, { ...more, by: '-1', idempotencyKey: '4' }])
    together.append('unanswered', new URLSearchParams(change).toString())
  const reply = await changeCart(visitor, together)
  expect([reply.ok, reply.cart.lines.map(({ quantity }) => quantity)]).toEqual([true, [2, 1]])
})

test('changes of a cart whose cookie was lost are made in its copy; a checkout only where all of it came back', async () => {
  const variantId = await variantOf(shop, 'magic-wand', 'Dragon & Oak')
  const copyOf = (...ids: string[]) => {
    const lines = JSON.stringify(ids.map((id) => ({ variantId: id, quantity: 2 })))
    return new URLSearchParams({ intent: 'restore', lines }).toString()
  }
  const visitor = shop.browser()
  const press = (idempotencyKey: string) =>
    changeCart(visitor, { ...OAK, idempotencyKey, kept: copyOf(variantId) })
  expect(await press('1')).toMatchObject({ ok: true, hadCart: false, cart: { itemCount: 3 } })
  expect((await press('2')).cart.itemCount, 'with the cookie the copy is not needed').toBe(4)
  const partly = await changeCart(shop.browser(), { intent: 'checkout', kept: copyOf(variantId, UNKNOWN) })
  expect(partly).toMatchObject({ ok: false, checkoutUrl: null, cart: { itemCount: 2 } })
  expect(partly.toasts[0]?.title).toContain('but for what can’t be had any more')
})

test('a restored mirror keeps valid lines with their options, country and code, once', async () => {
  const variantId = await variantOf(shop, 'vol-i-phoenix-edition', 'Dragon & Oak', 'uk')
  const line = { variantId, edition: 'Ember', wrapping: 'gift-edition', wands: ['junk'] }
  const visitor = shop.browser()
  const restore = (quantity: number) => {
    const lines = JSON.stringify([{ ...line, quantity }])
    const mirror = { intent: 'restore', lines, shippingCountry: 'FR', discountCode: 'OWL10' }
    return changeCart(visitor, mirror, 'uk')
  }
  const { cart } = await restore(400)
  expect(cart.lines).toMatchObject([{ quantity: 20, edition: 'Ember' }])
  expect(cart.shippingCountry).toBe('FR')
  expect(cart.discount).toMatchObject({ code: 'OWL10', state: 'applied' })
  expect((await restore(3)).cart.itemCount).toBe(20)
})

test('what is no cart form is rejected without changing the cart, and no reply is cached', async () => {
  const visitor = shop.browser()
  await visitor.post('/us/cart', OAK)
  expect((await visitor.fetch('/us/cart/changes', form({ intent: 'dance' }))).status).toBe(400)
  expect((await visitor.fetch('/us/cart/changes', { method: 'POST', body: '{' })).status).toBe(415)
  expect((await visitor.fetch('/de/cart/changes', form({ intent: 'remove' }))).status).toBe(404)
  const kept = await visitor.fetch('/us/cart/changes')
  expect(kept.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await kept.json()).toMatchObject({ cart: { itemCount: 1 } })
})
