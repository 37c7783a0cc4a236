import { expect, test } from 'vitest'
import { readSupabaseKey } from './keys.ts'

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
