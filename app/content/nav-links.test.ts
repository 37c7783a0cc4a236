import { expect, test } from 'vitest'
import { GIFT, isCurrentPage, isInGroup, SHOP } from './nav-links.ts'

const locationOf = (address: string) => {
  const { pathname, search } = new URL(address, 'http://shop')
  return { pathname, search }
}

test('home is current on the home page only', () => {
  expect(isCurrentPage('/us', locationOf('/us'))).toBe(true)
  expect(isCurrentPage('/us', locationOf('/us/faq'))).toBe(false)
})

test('a link with a filter is current only under that filter', () => {
  expect(isCurrentPage('/uk/products?filter=wizard-box', locationOf('/uk/products?filter=wizard-box'))).toBe(
    true,
  )
  expect(isCurrentPage('/uk/products?filter=wizard-box', locationOf('/uk/products'))).toBe(false)
})

test('Redeem a Gift is current on every step of a redemption', () => {
  expect(isCurrentPage('/us/redeem', locationOf('/us/redeem/review'))).toBe(true)
  expect(isCurrentPage('/us/redeem', locationOf('/us/redeemed'))).toBe(false)
})

test('the wand bundle is not current on the wand page', () => {
  expect(isCurrentPage('/us/product/magic-wand', locationOf('/us/product/magic-wand-collectors-set'))).toBe(
    false,
  )
})

test.each([
  '/uk/products',
  '/uk/products?filter=wands',
  '/uk/product/vol-i-phoenix-edition',
  '/uk/product/keyhole-tote',
])('the Shop menu is current on %s, which it does not link to', (address) => {
  expect(isInGroup(SHOP, 'uk', locationOf(address))).toBe(true)
  expect(isInGroup(SHOP, 'us', locationOf(address))).toBe(false)
  expect(isInGroup(GIFT, 'uk', locationOf(address))).toBe(false)
})

test.each(['/us/gift', '/us/gift-download', '/us/redeem/review'])(
  'the Gift menu is current on %s',
  (address) => {
    expect(isInGroup(GIFT, 'us', locationOf(address))).toBe(true)
    expect(isInGroup(SHOP, 'us', locationOf(address))).toBe(false)
  },
)

test.each(['/us', '/us/cart', '/us/about', '/us/redeemed'])('no menu is current on %s', (address) => {
  expect([SHOP, GIFT].some((group) => isInGroup(group, 'us', locationOf(address)))).toBe(false)
})
