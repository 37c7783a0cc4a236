import { describe, expect, test } from 'vitest'
import { amountAfter, amountsIn, MARKETS, type Market, MUG, TOTE, VOL_2 } from './addresses.ts'
import { sayWords } from './gift.ts'
import { Visitor, withWand } from './visitor.ts'

/** The cart as a page, without JavaScript: what goes in, what is refused, quantities, codes and countries. */

const total = (visitor: Visitor) => amountAfter('Total', visitor.page.main)

/** Magic words of the sample data, which are only put into carts here and never ordered. */
const WORDS: Record<Market, string> = { us: 'silver birch comet', uk: 'copper fern riddle' }

describe.each(MARKETS)('the cart of the $id store', ({ id, currency, country }) => {
  test('is empty at first, and shows what is put in, where it goes and what it costs', async () => {
    const visitor = new Visitor()
    const empty = await visitor.visit(`/${id}/cart`)
    expect([empty.headings(1), empty.items]).toEqual([['Shopping Cart'], 0])
    expect(empty.hasButton('Checkout')).toBe(false)
    expect(empty.links()).toContain(`/${id}/products`)
    await withWand(id, visitor, 'Dragon & Oak')
    const price = total(visitor)
    for (const words of ['1 item', 'Magic Wand', 'Dragon & Oak', country, 'Magic Words'])
      expect(visitor.page.main).toContain(words)
    expect(visitor.page.main).toContain(`Add ${currency}${(90.01 - price).toFixed(2)} more for free shipping`)
    expect(visitor.page.hasButton('Checkout')).toBe(true)
    const more = await visitor.submit('Update', { 'Quantity of Magic Wand, Dragon & Oak': '3' })
    expect(total(visitor)).toBe(3 * price)
    expect([more.items, more.main.includes('FREE')]).toEqual([3, true])
    expect(more.main).not.toContain('more for free shipping')
  })

  test('puts the same choice into one line and another one into its own', async () => {
    const visitor = await withWand(id)
    await withWand(id, visitor, 'Dragon & Oak')
    await withWand(id, visitor, 'Dragon & Yew')
    const { page } = visitor
    expect(page.items).toBe(3)
    expect(page.main.match(/Quantity of/g)).toHaveLength(2)
    expect(page.value('Quantity of Magic Wand, Dragon & Oak')).toBe('2')
  })

  test('holds one to twenty of a thing, and says so', async () => {
    const visitor = await withWand(id)
    const update = (quantity: string) => visitor.submit('Update', { 'Quantity of Magic Wand': quantity })
    const full = await update('21')
    expect(full.items).toBe(20)
    expect(full.messages).toContain('20 of one thing')
    for (const quantity of ['many', '1.5', '']) {
      expect((await update(quantity)).items, quantity).toBe(20)
      expect(visitor.page.messages, quantity).not.toBe('')
    }
    expect((await visitor.submit(/^One fewer/)).items).toBe(19)
    expect((await visitor.submit(/^One more/)).items).toBe(20)
    expect((await update('0')).items).toBe(0)
    await withWand(id, visitor, 'Dragon & Yew')
    // Removed, or refused: never fewer than none.
    expect([0, 1]).toContain((await update('-3')).items)
    await withWand(id, visitor, 'Dragon & Elder')
    const removed = await visitor.submit(/^Remove Magic Wand.*Elder/)
    expect(removed.messages).toContain('removed')
    expect(removed.main).not.toContain('Dragon & Elder')
  })

  test('takes ten percent off for a code, keeps it beside a wrong one, and removes it', async () => {
    const visitor = await withWand(id)
    const price = total(visitor)
    const applied = await visitor.submit('Apply', { code: ' owl10 ' })
    expect(applied.main).toMatch(/owl10 applied/i)
    expect(total(visitor)).toBeCloseTo(price * 0.9)
    const wrong = await visitor.submit('Apply', { code: 'NOSUCH' })
    expect(wrong.messages).toContain('NOSUCH')
    expect([wrong.value('code'), total(visitor)]).toEqual(['NOSUCH', expect.closeTo(price * 0.9)])
    await visitor.submit(/^Remove OWL10/i)
    expect(total(visitor)).toBe(price)
    visitor.cookies.set('selected_market', id)
    expect((await visitor.visit('/discount/OWL10?redirect=/faq')).url.pathname).toBe(`/${id}/faq`)
    await visitor.visit(`/${id}/cart`)
    expect(total(visitor)).toBeCloseTo(price * 0.9)
  })

  test('mixes gifts with nothing that is printed to order, whichever comes first', async () => {
    const { visitor } = await sayWords(WORDS[id], id)
    await visitor.submit('Add Gift to Cart')
    await visitor.visit(`/${id}${MUG}`)
    const refused = await visitor.submit('Add to Cart')
    expect(refused.messages).toContain(
      'POD products cannot be added when a gift item is in your cart. Please checkout your gift separately.',
    )
    expect(refused.items).toBe(1)
    const other = new Visitor()
    await other.visit(`/${id}${TOTE}`)
    await other.submit('Add to Cart')
    const { page: said } = await sayWords(WORDS[id], id, other)
    const page = said.hasButton('Add Gift to Cart') ? await other.submit('Add Gift to Cart') : said
    expect(page.text).toContain(
      'Gift items cannot be added when POD products are in your cart. Please checkout your POD items separately.',
    )
    expect((await other.visit(`/${id}/cart`)).main).not.toContain('FREE')
    expect(other.page.items).toBe(1)
  })
})

test('what a form says about prices, and more than its page offers, is not believed', async () => {
  const visitor = new Visitor()
  const page = await visitor.visit(`/us${VOL_2.us}`)
  const price = amountsIn(page.texts('label').find((text) => text.startsWith('Wizard Box Only')) ?? '').at(-1)
  const { action, data } = page.formWith('Order Now', { option: 'box-only' })
  for (const name of ['price', 'amount', 'total', 'price.amount', 'unitPrice', 'cost'])
    data.append(name, '0.01')
  const cart = await visitor.post(action, data)
  expect([cart.items, total(visitor)]).toEqual([1, price])
  const checkout = cart.formWith('Checkout')
  for (const name of ['price', 'amount', 'total', 'discountAmount']) checkout.data.append(name, '0.01')
  const order = await visitor.post(checkout.action, checkout.data)
  expect(amountAfter('Subtotal', order.main)).toBe(price)
  for (const fields of [
    { intent: 'add', handle: 'no-such-thing' },
    { intent: 'add', handle: 'magic-wand', wand: 'basilisk' },
    { intent: 'add', handle: 'magic-wand', variant: '1' },
    { intent: 'add', handle: 'vol-i-phoenix-edition', option: 'box-only', edition: 'ember' },
  ] as Record<string, string>[]) {
    const { status, items, messages } = await new Visitor().post('/us/cart', fields)
    expect([status, items, messages === ''], JSON.stringify(fields)).toEqual([200, 0, false])
  }
  expect((await visitor.post('/us/cart', { intent: 'dance' })).status).toBe(400)
})

test('the UK cart ships to the countries of the EU, in pounds, and says what may be due', async () => {
  const visitor = await withWand('uk')
  const france = await visitor.submit('Ship there', { country: 'FR' })
  expect(france.value('country')).toBe('FR')
  expect(france.main).toMatch(/Customs duties/)
  expect(amountsIn(france.main)).not.toEqual([])
  expect(france.main).not.toContain('$')
})
