import { expect, test } from 'vitest'
import { maskEmail } from './masked-email.server.ts'

test.each([
  ['rowan.pike@example.com', 'r•••@example.com'],
  ['a@b.c', 'a•••@b.c'],
  ['"odd@name"@example.com', '"•••@example.com'],
  ['😀grin@example.com', '😀•••@example.com'],
  ['@example.com', '•••'],
  ['nothing', '•••'],
  ['', '•••'],
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
