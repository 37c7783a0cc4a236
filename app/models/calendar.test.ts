import { expect, test } from 'vitest'
import { todayIn } from './calendar.ts'

test.each([
  ['2027-01-01T00:30:00Z', '2027-01-01', '2026-12-31'],
  ['2026-07-01T23:30:00Z', '2026-07-02', '2026-07-01'],
  ['2026-07-02T04:00:00Z', '2026-07-02', '2026-07-02'],
])('at %s it is %s in London and %s in New York', (now, london, newYork) => {
  expect([todayIn('uk', Date.parse(now)), todayIn('us', Date.parse(now))]).toEqual([london, newYork])
})
