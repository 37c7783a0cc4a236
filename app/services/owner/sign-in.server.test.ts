import { expect, test } from 'vitest'
import { adminAddressOf, signInAddress } from './sign-in.server.ts'

const at = (path: string) => new URL(path, 'http://shop.test')

test.each([
  ['/admin', '/admin/sign-in'],
  ['/admin/messages?q=wand', '/admin/sign-in?returnTo=%2Fadmin%2Fmessages%3Fq%3Dwand'],
  ['/admin/subscribers.csv?q=a', '/admin/sign-in?returnTo=%2Fadmin%2Fsubscribers%3Fq%3Da'],
])('who asks for %s signs in at %s', (path, address) => {
  expect(signInAddress(at(path))).toBe(address)
})

test.each([
  ['/admin/messages?q=wand', '/admin/messages?q=wand'],
  ...['https://evil.example/', '//evil.example', '/\\evil.example', '/us/cart', '/admin/sign-in', ''].map(
    (returnTo) => [returnTo, '/admin'],
  ),
])('from %j the sign-in leads to %s', (returnTo, path) => {
  expect(adminAddressOf(at(`/admin/sign-in?${new URLSearchParams({ returnTo })}`))).toBe(path)
})
