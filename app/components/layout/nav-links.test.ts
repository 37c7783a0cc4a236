import { expect, test } from 'vitest'
import { GIFT, isCurrent, isInGroup, SHOP } from './nav-links.ts'

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://shop')
  return { pathname, search }
}

test('home is current on the home page only', () => {
  expect(isCurrent('/us', at('/us'))).toBe(true)
  expect(isCurrent('/us', at('/us/faq'))).toBe(false)
})

test('a link with a filter is current only under that filter', () => {
  expect(isCurrent('/uk/products?filter=wizard-box', at('/uk/products?filter=wizard-box'))).toBe(true)
  expect(isCurrent('/uk/products?filter=wizard-box', at('/uk/products'))).toBe(false)
})

test('every step of a redemption is Redeem a Gift', () => {
  expect(isCurrent('/us/redeem', at('/us/redeem/review'))).toBe(true)
  expect(isCurrent('/us/redeem', at('/us/redeemed'))).toBe(false)
})

test('the wand page is not the wand bundle', () => {
  expect(isCurrent('/us/product/magic-wand', at('/us/product/magic-wand-collectors-set'))).toBe(false)
})

test.each([
  '/uk/products',
  '/uk/products?filter=wands',
  '/uk/product/vol-i-phoenix-edition',
  '/uk/product/keyhole-tote',
])('Shop is marked on %s, which none of its links leads to', (address) => {
  expect(isInGroup(SHOP, 'uk', at(address))).toBe(true)
  expect(isInGroup(SHOP, 'us', at(address))).toBe(false)
  expect(isInGroup(GIFT, 'uk', at(address))).toBe(false)
})

test.each(['/us/gift', '/us/gift-download', '/us/redeem/review'])('Gift is marked on %s', (address) => {
  expect(isInGroup(GIFT, 'us', at(address))).toBe(true)
  expect(isInGroup(SHOP, 'us', at(address))).toBe(false)
})

test.each(['/us', '/us/cart', '/us/about', '/us/redeemed'])('no group is marked on %s', (address) => {
  expect([SHOP, GIFT].some((group) => isInGroup(group, 'us', at(address)))).toBe(false)
})
