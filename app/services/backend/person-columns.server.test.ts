import { expect, test } from 'vitest'
import { toPersonColumns } from './person-columns.server.ts'

test('a name and an address are kept in the form in which they are searched', () => {
  const person = { name: ' Zoe\u0308 Quill ', email: ' Zoe@Example.COM ' }
  expect(toPersonColumns(person)).toEqual({ name: 'Zo\u00eb Quill', email: 'zoe@example.com' })
})

test.each([
  ['control characters', 'Ro\u0000wan\u0007 Quill', 'Rowan Quill'],
  ['line breaks', 'Rowan\r\nQuill', 'Rowan Quill'],
  ['half a surrogate pair', 'Rowan \ud83e', 'Rowan \ufffd'],
  ['nothing', ' \u0000\n', null],
])('a name with %s is kept as the database takes it', (_, name, kept) => {
  expect(toPersonColumns({ name, email: null }).name).toBe(kept)
})

test('a name is as long as its column at most, also one that normalising makes longer', () => {
  // One character that NFC writes as three.
  expect(toPersonColumns({ name: '\ufb2c'.repeat(255), email: null }).name).toHaveLength(255)
  expect([...(toPersonColumns({ name: '🪄'.repeat(300), email: null }).name ?? '')]).toHaveLength(255)
  expect(toPersonColumns({ name: `${'x'.repeat(254)} y`, email: null }).name).toBe('x'.repeat(254))
})

test.each(['', 'nobody', 'a@b@c.d', 'a\u0000@example.com', 'a@example.com\nBcc: b@example.com'])(
  'an address that no mail reaches is none: %j',
  (email) => {
    expect(toPersonColumns({ name: 'Ada', email })).toEqual({ name: 'Ada', email: null })
  },
)

test('an address that is too long for its column is none: cut, it would be somebody else’s', () => {
  const host = `${'h'.repeat(60)}.${'h'.repeat(60)}.${'h'.repeat(60)}.com`
  const fitting = `${'x'.repeat(255 - host.length - 1)}@${host}`
  expect(toPersonColumns({ name: null, email: fitting })).toEqual({ name: null, email: fitting })
  expect(toPersonColumns({ name: null, email: `x${fitting}` }).email).toBeNull()
})

test('who is not named at all is nobody', () => {
  expect(toPersonColumns({})).toEqual({ name: null, email: null })
})
