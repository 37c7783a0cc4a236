import { expect, test } from 'vitest'
import { parseWaitlist, toWaitlistRecord } from './waitlist.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('the waitlist asks for the name first, then the email', () => {
  expect(parseWaitlist(form({}))).toEqual({ ok: false, error: 'name-required' })
  expect(parseWaitlist(form({ name: '\u200b' }))).toEqual({ ok: false, error: 'name-required' })
  expect(parseWaitlist(form({ name: 'Ada', email: ' ' }))).toEqual({ ok: false, error: 'email-required' })
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
