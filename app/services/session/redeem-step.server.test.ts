import { expect, test } from 'vitest'
import { readStep } from './redeem-step.server.ts'
import { createSessions } from './visitor-session.server.ts'

const HOUR = 3_600_000
const step = { giftCodeId: '5e0a3c7e-6d3a-4a43-9f0e-0d6f0b4b1d11', at: Date.UTC(2026, 0, 1), done: null }
const session = await createSessions(['a secret of the tests']).open(null, false)

test.each([
  ['just entered', 0, true],
  ['almost two hours ago', 2 * HOUR - 1, true],
  ['two hours ago', 2 * HOUR, false],
  ['by a clock that is ahead a little', -60_000, true],
  // A clock that was set back must not prolong a step.
  ['by a clock that is ahead', -60_001, false],
])('words entered %s (%i ms) are kept: %s', (_, age, isKept) => {
  session.write('redeem', step)
  expect(readStep(session, step.at + age)).toEqual(isKept ? step : null)
})

test('any other value is no step', () => {
  for (const value of [null, 'x', {}, { ...step, giftCodeId: '1' }, { ...step, done: { upgrade: 'all' } }]) {
    session.write('redeem', value)
    expect(readStep(session, step.at)).toBeNull()
  }
})
