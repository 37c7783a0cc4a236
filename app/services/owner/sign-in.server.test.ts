import { expect, test } from 'vitest'
import { adminAddressOf } from './sign-in.server.ts'

const at = (path: string) => new URL(path, 'http://shop.test')

test.each([
  ['/admin/messages?q=wand', '/admin/messages?q=wand'],
  ...['https://evil.example/', '//evil.example', '/\\evil.example', '/us/cart', '/admin/sign-in', ''].map(
    (returnTo) => [returnTo, '/admin'],
  ),
])('from %j the sign-in leads to %s', (returnTo, path) => {
  expect(adminAddressOf(at(`/admin/sign-in?${new URLSearchParams({ returnTo })}`))).toBe(path)
})
