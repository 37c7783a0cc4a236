import { expect, test } from 'vitest'
import {
  type CheckedFinding,
  canOpen,
  failure,
  fine,
  formatFindings,
  listNames,
  summaryOf,
  warning,
} from './doctor.ts'

const checked = (finding: ReturnType<typeof fine>, what = 'Sign-in'): CheckedFinding => ({
  service: 'Mail',
  what,
  ...finding,
})
const GOOD = fine('mail.example accepts the sign-in')
const BAD = failure('mail.example refuses the password', 'Copy it anew')

test('the shop can open when something was checked and nothing failed', () => {
  expect(canOpen([])).toBe(false)
  expect(canOpen([GOOD, warning('Old', 'Look')])).toBe(true)
  expect(canOpen([GOOD, BAD])).toBe(false)
})

test.each([
  [[], 'The shop cannot open yet: nothing was checked.'],
  [[GOOD], 'The shop can open. Everything is all right.'],
  [[GOOD, warning('Old', 'Look')], 'The shop can open. 1 thing to look at.'],
  [[BAD, GOOD, BAD], 'The shop cannot open yet: 2 things to mend.'],
])('%# is summed up', (findings, summary) => {
  expect(summaryOf(findings)).toBe(summary)
})

test('the table names a service once, and says below a finding what to do', () => {
  expect(formatFindings([checked(GOOD), checked(BAD, 'Sender')], 60)).toBe(
    [
      'Service  Checked  Result  Found, and what to do',
      'Mail     Sign-in  ok      mail.example accepts the sign-in',
      '         Sender   MEND    mail.example refuses the password',
      '                          → Copy it anew',
      '',
      'The shop cannot open yet: 1 thing to mend.',
    ].join('\n'),
  )
})

test('long texts continue below their beginning, and no word is cut', () => {
  const long = failure(
    `A ${'word '.repeat(12).trim()}`,
    'https://shop.example/a-very-long-address-that-has-no-space',
  )
  const lines = formatFindings([checked(long)], 60)
    .split('\n')
    .slice(1, -2)
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(`A ${'word '.repeat(12).trim()} → https://`)
  expect(lines.slice(1).every((line) => line.startsWith(' '.repeat(26)))).toBe(true)
})

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is listed as %j', (names, text) => {
  expect(listNames(names)).toBe(text)
})
