import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'
import { HOSTILE, hostile } from './hostile-strings.ts'

/**
 * The bad-input matrix: whatever arrives in a field, parameter, cookie, header, path or body causes no server error,
 * no stack trace, no injected markup, and no change of another cart. HARDEN=full sends every string to every field;
 * otherwise each field gets a sixteenth of them, each parameter half as many, and every string is sent once.
 */

const STEP = process.env.HARDEN === 'full' ? 1 : 16
const STACK =
  /\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.server\.ts:|TypeError|ReferenceError|SQLITE|PGRST/
/** Markup that can only be an unescaped echo of the input. */
const INJECTED = /<(?:b|script|img|svg|iframe|a href="javascript|math|style|meta|base)\b[^>]*wbx|<b>wbx/

let shopper: Browser
let visitors = 0
const shop = openTestShop()
beforeAll(async () => {
  shopper = shop.browser()
  await shopper.post('/us/cart', {
    intent: 'add',
    handle: 'vol-ii-magical-you-pre-order',
    option: 'box-only',
  })
})

/** One request with the shopper's cookies, from a new IP address, so that rate limits do not apply. */
function send(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const cookies = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  visitors += 1
  const address = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
  const headers = { Cookie: cookies, ...init.headers }
  return shop.handle(new Request(new URL(path, shop.origin), { ...init, headers }), { address })
}

async function expectHandled(response: Response, request: string): Promise<void> {
  const body = await response.text()
  const message = `${request.slice(0, 200)} → ${response.status}`
  expect(response.status, message).toBeLessThan(500)
  expect(body, message).not.toMatch(STACK)
  if (response.headers.get('Content-Type')?.includes('html')) expect(body, message).not.toMatch(INJECTED)
  expect(response.headers.get('X-Content-Type-Options'), message).toBe('nosniff')
  const location = response.headers.get('Location')
  if (location !== null) {
    const target = new URL(location, shop.origin)
    expect(target.origin, `${message} ${location}`).toBe(shop.origin)
    expect(location, message).not.toMatch(/^[/\\]{2}/)
  }
  for (const cookie of response.headers.getSetCookie()) expect(cookie, message).not.toMatch(/^wbx=/)
}

async function inBatches<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  const size = 12
  for (let at = 0; at < items.length; at += size)
    await Promise.all(items.slice(at, at + size).map((item, index) => work(item, at + index)))
}

/** The rounds of strings that one field or parameter gets. */
const roundsFrom = (start: number, step = STEP) =>
  HOSTILE.map((_, round) => round).filter((round) => round % step === start % step)

const FORM_HEADERS = {
  'Content-Type': 'application/x-www-form-urlencoded',
  Origin: 'http://shop.test',
  'Sec-Fetch-Site': 'same-origin',
}

const FORMS: readonly [path: string, fixed: Record<string, string>, fields: readonly string[]][] = [
  [
    '/us/cart',
    { intent: 'add' },
    ['handle', 'variant', 'option', 'wand', 'edition', 'wrapping', 'size', 'wands', 'quantity'],
  ],
  [
    '/us/cart',
    { intent: 'add', handle: 'magic-wand-collectors-set' },
    ['size', 'wands', 'quantity', 'variant'],
  ],
  ['/us/cart', { intent: 'update' }, ['line', 'quantity']],
  ['/us/cart', { intent: 'remove' }, ['line']],
  ['/us/cart', { intent: 'set-country' }, ['country']],
  ['/us/cart', {}, ['intent', 'code', 'line', 'handle']],
  ['/us/subscribe', {}, ['fullName', 'email', 'source', 'returnTo', 'idempotencyKey']],
  ['/us/waitlist', {}, ['name', 'email', 'returnTo', 'idempotencyKey']],
  [
    '/us/contact',
    {},
    ['fullName', 'email', 'subject', 'message', 'subscribeToMailingList', 'returnTo', 'idempotencyKey'],
  ],
  ['/us/contact', { subject: 'Other', email: 'ada@example.com' }, ['fullName', 'message']],
  ['/us/redeem', {}, ['words']],
  ['/us/redeem/review', {}, ['upgrade', 'wand', 'email', 'fullName', 'consent']],
  ['/market', {}, ['market', 'returnTo']],
  ['/consent', { choice: 'accepted' }, ['returnTo']],
  ['/consent', {}, ['choice', 'returnTo']],
  ['/us/unsubscribe', {}, ['email', 'token']],
  ['/admin/sign-in', {}, ['email', 'password', 'code', 'returnTo']],
]

