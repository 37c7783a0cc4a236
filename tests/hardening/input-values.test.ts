import { describe, expect, test } from 'vitest'
import { createTestShop } from '../support/test-shop.ts'
import { FORM_HEADERS, IS_FULL, inBatches, openHardenedShop, roundsFrom, STEP } from './hostile-requests.ts'
import { HOSTILE, hostile } from './hostile-strings.ts'

/** Hostile values of what the shop reads: fields, parameters, headers, cookies. */

const { send, cookieOf, expectHandled, expectUnharmed } = openHardenedShop()
const behindProxy = openHardenedShop({ TRUST_PROXY: '1' })

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
    ({ path, fixed, fields, row }) =>
      inBatches(roundsFrom(row), (round) => {
        const body = new URLSearchParams(fixed)
        for (const [index, field] of fields.entries())
          body.append(field, hostile(round, index).toWellFormed())
        return expectHandled(path, { method: 'POST', headers: FORM_HEADERS, body: body.toString() })
      }),
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
    ({ path, names, row }) =>
      inBatches(roundsFrom(row * 3, IS_FULL ? 1 : 2 * STEP), (round) => {
        const query = new URLSearchParams()
        for (const [index, name] of names.entries()) query.append(name, hostile(round, index).toWellFormed())
        return expectHandled(`${path}?${query}`)
      }),
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

  test('all at once, on pages and on the entry page', () =>
    inBatches(roundsFrom(0), (round) => {
      const path = ['/', '/us', '/us/cart', '/us/products', '/market', '/sitemap.xml'][round % 6] ?? '/'
      return expectHandled(path, { headers: headersOf(round) })
    }))

  test('behind a proxy whose client sends them too', () =>
    inBatches(roundsFrom(1), (round) =>
      behindProxy.expectHandled('/us/about', { headers: headersOf(round) }),
    ))
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
  test('with any value count as no cookies', () =>
    inBatches(roundsFrom(2), (round) => {
      const Cookie = NAMES.map((name, index) => `${name}=${toHeaderValue(hostile(round, index))}`).join('; ')
      const path =
        ['/us/cart', '/us', '/products', '/admin', '/us/redeem/review', '/us/cart/changes'][round % 6] ?? '/'
      return expectHandled(path, { headers: { Cookie } })
    }))

  test('that are truncated, changed or signed with another secret are ignored', async () => {
    const other = await createTestShop({ env: { SESSION_SECRET: 'somebody else’s secret' } })
    const visitor = other.browser()
    await visitor.post('/us/cart', {
      intent: 'add',
      handle: 'vol-ii-magical-you-pre-order',
      option: 'box-only',
    })
    const own = cookieOf('cart')
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

test('after all of it the shopper’s cart is unchanged, and the shop still sells', expectUnharmed)
