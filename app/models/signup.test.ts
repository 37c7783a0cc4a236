import { expect, test } from 'vitest'
import { normaliseEmail, parseSignup, parseUnsubscribeToken } from './signup.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('fields are trimmed, and an unknown source is replaced by Homepage', () => {
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
  [101, 9, 'name-too-long'],
  [9, 256, 'email-too-long'],
  [101, 256, 'name-too-long'],
  [101, 0, 'missing-information'],
  [100, 255, null],
])('a signup with a name of %d and an email of %d characters: %s', (name, email, error) => {
  const signup = parseSignup(form({ fullName: 'a'.repeat(name), email: 'b'.repeat(email) }))
  expect(signup.ok ? null : signup.error).toBe(error)
})

test('a token must be complete', () => {
  const token = '0123456789abcdef'.repeat(3).slice(0, 44)
  for (const text of [token, ` ${token}`, `${token}.`, `${token}>\r\n`, `3D${token}`, token.toUpperCase()])
    expect(parseUnsubscribeToken(text), text).toBe(token)
  for (const text of [
    '',
    token.slice(1),
    `${token}0`,
    `0${token}`,
    `${token.slice(1)} 0`,
    `${token}.${token}`,
  ])
    expect(parseUnsubscribeToken(text), text).toBeNull()
})

test('emails are compared without case and surrounding spaces', () => {
  expect(normaliseEmail(' Ada@Example.COM ')).toBe('ada@example.com')
})
