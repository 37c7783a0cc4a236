import { expect, test } from 'vitest'
import { broken, byUrgency, canOpen, formatFindings, look, right, summaryOf } from './doctor.ts'

const GOOD = right('mail.example accepts the sign-in')
const OLD = look('Old', 'Look')
const BAD = broken('mail.example refuses the password', 'Copy it anew')

test.each([
  [[], false, 'The shop cannot open yet: nothing was checked.'],
  [[GOOD], true, 'The shop can open. Everything is all right.'],
  [[GOOD, OLD], true, 'The shop can open. 1 thing to look at.'],
  [[BAD, GOOD, BAD], false, 'The shop cannot open yet: 2 things to mend.'],
])('%# is summed up', (findings, isOpen, summary) => {
  expect([canOpen(findings), summaryOf(findings)]).toEqual([isOpen, summary])
})

test('what is to be mended comes first', () => {
  expect(byUrgency([GOOD, OLD, BAD])).toEqual([BAD, OLD, GOOD])
})

test('a service is named once, and below a finding stands what to do', () => {
  const mail = { service: 'Mail', what: 'Sign-in' }
  expect(
    formatFindings([
      { ...mail, ...GOOD },
      { ...mail, what: 'Sender', ...BAD },
    ]),
  ).toBe(
    `Mail
  ok    Sign-in: mail.example accepts the sign-in
  MEND  Sender: mail.example refuses the password
        → Copy it anew

The shop cannot open yet: 1 thing to mend.`,
  )
})
