import { expect, test } from 'vitest'
import { yearIn } from './calendar.ts'

test('the year changes at midnight in the time zone of the store', () => {
  const newYearInLondon = Date.parse('2027-01-01T00:30:00Z')
  expect([yearIn('uk', newYearInLondon), yearIn('us', newYearInLondon)]).toEqual([2027, 2026])
})
