import { expect, test } from 'vitest'
import { sayWords } from './gift.ts'
import { Visitor } from './visitor.ts'

/** Words and gifts that are refused, each in its own way. The gifts are those of `docs/product.md`. */

const UNKNOWN = /Invalid magic words.*Please check your magic words and try again\./

test.each([
  ['none', '', 'Please enter your magic words'],
  ['only blanks', '   ', 'Please enter your magic words'],
  ['unknown ones', 'lantern moth seven', UNKNOWN],
  ['used ones', 'gilded acorn storm', /These magic words have already been used.*Redeemed on .*20\d\d/],
])('%s are refused and kept as typed, and the right ones are accepted then', async (_, words, reason) => {
  const { visitor, page } = await sayWords(words)
  expect([400, 422]).toContain(page.status)
  expect(page.path).toBe('/us/redeem')
  expect(page.text).toMatch(reason)
  expect(page.value('words')?.trim()).toBe(words.trim())
  const right = await visitor.submit('Redeem My Gift', { words: 'amber lantern owl' })
  expect(right.path).toBe('/us/redeem/review')
})

test.each([
  ['us', 'copper fern riddle', 'uk'],
  ['uk', 'amber lantern owl', 'us'],
] as const)('the %s store takes no gift of the other, and leads there', async (market, words, bought) => {
  const name = bought.toUpperCase()
  const { visitor, page } = await sayWords(words, market)
  expect(page.text).toContain('Market mismatch')
  expect(page.text).toContain(`This gift was purchased in the ${name} market and can only be redeemed there.`)
  expect(page.links()).toContain(`/${bought}/redeem`)
  expect((await visitor.visit(`/${market}/redeem/review`)).hasButton('Add Gift to Cart')).toBe(false)
  expect((await sayWords(words, bought)).page.path).toBe(`/${bought}/redeem/review`)
})

test('a gift under review in one store cannot be added in the other', async () => {
  const { visitor, page } = await sayWords('copper fern riddle', 'uk')
  const { action, data } = page.formWith('Add Gift to Cart')
  const elsewhere = await visitor.post(action.replace('/uk/', '/us/'), data)
  expect(elsewhere.main).not.toContain('Added to cart!')
  expect((await visitor.visit('/us/cart')).main).toContain('0 items')
})

test('a cart has one gift: another, and the same again, are refused and nothing is added', async () => {
  const { visitor } = await sayWords('amber lantern owl')
  await visitor.submit('Add Gift to Cart')
  for (const words of ['amber lantern owl', 'silver birch comet']) {
    const { page } = await sayWords(words, 'us', visitor)
    const refused = page.hasButton('Add Gift to Cart') ? await visitor.submit('Add Gift to Cart') : page
    expect(refused.text).toContain('You already have this gift in your cart')
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  }
})

test('the number of a gift stays at one, and boxes for oneself go beside it', async () => {
  const { visitor } = await sayWords('copper fern riddle', 'uk')
  await visitor.submit('Add Gift to Cart')
  await visitor.visit('/uk/product/magic-wand')
  await visitor.submit(/Add to Cart/)
  const cart = await visitor.visit('/uk/cart')
  expect(cart.main).toContain('2 items')
  const quantities = cart.document.querySelectorAll('main input[name^=quantity]')
  expect(quantities).toHaveLength(1)
  expect(cart.part('Your gift')).toContain('FREE')
  expect(cart.main).not.toContain('Total £0.00')
})

test('a browser that keeps no cookies is told so instead of losing the gift in silence', async () => {
  const visitor = new Visitor()
  visitor.keepsCookies = false
  const { page } = await sayWords('amber lantern owl', 'us', visitor)
  expect(page.status).toBeLessThan(500)
  expect(page.hasButton('Add Gift to Cart')).toBe(false)
  expect(page.main).toMatch(/cookies/)
  expect(page.main).toContain('Gift data not loaded')
})
