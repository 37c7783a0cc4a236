import { expect, test } from 'vitest'
import { contactForm, signupForm } from './schemas.ts'
import { FIELD_MESSAGES } from './words.ts'

/** The schemas of browser, shop and functions. That Conform reads them the same way: the routes' tests. */

const message = {
  fullName: ' Ada Lovelace ',
  email: ' ada@example.com ',
  subject: 'Order Inquiry',
  message: ' Hello ',
}

function messagesOf(change: Record<string, unknown>): string[] {
  return contactForm.safeParse({ ...message, ...change }).error?.issues.map((issue) => issue.message) ?? []
}

const BLANKS = ['', ' ', '\u200b\u2060\u202e', '\u2800', '\u3164', '\u0301', '\u0000\t', '\ufeff\u200d']

test.each<[string, readonly unknown[], string]>([
  ['fullName', [...BLANKS, undefined, 7], FIELD_MESSAGES.nameRequired],
  ['message', [...BLANKS, undefined, 7], FIELD_MESSAGES.messageRequired],
  ['fullName', ['a', '\u{1f989}'].map((letter) => letter.repeat(101)), FIELD_MESSAGES.nameTooLong],
  ['email', ['ada', '', undefined, 'ådå@x.org', '\u017Fam@x.org'], FIELD_MESSAGES.emailInvalid],
  ['email', ['ada@bü cher.example', 'ada@bücher.example/path'], FIELD_MESSAGES.emailInvalid],
  ['email', [`${'a'.repeat(250)}@b.com`], FIELD_MESSAGES.emailTooLong],
  ['subject', ['', 'Hacking'], FIELD_MESSAGES.subjectRequired],
  ['message', ['a'.repeat(2001), 'a\r\n'.repeat(1001)], FIELD_MESSAGES.messageTooLong],
])('an invalid %s has its message (case %#)', (field, values, error) => {
  for (const value of values) expect(messagesOf({ [field]: value }), String(value)).toEqual([error])
})

test('the longest and the shortest values pass: characters are code points, a line break is one', () => {
  for (const fullName of ['a'.repeat(100), '\u{1f989}'.repeat(100), '王', 'é'])
    expect(messagesOf({ fullName })).toEqual([])
  for (const text of ['\u{1f989}'.repeat(2000), `${'a\r\n'.repeat(999)}ab`, '👩‍🚀'])
    expect(messagesOf({ message: text })).toEqual([])
})

test.each([
  ['r&d@firm.co.uk', 'r&d@firm.co.uk'],
  ["O'Neill@X.example", "o'neill@x.example"],
  ['Ada@Bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  [`${'a'.repeat(248)}@b.org`, `${'a'.repeat(248)}@b.org`],
  [`${'a'.repeat(249)}@b.org`, `${'a'.repeat(249)}@b.org`],
  ['ada@\u017Fhop.example', 'ada@shop.example'],
])('the address %s is stored as %s', (email, stored) => {
  expect(contactForm.parse({ ...message, email }).email).toBe(stored)
})

test('texts are trimmed; a name loses line breaks, control and direction marks, and half a character; only true ticks the box', () => {
  const typed = { fullName: ' A\u0000d\r\na \u202eL\ud83e', subscribeToMailingList: 'on' }
  expect(contactForm.parse({ ...message, ...typed })).toMatchObject({
    fullName: 'Ad a L\ufffd',
    email: 'ada@example.com',
    message: 'Hello',
    subscribeToMailingList: false,
  })
  expect(contactForm.parse({ ...message, subscribeToMailingList: true }).subscribeToMailingList).toBe(true)
})

test('an unknown source of a signup is the home page', () => {
  const signup = { fullName: 'Ada', email: 'a@b' }
  expect(signupForm.parse({ ...signup, source: 'Footer' }).source).toBe('Footer')
  for (const source of ['<script>', undefined, 7])
    expect(signupForm.parse({ ...signup, source }).source).toBe('Homepage')
})
