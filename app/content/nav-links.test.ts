import { expect, test } from 'vitest'
import { GIFT, isCurrentPage, isInGroup, SHOP } from './nav-links.ts'

test.each([
  ['/us', '/us', true],
  ['/us', '/us/faq', false],
  ['/uk/products?filter=wizard-box', '/uk/products?filter=wizard-box', true],
  ['/uk/products?filter=wizard-box', '/uk/products', false],
  // On every step of a redemption.
  ['/us/redeem', '/us/redeem/review', true],
  ['/us/redeem', '/us/redeemed', false],
  ['/us/product/magic-wand', '/us/product/magic-wand-collectors-set', false],
])('the link to %s on %s is current: %s', (to, address, isCurrent) => {
  expect(isCurrentPage(to, new URL(address, 'http://shop'))).toBe(isCurrent)
})

test.each([
  ['Shop', '/products', '/product/vol-i-phoenix-edition'],
  ['Gift', '/gift', '/gift-download', '/redeem/review'],
  ['no', '', '/cart', '/about', '/redeemed'],
])('the %s menu is current on all pages of its sections, in its own store only', (menu, ...paths) => {
  for (const pathname of paths.map((path) => `/uk${path}`)) {
    const current = [SHOP, GIFT].map((group) => isInGroup(group, 'uk', { pathname }))
    expect(current, pathname).toEqual([menu === 'Shop', menu === 'Gift'])
    expect(isInGroup(SHOP, 'us', { pathname }), pathname).toBe(false)
  }
})
