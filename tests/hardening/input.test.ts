import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/**
 * Requests that no page of the shop makes. Whatever arrives in a path, a parameter, a field, a cookie or a body causes no
 * server error, no stack trace, no injected markup, and no change of another cart.
 */

const STACK =
  /\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.server\.ts:|TypeError|ReferenceError|SQLITE|PGRST/
/** Markup that can only be an unescaped echo of the input. */
const INJECTED = /<(?:b|svg|img)\b[^>]*wbx|<b>wbx/
const MARKUP = `</title></textarea></script>"'><b>wbx</b><svg onload=wbx()><img src=x onerror="wbx()">`
const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }

const shop = openTestShop()
let shopper: Browser
let visitors = 0
beforeAll(async () => {
  shopper = shop.browser()
  await shopper.post('/us/cart', BOX)
})

/** One request with the shopper's cookies, from a new IP address, so that rate limits do not apply. */
function send(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const Cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  visitors += 1
  const own = { Cookie, Origin: shop.origin, ...(headers as Record<string, string>) }
  const address = `10.1.${visitors >> 8}.${visitors & 255}`
  return shop.handle(new Request(new URL(path, shop.origin), { ...init, headers: own }), { address })
}

/** Sends it, and expects that the shop handles it. */
async function expectHandled(path: string, request: RequestInit = {}): Promise<void> {
  const response = await send(path, request)
  const body = await response.text()
  const sent = `${request.method ?? 'GET'} ${path} ${request.body ?? JSON.stringify(request.headers)}`
  const message = `${sent.slice(0, 200)} → ${response.status}`
  expect(response.status, message).toBeLessThan(500)
  expect(body, message).not.toMatch(STACK)
  if (response.headers.get('Content-Type')?.includes('html')) expect(body, message).not.toMatch(INJECTED)
  expect(response.headers.get('X-Content-Type-Options'), message).toBe('nosniff')
  const location = response.headers.get('Location')
  if (location !== null) expect(new URL(location, shop.origin).origin, message).toBe(shop.origin)
}

const TYPES: readonly [type: string | null, body: string][] = [
  [null, ''],
  ['application/x-www-form-urlencoded', 'a=b&%zz=%E0%A4%A&=&&&'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="email"; filename="a.exe"\r\n\r\nMZ\r\n--x--\r\n',
  ],
  ['application/json', '{"intent":'],
  ['application/json', '[[[[[[]]]]]]'],
  ['text/plain', 'market=uk'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['nonsense', '\u0000\u0001'],
]

/** A request with a body of that type. */
function posted([type, body]: (typeof TYPES)[number]): RequestInit {
  return { method: 'POST', headers: type === null ? {} : { 'Content-Type': type }, body }
}

/** Every path in `app/routes.ts`, with values for its parameters. */
function routePaths(): string[] {
  const source = readFileSync(new URL('../../app/routes.ts', import.meta.url), 'utf8')
  const named = [...source.matchAll(/route\(\s*'([^']+)'/g)].map(([, path = '']) => path)
  const inMarket = named.filter((path) => !path.includes(':market') && !path.startsWith('admin'))
  return ['/', ...named.map((path) => `/${path}`), ...inMarket.map((path) => `/:market/${path}`)].map(
    (path) => path.replace(':market', 'us').replace(':handle', 'magic-wand').replace('*', 'x'),
  )
}

test('every route, with methods and content types that neighbouring routes share out', async () => {
  const requests = routePaths().flatMap((path, row) => {
    const ofRow = <T>(all: readonly T[]) => all.filter((_, at) => at % 4 === row % 4)
    const methods = ['HEAD', ...ofRow(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])]
    const data = `${path === '/' ? '/_root' : path}.data`
    return [
      ...methods.map((method) => ({ path, method })),
      ...ofRow(TYPES).map((type) => ({ path, ...posted(type) })),
      ...ofRow(TYPES).map((type) => ({ path: data, ...posted(type) })),
    ]
  })
  expect(requests.length).toBeGreaterThan(230)
  for (const { path, ...request } of requests) await expectHandled(path, request)
})

test.each<[path: string, fixed: Record<string, string>, names: readonly string[]]>([
  ['/us/cart', { intent: 'add' }, ['handle', 'option', 'wand', 'edition', 'wrapping', 'size', 'wands']],
  ['/us/cart', {}, ['intent', 'code', 'line', 'country']],
  ['/us/subscribe', {}, ['fullName', 'email', 'source', 'returnTo', 'idempotencyKey']],
  ['/us/waitlist', {}, ['name', 'email', 'returnTo']],
  ['/us/contact', { subject: 'Other', email: 'ada@example.com' }, ['fullName', 'message', 'returnTo']],
  ['/us/contact', {}, ['fullName', 'email', 'subject', 'message']],
  ['/us/redeem', {}, ['words']],
  ['/us/redeem/review', {}, ['upgrade', 'wand', 'email', 'fullName', 'consent']],
  ['/us/unsubscribe', {}, ['email', 'token']],
  ['/admin/sign-in', {}, ['email', 'password', 'code', 'returnTo']],
])('%s repeats no markup as markup, from its fields or parameters: %o %s', async (path, fixed, names) => {
  const fields = { ...fixed, ...Object.fromEntries(names.map((name) => [name, MARKUP])) }
  await expectHandled(path, form(fields))
  await expectHandled(`${path}?${new URLSearchParams(fields)}`)
})

test('cart changes of any fields', async () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 100 })
  const value = fc.oneof(anyText, fc.integer().map(String), fc.double().map(String), fc.json())
  const name = fc.constantFrom(
    'handle',
    'option',
    'wand',
    'wands',
    'quantity',
    'line',
    'country',
    'code',
    'variant',
  )
  const intent = fc.constantFrom('add', 'update', 'adjust', 'remove', 'set-country', 'x')
  await fc.assert(
    fc.asyncProperty(intent, fc.array(fc.tuple(name, value), { maxLength: 12 }), (chosen, fields) => {
      const pairs = fields.map(([field, text]) => [field, text.toWellFormed()])
      return expectHandled('/us/cart/changes', form(new URLSearchParams([['intent', chosen], ...pairs])))
    }),
    { numRuns: 30 },
  )
})

test('after all of it the shopper’s cart is unchanged, and the shop still sells', async () => {
  expect((await shopper.visit('/us/cart')).main).toContain('1 item')
  expect((await shop.browser().visit('/us/products')).status).toBe(200)
})
