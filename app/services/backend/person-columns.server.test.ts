import { expect, test } from 'vitest'
import { toPersonColumns } from './person-columns.server.ts'

test('names and addresses are normalized as searches expect', () => {
  const person = { name: ' Zoe\u0308 Quill ', email: ' Zoe@Example.COM ' }
  expect(toPersonColumns(person)).toEqual({ name: 'Zo\u00eb Quill', email: 'zoe@example.com' })
})

test.each([
  ['control characters', 'Ro\u0000wan\u0007 Quill', 'Rowan Quill'],
  ['line breaks', 'Rowan\r\nQuill', 'Rowan Quill'],
  ['half a surrogate pair', 'Rowan \ud83e', 'Rowan \ufffd'],
  ['nothing', ' \u0000\n', null],
])('a name with %s is sanitized for the database', (_, name, sanitized) => {
  expect(toPersonColumns({ name, email: null }).name).toBe(sanitized)
})

test('names are truncated to the length of their column after normalization', () => {
  // One character that NFC decomposes into three.
  expect(toPersonColumns({ name: '\ufb2c'.repeat(255), email: null }).name).toHaveLength(255)
  expect([...(toPersonColumns({ name: '🪄'.repeat(300), email: null }).name ?? '')]).toHaveLength(255)
  expect(toPersonColumns({ name: `${'x'.repeat(254)} y`, email: null }).name).toBe('x'.repeat(254))
})

test.each(['', 'nobody', 'a@b@c.d', 'a\u0000@example.com', 'a@example.com\nBcc: b@example.com'])(
  'an invalid address is dropped: %j',
  (email) => {
    expect(toPersonColumns({ name: 'Ada', email })).toEqual({ name: 'Ada', email: null })
  },
)

test('an address that is too long for its column is dropped, not truncated', () => {
  const host = `${'h'.repeat(60)}.${'h'.repeat(60)}.${'h'.repeat(60)}.com`
  const longest = `${'x'.repeat(255 - host.length - 1)}@${host}`
  expect(toPersonColumns({ name: null, email: longest })).toEqual({ name: null, email: longest })
  expect(toPersonColumns({ name: null, email: `x${longest}` }).email).toBeNull()
})

test('missing names and addresses are null', () => {
  expect(toPersonColumns({})).toEqual({ name: null, email: null })
})