test('there are enough strings, and enough form fields to send each of them', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(500)
  expect(FORMS.length).toBeGreaterThanOrEqual(STEP)
})

describe('fields', () => {
  test.each(FORMS.map(([path, fixed, fields], row) => ({ path, fixed, fields, row })))(
    '$path $fixed $fields',
    async ({ path, fixed, fields, row }) => {
      await inBatches(roundsFrom(row), async (round) => {
        const body = new URLSearchParams(fixed)
        for (const [index, field] of fields.entries())
          body.append(field, hostile(round, index).toWellFormed())
        await expectHandled(
          await send(path, { method: 'POST', headers: FORM_HEADERS, body: body.toString() }),
          `${path} ${body}`,
        )
      })
    },
  )
})

const PARAMETERS: readonly [path: string, names: readonly string[]][] = [
  ['/us/products', ['filter', 'utm_source']],
  ['/us/product/vol-ii-magical-you-pre-order', ['option', 'wand', 'edition', 'wrapping']],
  ['/uk/product/magic-wand-collectors-set', ['size', 'wands', 'wands']],
  ['/us/cart', ['cookies', 'x']],
  ['/products', ['filter', 'x']],
  ['/us/products.data', ['_routes', 'filter']],
  ['/__manifest', ['paths', 'version']],
  ['/us/unsubscribe', ['token', 'email']],
  ['/admin/sign-in', ['returnTo']],
  ['/', ['ref']],
]

describe('parameters', () => {
  test.each(PARAMETERS.map(([path, names], row) => ({ path, names, row })))(
    '$path $names',
    async ({ path, names, row }) => {
      await inBatches(roundsFrom(row * 3, STEP === 1 ? 1 : 2 * STEP), async (round) => {
        const query = new URLSearchParams()
        for (const [index, name] of names.entries()) query.append(name, hostile(round, index).toWellFormed())
        await expectHandled(await send(`${path}?${query}`), `${path}?${query}`)
      })
    },
  )
})

/** Characters that a header may contain; anything else is rejected by the HTTP parser. */
function toHeaderValue(text: string): string {
  return text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 4_000)
}

describe('headers', () => {
  const NAMES = [
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'User-Agent',
    'Referer',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Request-Id',
    'CF-IPCountry',
    'Purpose',
    'Sec-Fetch-Site',
    'Forwarded',
    'X-Original-URL',
    'X-HTTP-Method-Override',
    'Authorization',
  ]
  const headersOf = (round: number) =>
    Object.fromEntries(NAMES.map((name, index) => [name, toHeaderValue(hostile(round, index))]))

  test('all at once, on pages and on the entry page', async () => {
    await inBatches(roundsFrom(0), async (round) => {
      const path = ['/', '/us', '/us/cart', '/us/products', '/market', '/sitemap.xml'][round % 6] ?? '/'
      const headers = headersOf(round)
      await expectHandled(await send(path, { headers }), `${path} ${JSON.stringify(headers)}`)
    })
  })
  test('behind a proxy whose client sends them too', async () => {
    const proxied = await createTestShop({ env: { TRUST_PROXY: '1' } })
    await inBatches(roundsFrom(1), async (round) => {
      const response = await proxied.fetch('/us/about', { headers: headersOf(round) })
      expect(response.status).toBeLessThan(500)
      expect(await response.text()).not.toMatch(INJECTED)
    })
    await proxied.close()
  })
})

