import { expect, test } from 'vitest'
import { contactSchema, hasTypedText } from './contact.ts'
import { CONTACT_SUBJECTS } from './contact-subject.ts'

const message = {
  fullName: ' Ada Lovelace ',
  email: ' ada@example.com ',
  subject: 'Order Inquiry',
  message: ' Hello ',
}

function contactErrors(change: Record<string, unknown>): string[] {
  const parsed = contactSchema.safeParse({ ...message, ...change })
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)
}

test('a contact message is trimmed', () => {
  expect(contactSchema.parse(message)).toEqual({
    fullName: 'Ada Lovelace',
    email: 'ada@example.com',
    subject: 'Order Inquiry',
    message: 'Hello',
    subscribeToMailingList: false,
  })
})

test.each([
  [{ fullName: ' ' }, 'Name is required'],
  [{ fullName: undefined }, 'Name is required'],
  [{ fullName: '\u200b\u2060\u202e' }, 'Name is required'],
  [{ fullName: 'a'.repeat(101) }, 'Name must be less than 100 characters'],
  [{ email: 'ada' }, 'Invalid email address'],
  [{ email: '' }, 'Invalid email address'],
  [{ email: undefined }, 'Invalid email address'],
  [{ email: `${'a'.repeat(250)}@b.com` }, 'Email must be less than 255 characters'],
  [{ subject: '' }, 'Please select a subject'],
  [{ subject: 'Hacking' }, 'Please select a subject'],
  [{ message: ' ' }, 'Message is required'],
  [{ message: '\u200d\ufeff' }, 'Message is required'],
  [{ message: 'a'.repeat(2001) }, 'Message must be less than 2000 characters'],
])('an invalid field has its message (case %#: %s)', (change, error) => {
  expect(contactErrors(change)).toEqual([error])
})

test.each(['r&d@firm.co.uk', 'a+b=c@x.example', 'a/b@x.example', "o'neill@x.example"])(
  '%s is valid, as in browsers',
  (email) => {
    expect(contactErrors({ email })).toEqual([])
  },
)

test('the longest and the shortest allowed values pass', () => {
  expect(contactErrors({ fullName: 'a'.repeat(100), message: 'a'.repeat(2000) })).toEqual([])
  expect(contactErrors({ fullName: '王', message: '👩‍🚀' })).toEqual([])
})

test.each([
  ['on', true],
  [true, true],
  ['', false],
  ['false', false],
  [undefined, false],
])('the checkbox value %o means %s', (value, expected) => {
  expect(contactSchema.parse({ ...message, subscribeToMailingList: value }).subscribeToMailingList).toBe(
    expected,
  )
})

test('there are seven subjects', () => {
  expect(CONTACT_SUBJECTS).toHaveLength(7)
})

test.each([
  [{}, false],
  [{ fullName: ' ', email: null, message: '\r\n' }, false],
  [{ subject: 'Other' }, false],
  [{ email: 'ada@' }, true],
  [{ message: 'Hello' }, true],
])('%j has typed text: %s', (typed: Record<string, unknown>, written) => {
  expect(hasTypedText((name) => typed[name])).toBe(written)
})
