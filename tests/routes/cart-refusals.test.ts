import { describe, expect, test } from 'vitest'
import { form, openTestShop } from '../support/test-shop.ts'
import { changeCart, variantOf } from '../support/visitor-cart.ts'

const VOL_1 = 'vol-i-phoenix-edition'
const VOL_2 = 'vol-ii-magical-you-pre-order'
const OAK = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
const UNKNOWN = 'gid://shopify/ProductVariant/1'

const shop = openTestShop()

describe('not allowed in a cart', () => {
  const forbidden = async () => ({
    gift: await variantOf(shop, VOL_2, 'Gift Bundle - Premium Wand'),
    upgrade: await variantOf(shop, VOL_2, 'Upgrade - Add Classic Wand'),
    vol1: await variantOf(shop, VOL_1, 'Ember - No Wand', 'uk'),
    soldOut: await variantOf(shop, 'magic-wand', 'Phoenix & Elm'),
  })

  test('a gift, the hidden book and what is sold out or unknown are rejected with a message', async () => {
    const { gift, vol1, soldOut } = await forbidden()
    for (const [handle, variant, words] of [
      [VOL_2, gift, 'Only warehouse items can be added to cart at this time.'],
      [VOL_1, vol1, 'This is not sold in the United States store.'],
      ['magic-wand', soldOut, 'This has sold out.'],
      ['magic-wand', UNKNOWN, 'Please select a product option'],
      ['no-such-thing', gift, 'Cannot add to cart'],
    ] as const) {
      const page = await shop.browser().post('/us/cart', { intent: 'add', handle, variant, edition: 'ember' })
      expect(page.text, words).toContain(words)
      expect(page.html).toContain('Cart, 0 items')
    }
  })

  test('a bundle with a wand that is sold out singly, all six included, which say so on their page', async () => {
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

  test('the same by client-side changes and by a restored mirror', async () => {
    const ids = await forbidden()
    const lines = [...Object.values(ids), UNKNOWN].map((variantId) => ({ variantId, quantity: 1 }))
    const visitor = shop.browser()
    const restored = await changeCart(visitor, { intent: 'restore', lines: JSON.stringify(lines) })
    const added = await changeCart(visitor, { intent: 'add', handle: VOL_2, variant: ids.gift })
    expect([restored.cart.lines, restored.ok, added.cart.lines, added.ok]).toEqual([[], false, [], false])
  })
})

describe('client-side changes', () => {
  test('return the cart, with a message about what they changed or did not', async () => {
    const visitor = shop.browser()
    const first = await changeCart(visitor, { ...OAK, idempotencyKey: 'a press' })
    const line = first.cart.lines[0]?.key ?? ''
    expect(first).toMatchObject({ ok: true, hadCart: false, cart: { itemCount: 1 } })
    expect(first.toasts).toMatchObject([{ title: 'Added to cart!', text: 'Dragon & Oak' }])
    const again = await changeCart(visitor, { ...OAK, idempotencyKey: 'a press' })
    expect(again).toMatchObject({ ok: true, hadCart: true, cart: { itemCount: 1 } })
    const more = await changeCart(visitor, { intent: 'adjust', line, by: '4' })
    expect(more.cart.itemCount).toBe(5)
    const unknown = await changeCart(visitor, { intent: 'adjust', line: 'nonsense', by: '1' })
    expect(unknown).toMatchObject({ ok: false, cart: { itemCount: 5 } })
    expect(unknown.toasts[0]?.title).toContain('That change did not go through')
  })

  test('that a closing window sends together are made in their order, and once', async () => {
    const visitor = shop.browser()
    const add = { ...OAK, idempotencyKey: '1' }
    const { cart } = await changeCart(visitor, add)
    const more = { intent: 'adjust', line: cart.lines[0]?.key ?? '', by: '2', idempotencyKey: '2' }
    const yew = { ...OAK, wand: 'dragon-yew', idempotencyKey: '3' }
    // The first has been made, but its answer did not arrive.
    await changeCart(visitor, more)
    const together = new URLSearchParams()
    for (const form of [more, yew, { ...more, by: '-1', idempotencyKey: '4' }])
      together.append('unanswered', new URLSearchParams(form).toString())
    const reply = await changeCart(visitor, together)
    expect([reply.ok, reply.cart.lines.map(({ quantity }) => quantity)]).toEqual([true, [2, 1]])
  })

  test('of a cart whose cookie was lost are made in its copy; a checkout only where all of it came back', async () => {
    const variantId = await variantOf(shop, 'magic-wand', 'Dragon & Oak')
    const copyOf = (...ids: string[]) => {
      const lines = JSON.stringify(ids.map((id) => ({ variantId: id, quantity: 2 })))
      return new URLSearchParams({ intent: 'restore', lines }).toString()
    }
    const visitor = shop.browser()
    const press = (idempotencyKey: string) =>
      changeCart(visitor, { ...OAK, idempotencyKey, kept: copyOf(variantId) })
    const lost = await press('1')
    expect(lost).toMatchObject({ ok: true, hadCart: false, cart: { itemCount: 3 } })
    expect((await press('2')).cart.itemCount, 'with the cookie the copy is not needed').toBe(4)
    const order = { intent: 'checkout', kept: copyOf(variantId, UNKNOWN) }
    const partly = await changeCart(shop.browser(), order)
    expect(partly).toMatchObject({ ok: false, checkoutUrl: null, cart: { itemCount: 2 } })
    expect(partly.toasts[0]?.title).toContain('but for what can’t be had any more')
  })

  test('a restored mirror keeps valid lines with their options, once', async () => {
    const variantId = await variantOf(shop, VOL_1, 'Dragon & Oak', 'uk')
    const line = { variantId, edition: 'Ember', wrapping: 'gift-edition', wands: ['junk'] }
    const mirror = { intent: 'restore', shippingCountry: 'FR', discountCode: 'OWL10' }
    const visitor = shop.browser()
    const restore = (quantity: number) =>
      changeCart(visitor, { ...mirror, lines: JSON.stringify([{ ...line, quantity }]) }, 'uk')
    const { cart } = await restore(400)
    expect(cart.lines).toMatchObject([{ quantity: 20, edition: 'Ember' }])
    expect(cart.shippingCountry).toBe('FR')
    expect(cart.discount).toMatchObject({ code: 'OWL10', state: 'applied' })
    expect((await restore(3)).cart.itemCount).toBe(20)
  })

  test('invalid data is rejected without changing the cart, and no reply is cached', async () => {
    const visitor = shop.browser()
    await visitor.post('/us/cart', OAK)
    expect((await visitor.fetch('/us/cart/changes', form({ intent: 'dance' }))).status).toBe(400)
    expect((await visitor.fetch('/us/cart/changes', { method: 'POST', body: '{' })).status).toBe(415)
    expect((await visitor.fetch('/de/cart/changes', form({ intent: 'remove' }))).status).toBe(404)
    const kept = await visitor.fetch('/us/cart/changes')
    expect(kept.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await kept.json()).toMatchObject({ cart: { itemCount: 1 } })
  })
})
