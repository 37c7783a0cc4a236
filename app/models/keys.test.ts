import { expect, test } from 'vitest'
import { isWeakSecret, readSupabaseKey } from './keys.ts'

const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2ln`

test('keys of both forms say what they can do', () => {
  expect(readSupabaseKey('sb_publishable_abc')).toMatchObject({ role: 'public', isLegacy: false })
  expect(readSupabaseKey('sb_secret_abc')).toMatchObject({ role: 'secret', isLegacy: false })
  expect(readSupabaseKey(token({ role: 'anon' }))).toEqual({ role: 'public', isLegacy: true })
  expect(readSupabaseKey(token({ role: 'service_role' }))).toEqual({ role: 'secret', isLegacy: true })
})

test.each(['', 'key', 'a.b.c', 'a.bnVsbA.c', token({ role: 'authenticated' })])(
  '%j is a key of no known role',
  (key) => {
    expect(readSupabaseKey(key).role).toBeNull()
  },
)

test.each([
  ['pX2s9QmLk4vTz7RbW1eYc8Nd', false],
  ['correct horse battery staple 4711 and more', false],
  ['short', true],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', true],
  ['1212121212121212121212121212', true],
  ['this-is-my-session-secret', true],
  ['change-me-before-you-open-the-shop', true],
])('the session secret %j can be guessed: %s', (secret, weak) => {
  expect(isWeakSecret(secret)).toBe(weak)
})
