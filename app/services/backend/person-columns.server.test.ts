import { expect, test } from 'vitest'
import { toPersonColumns } from './person-columns.server.ts'

test('a name and an email address are normalised as for searching', () => {
  const person = { name: ' Zoe\u0308 Quill ', email: ' Zoe@Example.COM ' }
  expect(toPersonColumns(person)).toEqual({ name: 'Zo\u00eb Quill', email: 'zoe@example.com' })
})

test.each([
  ['control characters', 'Ro\u0000wan\u0007 Quill', 'Rowan Quill'],
  ['line breaks', 'Rowan\r\nQuill', 'Rowan Quill'],
  ['half a surrogate pair', 'Rowan \ud83e', 'Rowan \ufffd'],
  ['nothing', ' \u0000\n', null],
])('a name with %s is cleaned for the database', (_, name, expected) => {
  expect(toPersonColumns({ name, email: null }).name).toBe(expected)
})

test('a name is cut to the length of its column, also when normalisation lengthens it', () => {
  // NFC turns this character into three.
  expect(toPersonColumns({ name: '\ufb2c'.repeat(255), email: null }).name).toHaveLength(255)
  expect([...(toPersonColumns({ name: '🪄'.repeat(300), email: null }).name ?? '')]).toHaveLength(255)
  expect(toPersonColumns({ name: `${'x'.repeat(254)} y`, email: null }).name).toBe('x'.repeat(254))
})

test.each(['', 'nobody', 'a@b@c.d', 'a\u0000@example.com', 'a@example.com\nBcc: b@example.com'])(
  'the invalid email address %j becomes null',
  (email) => {
    expect(toPersonColumns({ name: 'Ada', email })).toEqual({ name: 'Ada', email: null })
  },
)

test('an email address that is too long becomes null: cut, it would be a different address', () => {
  const host = `${'h'.repeat(60)}.${'h'.repeat(60)}.${'h'.repeat(60)}.com`
  const fitting = `${'x'.repeat(255 - host.length - 1)}@${host}`
  expect(toPersonColumns({ name: null, email: fitting })).toEqual({ name: null, email: fitting })
  expect(toPersonColumns({ name: null, email: `x${fitting}` }).email).toBeNull()
})

test('missing names and addresses become null', () => {
  expect(toPersonColumns({})).toEqual({ name: null, email: null })
})
