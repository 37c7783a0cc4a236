import { expect, test } from 'vitest'
import { answerProof, askWithProof, isAnswered } from './proof.server.ts'

const NOW = Date.parse('2025-11-20T12:00:00Z')
const NONCE = 'n'.repeat(22)
const question = askWithProof('secret', NONCE, NOW)

test('a question is answered by a shop with the same secret, also after a newer one was put in front', () => {
  for (const secrets of [['secret'], ['newer', 'secret']]) {
    const proof = answerProof(secrets, question, NOW + 1_000)
    expect(isAnswered('secret', NONCE, proof ?? '')).toBe(true)
  }
})

test('an answer fits its own question only, and is none of the question itself', () => {
  const proof = answerProof(['secret'], question, NOW) ?? ''
  expect(isAnswered('secret', 'm'.repeat(22), proof)).toBe(false)
  expect(isAnswered('other', NONCE, proof)).toBe(false)
  expect(isAnswered('secret', NONCE, question.split('.')[2] ?? '')).toBe(false)
})

test.each([
  ['another secret', question, ['other'], NOW],
  ['no secret', question, [], NOW],
  ['an old question', question, ['secret'], NOW + 121_000],
  ['one of the future', question, ['secret'], NOW - 121_000],
  ['another time', question.replace(/^\d+/, String(NOW + 5)), ['secret'], NOW],
  ['another nonce', question.replace('n', 'm'), ['secret'], NOW],
  ['none', null, ['secret'], NOW],
  ['nonsense', 'x'.repeat(5_000), ['secret'], NOW],
])('%s gets no answer', (_, header, secrets, now) => {
  expect(answerProof(secrets, header, now)).toBeNull()
})
