import { expect, test } from 'vitest'
import { parseWaitlist, toWaitlistRecord } from './waitlist.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('fields are trimmed, and each invalid one has its message', () => {
  expect(parseWaitlist(form({ name: ' Ada ', email: ' a@b ' }))).toEqual({
    value: { name: 'Ada', email: 'a@b' },
  })
  const errorsOf = (fields: Record<string, string>) => {
    const parsed = parseWaitlist(form(fields))
    return 'error' in parsed ? parsed.error : null
  }
  const empty = { name: 'Please enter your name', email: 'Please enter your email' }
  expect(errorsOf({ name: ' ', email: ' ' })).toEqual(empty)
  expect(errorsOf({})).toEqual(empty)
  expect(errorsOf({ name: '\u200b', email: 'a@b' })).toEqual({ name: empty.name })
  expect(errorsOf({ name: 'Ada', email: 'ada' })).toEqual({ email: 'Invalid email address' })
  expect(errorsOf({ name: 'a'.repeat(101), email: `a@${'b.'.repeat(127)}c` })).toEqual({
    name: 'Name must be less than 100 characters',
    email: 'Email must be less than 255 characters',
  })
})

test('a waitlist record has the fixed fields', () => {
  expect(toWaitlistRecord({ name: 'Ada Lovelace', email: 'a@b' })).toEqual({
    email: 'a@b',
    name: 'Ada Lovelace',
    first_name: 'Ada',
    last_name: 'Lovelace',
    full_name: 'Ada Lovelace',
    source: 'Vol II Waitlist',
    website: 'wizardbox.example',
    subscribe_to_mailing_list: true,
  })
})
