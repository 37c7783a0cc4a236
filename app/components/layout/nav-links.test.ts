import { expect, test } from 'vitest'
import { isCurrent } from './nav-links.ts'

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