describe('cookies', () => {
  const NAMES = [
    'cart',
    'flash',
    'redeem',
    'owner',
    '__Host-cart',
    '__Host-owner',
    'selected_market',
    'cookieConsent',
  ]
  test('with any value count as no cookies', async () => {
    await inBatches(roundsFrom(2), async (round) => {
      const Cookie = NAMES.map((name, index) => `${name}=${toHeaderValue(hostile(round, index))}`).join('; ')
      const path =
        ['/us/cart', '/us', '/products', '/admin', '/us/redeem/review', '/us/cart/changes'][round % 6] ?? '/'
      await expectHandled(await send(path, { headers: { Cookie } }), `${path} ${Cookie}`)
    })
  })

  test('that are truncated, changed or signed with another secret are ignored', async () => {
    const other = await createTestShop({ env: { SESSION_SECRET: 'somebody else’s secret' } })
    const visitor = other.browser()
    await visitor.post('/us/cart', {
      intent: 'add',
      handle: 'vol-ii-magical-you-pre-order',
      option: 'box-only',
    })
    const own = shopper.cookies.get('cart') ?? ''
    const forged = [
      visitor.cookies.get('cart') ?? '',
      ...Array.from({ length: 24 }, (_, at) => own.slice(0, Math.floor((own.length * at) / 24))),
      ...Array.from({ length: 40 }, (_, at) => {
        const position = Math.floor((own.length * at) / 40)
        return `${own.slice(0, position)}${own[position] === 'A' ? 'B' : 'A'}${own.slice(position + 1)}`
      }),
      Buffer.from(JSON.stringify('us|')).toString('base64'),
      `${own}x`,
      own.toUpperCase(),
    ]
    for (const value of forged.filter((text) => text !== own)) {
      const reply = await send('/us/cart/changes', { headers: { Cookie: `cart=${value}` } })
      expect(reply.status).toBe(200)
      expect(((await reply.json()) as { cart: { itemCount: number } }).cart.itemCount, value).toBe(0)
    }
    await other.close()
  })
})

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
    const every = STEP === 1 ? 1 : 4
    const requests = routePaths().flatMap((path, row) => [
      ...[
        'GET',
        'HEAD',
        ...['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter((_, at) => at % every === row % every),
      ].map((method) => ({
        path,
        method,
        type: null as string | null,
        body: '',
      })),
      ...TYPES.filter((_, at) => at % every === row % every).map(([type, body]) => ({
        path,
        method: 'POST',
        type,
        body,
      })),
      ...TYPES.slice(row % 3, (row % 3) + 1).map(([type, body]) => ({
        path: `${path === '/' ? '/_root' : path}.data`,
        method: 'POST',
        type,
        body,
      })),
    ])
    expect(requests.length).toBeGreaterThan(300)
    await inBatches(requests, async ({ path, method, type, body }) => {
      const headers = { ...(type === null ? {} : { 'Content-Type': type }), Origin: shop.origin }
      const response = await send(path, { method, headers, ...(method === 'POST' ? { body } : {}) })
      await expectHandled(response, `${method} ${path} ${type}`)
    })
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
      await expectHandled(await send(path), path)
    })
  })
})

describe('generated', () => {
  const RUNS = process.env.HARDEN === 'full' ? 1_000 : 30
  test('cart changes of any JSON', async () => {
    const change = fc.record(
      {
        id: fc.oneof(fc.string(), fc.constantFrom('a', 'b')),
        intent: fc.constantFrom('add', 'update', 'adjust', 'remove', 'set-country', 'x'),
        handle: fc.oneof(fc.constantFrom('magic-wand', 'keyhole-tote'), fc.string({ unit: 'binary' })),
        quantity: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null)),
        line: fc.jsonValue(),
        wands: fc.array(fc.string()),
      },
      { requiredKeys: [] },
    )
    const body = fc.oneof(fc.jsonValue(), fc.record({ changes: fc.array(change, { maxLength: 120 }) }))
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const headers = { 'Content-Type': 'application/json', Origin: shop.origin }
        await expectHandled(
          await send('/us/cart/changes', {
            method: 'POST',
            headers,
            body: JSON.stringify(value).toWellFormed(),
          }),
          JSON.stringify(value),
        )
      }),
      { numRuns: RUNS },
    )
  })

  test('form fields and paths of any characters', async () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (a, b, c) => {
        const body = new URLSearchParams({
          words: a,
          fullName: b,
          email: c,
          message: a,
          subject: 'Other',
          returnTo: b,
        })
        const path = ['/us/redeem', '/uk/contact', '/us/subscribe'][a.length % 3] ?? '/us/redeem'
        await expectHandled(
          await send(path, { method: 'POST', headers: FORM_HEADERS, body: body.toString() }),
          `${path} ${body}`,
        )
        const address = `/us/product/${encodeURIComponent(c.toWellFormed())}`
        await expectHandled(await send(address), address)
      }),
      { numRuns: Math.round(RUNS / 2) },
    )
  })
})

test('after all of it the shopper’s cart is unchanged, and the shop still sells', async () => {
  const cart = await shopper.visit('/us/cart')
  expect(cart.main).toContain('1 item')
  expect((await shop.browser().visit('/us/products')).status).toBe(200)
})
