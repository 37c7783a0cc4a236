import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FORM_HEADERS, IS_FULL, inBatches, openHardenedShop, roundsFrom } from './hostile-requests.ts'
import { hostile } from './hostile-strings.ts'

/** Requests that no page of the shop makes: methods, content types, paths and bodies. */

const { shop, expectHandled, expectUnharmed } = openHardenedShop()

const TYPES: readonly [type: string | null, body: string][] = [
  [null, ''],
  ['application/x-www-form-urlencoded', 'a=b&%zz=%E0%A4%A&=&&&'],
  ['application/x-www-form-urlencoded; charset=utf-16', '\u0000a'],
  ['multipart/form-data', 'no boundary'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="email"; filename="a.exe"\r\n\r\nMZ\r\n--x--\r\n',
  ],
  ['application/json', '{"changes":'],
  ['application/json', '{"changes":[{"id":"1","intent":"add","__proto__":{"x":1}}]}'],
  ['application/json', '[[[[[[]]]]]]'],
  ['text/plain', 'market=uk'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/graphql', '{ __schema { types { name } } }'],
  ['nonsense', '\u0000\u0001'],
]

/** A request with a body of that type. */
function posted([type, body]: (typeof TYPES)[number]) {
  return { method: 'POST', headers: type === null ? {} : { 'Content-Type': type }, body }
}

/** Every path in `app/routes.ts`, with values for its parameters. */
function routePaths(): string[] {
  const source = readFileSync(new URL('../../app/routes.ts', import.meta.url), 'utf8')
  const named = [...source.matchAll(/route\(\s*'([^']+)'/g)].map(([, path = '']) => path)
  const inMarket = named.filter((path) => !path.includes(':market') && !path.startsWith('admin'))
  return [
    '/',
    ...named.map((path) => `/${path}`),
    ...inMarket.map((path) => `/:market/${path}`),
    '/webhooks/orders-cancelled',
    '/webhooks/refunds-create',
    '/embedded/storefront/api/2025-07/graphql.json',
    '/embedded/admin/api/2025-07/graphql.json',
  ].map((path) => path.replace(':market', 'us').replace(':handle', 'magic-wand').replace('*', 'x'))
}

describe('every route', () => {
  test('with many methods and content types', async () => {
    // Neighbouring routes get different ones; HARDEN=full sends all to each.
    const every = IS_FULL ? 1 : 4
    const requests = routePaths().flatMap((path, row) => {
      const ofRow = <T>(all: readonly T[]) => all.filter((_, at) => at % every === row % every)
      const methods = ['GET', 'HEAD', ...ofRow(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])]
      const data = `${path === '/' ? '/_root' : path}.data`
      return [
        ...methods.map((method) => ({ path, method, headers: {} })),
        ...ofRow(TYPES).map((type) => ({ path, ...posted(type) })),
        ...TYPES.slice(row % 3, (row % 3) + 1).map((type) => ({ path: data, ...posted(type) })),
      ]
    })
    expect(requests.length).toBeGreaterThan(300)
    await inBatches(requests, ({ path, ...request }) =>
      expectHandled(path, { ...request, headers: { Origin: shop.origin, ...request.headers } }),
    )
  })

  test('with anything in its path', async () => {
    const templates = [
      (text: string) => `/${text}`,
      (text: string) => `/us/${text}`,
      (text: string) => `/us/product/${text}`,
      (text: string) => `/${text}/cart`,
      (text: string) => `/us/product/${text}.data`,
      (text: string) => `/admin/${text}`,
    ]
    await inBatches(roundsFrom(1), async (round) => {
      const toPath = templates[round % templates.length] ?? templates[0]
      const raw = hostile(round).toWellFormed()
      const path =
        toPath?.(
          round % 2 ? encodeURIComponent(raw).slice(0, 3_000) : raw.replace(/^[/\\]+/, '').slice(0, 3_000),
        ) ?? '/'
      if (!URL.canParse(path, shop.origin) || new URL(path, shop.origin).origin !== shop.origin) return
      await expectHandled(path)
    })
  })
})

describe('generated', () => {
  const RUNS = IS_FULL ? 1_000 : 30
  test('cart forms of any fields', async () => {
    const known = [
      'intent',
      'handle',
      'quantity',
      'line',
      'by',
      'lines',
      'wands',
      'code',
      'quantity:1',
      '__proto__',
    ]
    const name = fc.oneof(fc.constantFrom(...known), fc.string({ unit: 'binary' }))
    const intents = ['add', 'update', 'adjust', 'remove', 'restore', 'set-country', 'apply-typed', 'checkout']
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String), fc.json())
    const fields = fc.tuple(
      fc.constantFrom(...intents, 'x'),
      fc.array(fc.tuple(name, value), { maxLength: 30 }),
    )
    await fc.assert(
      fc.asyncProperty(fields, ([intent, others]) => {
        const body = new URLSearchParams([['intent', intent], ...others]).toString()
        return expectHandled('/us/cart/changes', { method: 'POST', headers: FORM_HEADERS, body })
      }),
      { numRuns: RUNS },
    )
  })

  test('form fields and paths of any characters', async () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (a, b, c) => {
        const fields = { words: a, fullName: b, email: c, message: a, subject: 'Other', returnTo: b }
        const body = new URLSearchParams(fields).toString()
        const path = ['/us/redeem', '/uk/contact', '/us/subscribe'][a.length % 3] ?? '/us/redeem'
        await expectHandled(path, { method: 'POST', headers: FORM_HEADERS, body })
        await expectHandled(`/us/product/${encodeURIComponent(c.toWellFormed())}`)
      }),
      { numRuns: Math.round(RUNS / 2) },
    )
  })
})

test('after all of it the shopper’s cart is unchanged, and the shop still sells', expectUnharmed)
