import { expect, test } from 'vitest'
import { toPersonColumns } from './person-columns.server.ts'

test.each([
  ['as searches expect', ' Zoe\u0308 Quill ', 'Zo\u00eb Quill'],
  ['without control characters', 'Ro\u0000wan\u0007 Quill', 'Rowan Quill'],
  ['without line breaks', 'Rowan\r\nQuill', 'Rowan Quill'],
  ['without half a surrogate pair', 'Rowan \ud83e', 'Rowan \ufffd'],
  ['as none', ' \u0000\n', null],
  // One character that NFC decomposes into three.
  ['as long as its column after normalization', '\ufb2c'.repeat(255), expect.stringMatching(/^.{255}$/u)],
  ['cut between characters', '🪄'.repeat(300), '🪄'.repeat(255)],
  ['trimmed after that', `${'x'.repeat(254)} y`, 'x'.repeat(254)],
])('a name is stored %s', (_, name, stored) => {
  expect(toPersonColumns({ name })).toEqual({ name: stored, email: null })
})

const HOST = `${'h'.repeat(60)}.${'h'.repeat(60)}.${'h'.repeat(60)}.com`
const LONGEST = `${'x'.repeat(255 - HOST.length - 1)}@${HOST}`

const WRONG = [`x${LONGEST}`, '', 'nobody', 'a@b@c.d', 'a\u0000@example.com', 'a@example.com\nBcc: b@x.org']

test.each<[string, string | null]>([
  [' Zoe@Example.COM ', 'zoe@example.com'],
  [LONGEST, LONGEST],
  ...WRONG.map((email): [string, null] => [email, null]),
])('the address %j is stored as %j, and dropped rather than cut', (email, stored) => {
  expect(toPersonColumns({ name: 'Ada', email })).toEqual({ name: 'Ada', email: stored })
})
