import { expect, test } from 'vitest'
import { canOpen, formatFindings } from './doctor.ts'

const GOOD = { service: 'Mail', what: 'Sign-in', found: null, mend: 'Copy it anew' }
const BAD = { ...GOOD, what: 'Sender', found: 'Only an example' }

test('the shop can open when something was checked, and nothing is to be mended', () => {
  expect([[], [GOOD], [GOOD, BAD]].map(canOpen)).toEqual([false, true, false])
})

test('a service is named once, below what is wrong stands what to do, and a sentence sums all up', () => {
  expect(formatFindings([GOOD, BAD])).toBe(
    `Mail
  ok    Sign-in
  MEND  Sender: Only an example
        → Copy it anew

The shop cannot open yet: 1 thing to mend.`,
  )
  expect(formatFindings([GOOD])).toContain('The shop can open. Everything is all right.')
})
