import { expect, test } from 'vitest'
import { isWeakSecret } from './signing-secret.ts'

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
