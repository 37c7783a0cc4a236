import { expect, test } from 'vitest'
import { isQuietPage, mayOpenPopup } from './popup.ts'

test('a closed popup stays closed for seven days, and for subscribers always', () => {
  const closed = Date.parse('2025-11-01T00:00:00Z')
  expect(mayOpenPopup(false, closed, '2025-11-07T23:59:59Z')).toBe(false)
  expect(mayOpenPopup(false, closed, '2025-11-08T00:00:00Z')).toBe(true)
  expect(mayOpenPopup(true, null, closed)).toBe(false)
  expect([mayOpenPopup(false, null, closed), mayOpenPopup(false, 'junk', closed)]).toEqual([true, true])
})

test('a closing time in the future, from a clock that was wrong, does not keep the popup closed', () => {
  expect(mayOpenPopup(false, '2031-01-01T00:00:00Z', '2025-11-07T00:00:00Z')).toBe(true)
})

test('the popup does not interrupt redeeming a gift', () => {
  expect(['/us/redeem/review', '/uk/redeem/success', '/us/cart'].every(isQuietPage)).toBe(true)
  expect(['/us/redeem', '/uk', '/us/product/redeem'].some(isQuietPage)).toBe(false)
})
