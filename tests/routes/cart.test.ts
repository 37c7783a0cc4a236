import { expect, test } from 'vitest'
import { CHANGE_FAILED, GIFT_IS_SINGLE } from '#app/models/messages.ts'
import { form, openTestShop } from '../support/test-shop.ts'
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
  // Once it was shown, the next press counts; and so does one on another button.
  await press(YEW)
  await press(OAK)
  expect((await visitor.visit('/us/cart')).main).toContain('3 items')
})

test('magic words in the field for codes are led to their page, and a code longer than any is cut', async () => {
  const page = await shop.browser().post('/uk/cart', { intent: 'apply-discount', code: 'copper fern riddle' })
  expect(page.text).toContain('Those look like the magic words of a gift. Redeem them here: Redeem a gift')
  expect(page.links('[role=status]')).toContain('/uk/redeem')
  const applied = await changeCart(shop.browser(), { intent: 'apply-discount', code: 'A'.repeat(65) })
  expect(applied.toasts).toMatchObject([{ title: `${'A'.repeat(64)} is kept for your cart.` }])
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
