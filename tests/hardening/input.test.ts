import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/**
 * Requests that no page of the shop makes: whatever arrives in a field or a body causes no server error and no stack trace.
 */

const STACK =
  /\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.server\.ts:|TypeError|ReferenceError|SQLITE|PGRST/

const shop = openTestShop()
let shopper: Browser
let visitors = 0
beforeAll(async () => {
  shopper = shop.browser()
  await shopper.post('/us/cart', {
    intent: 'add',
    handle: 'vol-ii-magical-you-pre-order',
    option: 'box-only',
  })
})

/** Sends it with the shopper's cookies, from a new address to which no limit applies yet. */
async function expectHandled(path: string, { headers, ...init }: RequestInit = {}): Promise<void> {
  const Cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  visitors += 1
  const own = { Cookie, Origin: shop.origin, ...(headers as Record<string, string>) }
  const request = new Request(new URL(path, shop.origin), { ...init, headers: own })
  const response = await shop.handle(request, { address: `10.1.${visitors >> 8}.${visitors & 255}` })
  const body = await response.text()
  const message = `${init.method ?? 'GET'} ${path} ${init.body}`.slice(0, 200)
  expect(response.status, message).toBeLessThan(500)
  expect(body, message).not.toMatch(STACK)
  expect(response.headers.get('X-Content-Type-Options'), message).toBe('nosniff')
  expect(new URL(response.headers.get('Location') ?? '/', shop.origin).origin, message).toBe(shop.origin)
}

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
  for (const path of [...pages, ...others, '/admin/sign-in'])
    for (const address of [path, `${path}.data`])
      await expectHandled(address, { method: 'POST', headers: { 'Content-Type': type }, body })
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
