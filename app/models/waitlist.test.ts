import { expect, test } from 'vitest'
import { parseWaitlist, toWaitlistRecord, waitlistErrors } from './waitlist.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('the error names the name first, then the email', () => {
  expect(parseWaitlist(form({}))).toEqual({ ok: false, error: 'name-required' })
  expect(parseWaitlist(form({ name: '\u200b' }))).toEqual({ ok: false, error: 'name-required' })
  expect(parseWaitlist(form({ name: 'Ada', email: ' ' }))).toEqual({ ok: false, error: 'email-required' })
})

test('fields are trimmed, and each invalid one has its message', () => {
  expect(parseWaitlist(form({ name: ' Ada ', email: ' a@b ' }))).toEqual({
    ok: true,
    value: { name: 'Ada', email: 'a@b' },
  })
  expect(waitlistErrors(form({ name: 'Ada', email: 'a@b' }))).toBeNull()
  expect(waitlistErrors(form({ name: ' ', email: ' ' }))).toEqual({
    name: 'Please enter your name',
    email: 'Please enter your email',
  })
  expect(waitlistErrors(form({ name: 'Ada', email: 'ada' }))).toEqual({ email: 'Invalid email address' })
  expect(waitlistErrors(form({ name: 'a'.repeat(101), email: `a@${'b.'.repeat(127)}c` }))).toEqual({
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
