import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { createCookie } from 'react-router'
import { expect, test } from 'vitest'
import { createSeal } from './seal.server.ts'
import { createSessions } from './visitor-session.server.ts'

const { seal, open } = createSeal(['a secret'])

test('only the secret that sealed a value opens it, and one of before still does', () => {
  const sealed = seal({ accessToken: 'eyJh' })
  expect(open(sealed)).toEqual({ accessToken: 'eyJh' })
  expect(createSeal(['a new one', 'a secret']).open(sealed)).toEqual({ accessToken: 'eyJh' })
  expect(createSeal(['another']).open(sealed)).toBeNull()
  // The same value looks different each time.
  expect(seal({ accessToken: 'eyJh' })).not.toBe(sealed)
})

test('a text that was changed, or never sealed, opens to nothing', () => {
  const bytes = Buffer.from(seal('a value'), 'base64url')
  const changed = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ by
    return copy.toString('base64url')
  })
  fc.assert(fc.property(fc.oneof(changed, fc.anything(), fc.base64String()), (text) => open(text) === null))
})

test('the owner’s cookie has room for tokens of 2,500 characters, and shows nothing of them', async () => {
  const session = await createSessions(['a secret']).open(null, true)
  const tokens = { accessToken: randomBytes(1875).toString('base64url'), refreshToken: 'a1b2c3d4e5f6' }
  session.write('owner', tokens)
  const headers = new Headers()
  expect(await session.commit(headers)).toEqual([])
  const [cookie = ''] = headers.getSetCookie()
  const [value = ''] = cookie.slice('__Host-owner='.length).split('.')
  const sealed = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())
  for (const text of [cookie, sealed, Buffer.from(sealed, 'base64url').toString('latin1')])
    for (const token of Object.values(tokens)) expect(text).not.toContain(token.slice(0, 12))
  // Tokens that are signed only open nothing.
  const signed = await createCookie('__Host-owner', { secrets: ['a secret'] }).serialize(tokens)
  for (const [header, read] of [[cookie, tokens] as const, [signed, null] as const])
    expect((await createSessions(['a secret']).open(header.split(';')[0] ?? '', true)).read('owner')).toEqual(
      read,
    )
})
