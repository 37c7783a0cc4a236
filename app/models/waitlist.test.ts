import { expect, test } from 'vitest'
import { resolveWaitlist } from './waitlist.ts'

const NO_NAME = 'Please enter your name'
const NO_EMAIL = 'Please enter your email'

test.each([
  [{ name: ' Ada ', email: ' a@b ' }, { value: { name: 'Ada', email: 'a@b' } }],
  [{ name: ' ', email: ' ' }, { error: { name: [NO_NAME], email: [NO_EMAIL] } }],
  [{}, { error: { name: [NO_NAME], email: [NO_EMAIL] } }],
  [{ name: '\u200b', email: 'a@b' }, { error: { name: [NO_NAME] } }],
  [{ name: 'Ada', email: 'ada' }, { error: { email: ['Invalid email address'] } }],
  [{ name: 'a'.repeat(101), email: 'a@b' }, { error: { name: ['Name must be less than 100 characters'] } }],
])(
  'the waitlist form trims its fields, and each invalid one has its message (case %#)',
  (fields, resolved) => {
    expect(resolveWaitlist(fields)).toEqual(resolved)
  },
)
