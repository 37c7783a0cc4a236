import { expect, test } from 'vitest'
import { amountAfter, MARKETS, VOL_2 } from './addresses.ts'
import { Visitor, withWand } from './visitor.ts'

/** From the cart to the order, in the checkout of the demo store. */

test.each(MARKETS)(
  'an order of the $id store: two things, a code, the checkout, and an empty cart',
  async ({ id, code, country }) => {
    const visitor = await withWand(id)
    await visitor.visit(`/${id}${VOL_2[id]}`)
    const choice = { option: 'premium-wand', wand: 'unicorn-cherry', wrapping: 'printable-only' }
    await visitor.submit('Order Now', choice)
    const cart = await visitor.submit('Apply', { code: 'OWL10' })
    const total = amountAfter('Total', cart.main)
    const checkout = await visitor.submit('Checkout')
    expect(checkout.headings(1)).toEqual(['Complete your order'])
    const asked = `channel=online_store country=${id === 'us' ? 'US' : 'GB'} currency=${code} discount=OWL10`
    for (const pair of asked.split(' ')) expect(checkout.path).toContain(pair)
    for (const words of ['Dragon & Oak', 'Unicorn & Cherry', 'OWL10', country])
      expect(checkout.text).toContain(words)
    expect(amountAfter('Subtotal', checkout.main) - amountAfter('Discount', checkout.main)).toBeCloseTo(total)
    const order = await visitor.submit('Complete order', { email: 'shopper@example.com', name: 'Shopper' })
    expect(order.headings(1)).toEqual(['Order complete'])
    expect(order.main).toMatch(/#\d+/)
    for (const words of ['Dragon & Oak', 'Unicorn & Cherry']) expect(order.main).toContain(words)
    const [number] = /#\d+/.exec(order.main) ?? []
    expect((await visitor.visit(order.path)).main).toContain(number)
    const after = await visitor.visit(`/${id}/cart`)
    expect(after.items).toBe(0)
    expect(after.messages).toContain('Your order is placed')
  },
)

test('an order that is sent twice is one order', async () => {
  const visitor = await withWand()
  const checkout = await visitor.submit('Checkout')
  const { action, data } = checkout.formWith('Complete order')
  const first = await visitor.post(new URL(action, checkout.url).href, data)
  const again = await visitor.post(new URL(action, checkout.url).href, data)
  expect(/#\d+/.exec(again.main)?.[0]).toBe(/#\d+/.exec(first.main)?.[0])
})

test('a quantity, a code and a country that were only typed go along to the checkout', async () => {
  const visitor = await withWand('uk')
  const typed = { 'Quantity of Magic Wand': '3', code: 'OWL10', country: 'ES' }
  const checkout = await visitor.submit('Checkout', typed)
  expect(checkout.text).toContain('Quantity 3')
  for (const pair of ['country=ES', 'currency=GBP', 'discount=OWL10']) expect(checkout.path).toContain(pair)
  expect(checkout.text).toContain('Spain')
})

test('a code that does not apply is told before the checkout opens', async () => {
  const visitor = await withWand()
  const refused = await visitor.submit('Checkout', { code: 'OWL11' })
  expect([refused.path, refused.items, refused.value('code')]).toEqual(['/us/cart', 1, 'OWL11'])
  expect(refused.main).toContain('OWL11')
})

test('a UK cart without a country it ships to opens no checkout, and is kept', async () => {
  const visitor = await withWand('uk')
  for (const country of ['US', 'nowhere', '']) {
    const refused = await visitor.submit('Checkout', { country })
    expect([refused.path, refused.items]).toEqual(['/uk/cart', 1])
    expect(refused.messages).toContain('Please select your shipping country.')
    // The choice is still there to be made.
    if (refused.hasButton('Ship there')) await visitor.submit('Ship there', { country: 'GB' })
  }
  expect((await visitor.submit('Checkout', { country: 'IE' })).headings(1)).toEqual(['Complete your order'])
})

test('an empty cart opens no checkout', async () => {
  for (const { id } of MARKETS) {
    const page = await new Visitor().post(`/${id}/checkout`, {})
    expect([page.path, page.items]).toEqual([`/${id}/cart`, 0])
  }
})

test('going back from the checkout finds the cart as it was, and it can be changed and opened again', async () => {
  const visitor = await withWand()
  await visitor.submit('Checkout')
  expect((await visitor.visit('/us/cart')).items).toBe(1)
  await visitor.submit('Update', { 'Quantity of Magic Wand': '2' })
  expect((await visitor.submit('Checkout')).text).toContain('Quantity 2')
})
