import { expect, test } from 'vitest'
import type { Market } from './addresses.ts'
import { buyGift, newEmail, payFor, sayWords } from './gift.ts'
import type { Fields } from './page.ts'
import { Visitor } from './visitor.ts'

/** A recipient says the words, chooses, and orders the gift. */

const REFUSED_AS_USED = 'These magic words have already been used'

/** Orders what is in the cart, and waits until the words are refused as used. */
async function orderAndUseUp(visitor: Visitor, words: string, market: Market = 'us') {
  const { cart, checkout } = await payFor(visitor, market)
  const said = async () => (await sayWords(words, market)).page.main
  await expect.poll(said, { interval: 100 }).toContain(REFUSED_AS_USED)
  return { cart, checkout, refused: await said() }
}

test.each(['us', 'uk'] as const)(
  'a %s gift as it was given costs nothing, and its words work once',
  async (market) => {
    const { words } = await buyGift({ market })
    const { visitor, page } = await sayWords(words, market)
    expect(page.text).toContain('Magic words accepted!')
    expect(page.text).toContain('Review your gift and select any upgrades below.')
    expect(page.main).toContain(market === 'us' ? '$26.00' : '£26.00')
    expect(page.main).toContain(market === 'us' ? '$41.00' : '£41.00')
    expect(page.value('upgrade')).toBe('none')
    const success = await visitor.submit('Add Gift to Cart')
    expect(success.path).toBe(`/${market}/redeem/success`)
    expect(success.text).toContain('Added to cart!')
    expect(success.text).toContain('Your gift discount and free shipping will be applied at checkout.')
    const { cart, checkout, refused } = await orderAndUseUp(visitor, words, market)
    expect(cart.main).toContain('1 item')
    expect(cart.part('Your gift')).toContain('FREE')
    expect(checkout.main).toMatch(/Total [$£]0\.00/)
    expect(refused).toMatch(/Redeemed on .*20\d\d/)
    expect((await visitor.visit(`/${market}/cart`)).main).toContain('0 items')
  },
)

test.each([
  ['box-only', 'add-wand', 'The Classic Wand', '$26.00'],
  ['box-only', 'upgrade-premium', 'The Unicorn & Cherry upgrade', '$41.00'],
  ['classic-wand', 'upgrade-premium', 'The Unicorn & Cherry upgrade', '$15.00'],
] as const)(
  'a %s gift with %s ships free, and the upgrade alone is paid for',
  async (option, upgrade, what, price) => {
    const { words } = await buyGift({ option })
    const { visitor, page } = await sayWords(words)
    expect(page.main).toContain(price)
    const choice: Fields = { upgrade }
    if (upgrade === 'upgrade-premium') choice['Unicorn & Cherry'] = true
    const success = await visitor.submit('Add Gift to Cart', choice)
    expect(success.text).toContain('Added to cart!')
    expect(success.text).toContain(`Your gift has free shipping. ${what} is billed separately.`)
    const { cart, checkout } = await orderAndUseUp(visitor, words)
    for (const paid of [cart, checkout]) expect(paid.main).toContain(`Total ${price}`)
    expect(cart.part('Your gift')).toContain('FREE')
    expect(checkout.main).toContain(upgrade === 'add-wand' ? 'Classic Wand' : 'Unicorn & Cherry')
  },
)

test('a premium gift asks for the style alone, takes no upgrade, and is ordered with the chosen one', async () => {
  const { words } = await buyGift({ market: 'uk', option: 'premium-wand' })
  const { visitor, page } = await sayWords(words, 'uk')
  expect(page.values('upgrade')).toEqual([])
  expect(page.values('wand')).toHaveLength(5)
  const refused = await visitor.submit('Add Gift to Cart', { wand: null })
  expect(refused.text).toContain('Please select your wand style')
  const success = await visitor.submit('Add Gift to Cart', { 'Phoenix & Elm': true })
  expect(success.text).toContain('Your gift discount and free shipping will be applied at checkout.')
  const { cart, checkout } = await orderAndUseUp(visitor, words, 'uk')
  expect(checkout.main).toContain('Total £0.00')
  for (const { main } of [cart, checkout]) expect(main).toContain('Phoenix & Elm')
})

test('an upgrade to a premium wand asks for its style, and keeps what else was chosen', async () => {
  const { visitor, page } = await sayWords('silver birch comet')
  expect(page.values('upgrade')).toEqual(['none', 'upgrade-premium'])
  const typed = { upgrade: 'upgrade-premium', recipientName: 'Rosa', recipientEmail: newEmail() }
  const refused = await visitor.submit('Add Gift to Cart', { ...typed, wand: null, consent: true })
  expect(refused.text).toContain('Please select your wand style')
  for (const [name, value] of Object.entries(typed)) expect(refused.value(name)).toBe(value)
})

test('two recipients may have the same gift in their carts, but the first to pay has it', async () => {
  const { words } = await buyGift()
  const quick = await sayWords(words)
  const late = await sayWords(words)
  await quick.visitor.submit('Add Gift to Cart')
  await late.visitor.submit('Add Gift to Cart')
  await orderAndUseUp(quick.visitor, words)
  await late.visitor.visit('/us/cart')
  const { page } = late.visitor
  const after = page.hasButton('Checkout') ? await late.visitor.submit('Checkout') : page
  expect(after.path).not.toContain('/embedded/checkout')
  expect(after.text).toContain(REFUSED_AS_USED)
})

test('a gift that was only added stays open: removed from the cart, its words are accepted again', async () => {
  const { words } = await buyGift()
  const { visitor } = await sayWords(words)
  await visitor.submit('Add Gift to Cart')
  await visitor.visit('/us/cart')
  expect((await visitor.submit('Remove Your gift')).main).toContain('0 items')
  const { page } = await sayWords(words, 'us', visitor)
  expect(page.path).toBe('/us/redeem/review')
})

test('reloading and going back repeat no step and lose none', async () => {
  const { visitor, page } = await sayWords('velvet moon harbour')
  expect((await visitor.visit('/us/redeem/review')).headings()).toEqual(page.headings())
  await visitor.submit('Add Gift to Cart', { 'Dragon & Yew': true })
  for (const _ of [1, 2]) expect((await visitor.visit('/us/redeem/success')).text).toContain('Added to cart!')
  expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  const stranger = new Visitor()
  expect((await stranger.visit('/us/redeem/review')).hasButton('Add Gift to Cart')).toBe(false)
  expect((await stranger.visit('/us/redeem/success')).text).not.toContain('Added to cart!')
})
