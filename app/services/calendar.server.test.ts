import { expect, test } from 'vitest'
import { yearIn } from './calendar.server.ts'

test('the year turns when the store sees it turn', () => {
  const newYearInLondon = Date.parse('2027-01-01T00:30:00Z')
  expect([yearIn('uk', newYearInLondon), yearIn('us', newYearInLondon)]).toEqual([2027, 2026])
})
