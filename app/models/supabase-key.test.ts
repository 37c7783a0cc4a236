import { expect, test } from 'vitest'
import { projectOfAddress, readSupabaseKey } from './supabase-key.ts'

const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2ln`

test('keys of both forms say what they can do', () => {
  expect(readSupabaseKey('sb_publishable_abc')).toMatchObject({ role: 'public', isLegacy: false })
  expect(readSupabaseKey('sb_secret_abc')).toMatchObject({ role: 'secret', isLegacy: false })
  expect(readSupabaseKey(token({ role: 'anon', ref: 'abc', exp: 2_000_000_000 }))).toEqual({
    role: 'public',
    isLegacy: true,
    project: 'abc',
    expiresAt: 2_000_000_000_000,
  })
  expect(readSupabaseKey(token({ role: 'service_role' }))).toMatchObject({ role: 'secret', project: null })
})

test.each(['', 'key', 'a.b.c', 'a.bnVsbA.c', token({ role: 'authenticated' })])(
  '%j is a key of no known role',
  (key) => {
    expect(readSupabaseKey(key).role).toBeNull()
  },
)

test('the project is read from the address of a hosted one only', () => {
  expect(projectOfAddress('https://abcdefghijklmnopqrst.supabase.co')).toBe('abcdefghijklmnopqrst')
  expect(projectOfAddress('https://abc.supabase.co/')).toBe('abc')
  for (const address of ['https://db.shop.example', 'http://127.0.0.1:54321', 'https://supabase.co'])
    expect(projectOfAddress(address)).toBeNull()
})
