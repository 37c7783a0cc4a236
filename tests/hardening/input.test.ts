import { beforeAll, expect, test } from 'vitest'
import { form, openTestShop } from '../support/test-shop.ts'

/**
 * Requests that no page of the shop makes: whatever arrives in a field or a body causes no server error and no stack trace.
 */

const STACK =
  /\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.server\.ts:|TypeError|ReferenceError|SQLITE|PGRST/

const shop = openTestShop()
let cart = ''
beforeAll(async () => {
  const shopper = shop.browser()
  await shopper.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  cart = shopper.cookies.get('cart') ?? ''
})

const FILE = 'Content-Disposition: form-data; name="email"; filename="a.exe"\r\n\r\nMZ\r\n--x--\r\n'

test.each([
  ['application/x-www-form-urlencoded', 'a=b&%zz=%E0%A4%A&=&&&'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a'],
  ['multipart/form-data; boundary=x', `--x\r\n${FILE}`],
  ['application/json', '[[[[[[]]]]]]'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['nonsense', '\u0000\u0001'],
])('a body of %s is handled by every kind of route: %j', async (type, body) => {
  const pages = ['/us/cart', '/us/forms', '/us/contact', '/us/redeem/review', '/us/unsubscribe']
  const others = ['/us/cart/changes', '/us/checkout', '/market', '/consent', '/webhooks/orders-paid']
  for (const page of [...pages, ...others, '/admin/sign-in'])
    for (const path of [page, `${page}.data`]) {
      // From a new address, to which no limit applies yet.
      const shopper = shop.browser()
      shopper.cookies.set('cart', cart)
      const headers = { Origin: shop.origin, 'Content-Type': type }
      const response = await shopper.fetch(path, { method: 'POST', headers, body })
      expect(response.status, path).toBeLessThan(500)
      expect(await response.text(), path).not.toMatch(STACK)
      expect(response.headers.get('X-Content-Type-Options'), path).toBe('nosniff')
      expect(new URL(response.headers.get('Location') ?? '/', shop.origin).origin, path).toBe(shop.origin)
    }
})

test.each([
  ['/consent', { choice: 'accepted' }],
  ['/market', { market: 'uk' }],
  ['/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }],
])('return URLs at %s stay on this shop', async (path, fields) => {
  for (const returnTo of ['/\t\\evil.example', '/us\r\nSet-Cookie: evil=1', 'https://evil.example']) {
    const { status, headers } = await shop.browser().fetch(path, form({ ...fields, returnTo }))
    expect(status, returnTo).toBe(303)
    expect(new URL(headers.get('Location') ?? '', shop.origin).origin, returnTo).toBe(shop.origin)
    expect(headers.get('Set-Cookie') ?? '').not.toContain('evil')
  }
})
