import { expect, test } from 'vitest'
import { toPersonColumns } from './gift-codes.server.ts'

test.each([
  [' Zoe\u0308 Quill ', 'Zo\u00eb Quill'],
  [' \u0000\n', null],
  [undefined, null],
  // One character that NFC decomposes into three.
  ['\ufb2c'.repeat(255), '\u05e9\u05bc\u05c1'.repeat(85)],
  ['🪄'.repeat(300), '🪄'.repeat(255)],
  [`${'x'.repeat(254)} y`, 'x'.repeat(254)],
])('the name %j is stored as %j', (name, stored) => {
  expect(toPersonColumns({ name })).toEqual({ name: stored, email: null })
})

const host = `${'h'.repeat(60)}.${'h'.repeat(60)}.${'h'.repeat(60)}.com`
const longest = `${'x'.repeat(255 - host.length - 1)}@${host}`

test.each([
  [' Zoe@Example.COM ', 'zoe@example.com'],
  [longest, longest],
  // Truncated, it would be another person's.
  [`x${longest}`, null],
  ...['', 'nobody', 'a@b@c.d', 'a\u0000@example.com', 'a@example.com\nBcc: b@example.com'].map(
    (email): [string, null] => [email, null],
  ),
])('the address %j is stored as %j', (email, stored) => {
  expect(toPersonColumns({ email })).toEqual({ name: null, email: stored })
})
