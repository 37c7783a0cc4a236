import { expect, test } from 'vitest'
import { parseUnsubscribeToken } from './email-address.ts'

test('a token must be complete', () => {
  const token = '0123456789abcdef'.repeat(3).slice(0, 44)
  for (const text of [token, ` ${token}`, `${token}.`, `${token}>\r\n`, `3D${token}`, token.toUpperCase()])
    expect(parseUnsubscribeToken(text), text).toBe(token)
  for (const text of [
    '',
    token.slice(1),
    `${token}0`,
    `0${token}`,
    `${token.slice(1)} 0`,
    `${token}.${token}`,
  ])
    expect(parseUnsubscribeToken(text), text).toBeNull()
})
