import { expect, test } from 'vitest'
import { normaliseEmail, parseSignup, splitName } from './signup.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('a signup is trimmed, and an unknown source is the home page', () => {
  expect(parseSignup(form({ fullName: ' Ada ', email: ' a@b ', source: 'Footer' }))).toEqual({
    ok: true,
    value: { fullName: 'Ada', email: 'a@b', source: 'Footer' },
  })
  const odd = parseSignup(form({ fullName: 'Ada', email: 'a@b', source: '<script>' }))
  expect(odd.ok && odd.value.source).toBe('Homepage')
})

test.each([[{ fullName: ' ', email: 'a@b' }], [{ fullName: 'Ada', email: '' }], [{}]])(
  'a signup without name or email is refused (case %#)',
  (fields) => {
    expect(parseSignup(form(fields as Record<string, string>))).toEqual({
      ok: false,
      error: 'missing-information',
    })
  },
)

test.each([
  ['Ada', 'Ada', 'Ada'],
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Ada  King  Lovelace ', 'Ada', 'King Lovelace'],
])('%s is split into %s and %s', (name, first, last) => {
  expect(splitName(name)).toMatchObject({ firstName: first, lastName: last })
})

test('emails are told apart without case or spaces', () => {
  expect(normaliseEmail(' Ada@Example.COM ')).toBe('ada@example.com')
})
