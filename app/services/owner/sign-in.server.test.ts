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

test('the sign-in leads back to a page of the admin', () => {
  expect(adminAddressOf(at('/admin/sign-in?returnTo=/admin/messages?q=wand'))).toBe('/admin/messages?q=wand')
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/us/cart', '/admin/sign-in', ''])(
  'the sign-in never leads to %j',
  (returnTo) => {
    const address = `/admin/sign-in?returnTo=${encodeURIComponent(returnTo)}`
    expect(adminAddressOf(at(address))).toBe('/admin')
  },
)
