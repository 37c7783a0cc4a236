import { expect, test } from 'vitest'
import { isQuietPage, mayOpenPopup } from './popup.ts'

test('a closed popup stays closed for seven days, and for subscribers always', () => {
  const closed = Date.parse('2025-11-01T00:00:00Z')
  const mayOpen = (closedAt: string | null, now: string) => mayOpenPopup(false, closedAt, Date.parse(now))
  expect(mayOpen(String(closed), '2025-11-07T23:59:59Z')).toBe(false)
  expect(mayOpen(String(closed), '2025-11-08T00:00:00Z')).toBe(true)
  expect(mayOpen(null, '2025-11-01T00:00:00Z')).toBe(true)
  expect(mayOpen('junk', '2025-11-01T00:00:00Z')).toBe(true)
  expect(mayOpenPopup(true, null, closed)).toBe(false)
  // From a clock that was wrong.
  expect(mayOpen(String(closed), '2025-10-01T00:00:00Z')).toBe(true)
})

test('the popup does not interrupt redeeming a gift', () => {
  expect(['/us/redeem/review', '/uk/redeem/success', '/us/cart'].every(isQuietPage)).toBe(true)
  expect(['/us/redeem', '/uk', '/us/product/redeem'].some(isQuietPage)).toBe(false)
})
