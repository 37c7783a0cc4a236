import { createHmac } from 'node:crypto'
import { createCookie } from 'react-router'
import { expect, test } from 'vitest'
import { createCookieReader } from './signed-cookie.server.ts'

const read = createCookieReader(['new secret', 'old secret'])

/** A cookie's raw value, as React Router signs it. */
async function signed(value: unknown, ...secrets: string[]): Promise<string> {
  const line = await createCookie('cart', { secrets }).serialize(value)
  return line.slice('cart='.length).split(';', 1)[0] ?? ''
}

test('reads values signed with any of the secrets', async () => {
  for (const secret of ['new secret', 'old secret'])
    expect(read(await signed({ a: ['é', 1] }, secret))).toEqual({ a: ['é', 1] })
})

test('rejects unknown secrets and forged values', async () => {
  expect(read(await signed('cart', 'another secret'))).toBeNull()
  const [value = '', signature = ''] = decodeURIComponent(await signed('cart', 'new secret')).split('.')
  const other = Buffer.from(JSON.stringify('gift')).toString('base64')
  for (const forged of [
    `${other}.${signature}`,
    `${value}.${'A'.repeat(signature.length)}`,
    `${value}.`,
    value,
    '',
  ])
    expect(read(forged), forged).toBeNull()
  expect(read(`${value}.${signature}`)).toBe('cart')
})

test('rejects signed values that are not JSON', () => {
  const value = Buffer.from('{').toString('base64')
  const signature = createHmac('sha256', 'new secret').update(value).digest('base64').replace(/=+$/, '')
  expect(read(`${value}.${signature}`)).toBeNull()
  expect(read('%E0%A4%A.x')).toBeNull()
})
