import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

/** Attacks that somebody has really tried on this shop, each kept so that it stays without effect. */

const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://shop.test' }
const GRAPHQL = '/embedded/storefront/api/2025-07/graphql.json'

let shop: TestShop
let strangers = 0
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** One request from an address; a new one each time unless told. */
function from(address: string | null, path: string, init: RequestInit): Promise<Response> {
  strangers += 1
  const client = { address: address ?? `198.51.${strangers >> 8}.${strangers & 255}` }
  return shop.handle(new Request(new URL(path, shop.origin), init), client)
}

async function startedCart(): Promise<{ cookie: string }> {
  const body = new URLSearchParams(BOX).toString()
  const added = await from(null, '/us/cart', { method: 'POST', headers: FORM, body })
  return {
    cookie:
      added.headers
        .getSetCookie()
        .find((line) => line.startsWith('cart='))
        ?.split(';')[0] ?? '',
  }
}

describe('addresses to return to', () => {
  const ELSEWHERE = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\t\\evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/.//evil.example',
    '/%0a/../\\evil.example',
    '/us\r\nSet-Cookie: evil=1',
    '/uk\n//evil.example',
    '/uk/\u2028/evil.example',
    '/uk/\ud800',
    '/uk/\u0000',
    '/http://[evil',
    'https://evil.example/uk',
  ]
  test.each([
    ['/consent', { choice: 'accepted' }],
    ['/market', { market: 'uk' }],
    ['/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }],
    ['/us/waitlist', { name: 'Ada', email: 'ada@example.com' }],
  ])('%s leads nowhere else, whatever the browser makes of it', async (path, fields) => {
    for (const returnTo of ELSEWHERE) {
      const body = new URLSearchParams({ ...fields, returnTo: returnTo.toWellFormed() }).toString()
      const answer = await from(null, path, { method: 'POST', headers: FORM, body })
      const location = answer.headers.get('Location')
      expect(answer.status, JSON.stringify(returnTo)).toBe(303)
      expect(new URL(location ?? '', shop.origin).origin, JSON.stringify(returnTo)).toBe(shop.origin)
      expect(answer.headers.get('Set-Cookie') ?? '').not.toContain('evil')
    }
  })
})

describe('guessing discount codes', () => {
  async function changes(address: string, cookie: string, list: object[]) {
    const answer = await from(address, '/us/cart/changes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: shop.origin, Cookie: cookie },
      body: JSON.stringify({ changes: list.map((change, index) => ({ id: `${index}`, ...change })) }),
    })
    const reply = (await answer.json()) as { failed: string[]; cart: { discount: { state: string } | null } }
    return { ...reply, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }

  test('a hundred in one request count as a hundred', async () => {
    const address = '192.0.2.1'
    const { cookie } = await changes(address, '', [BOX])
    const codes = Array.from({ length: 100 }, (_, at) => ({ intent: 'apply-discount', code: `GUESS${at}` }))
    expect((await changes(address, cookie, codes)).failed.length).toBe(70)
    expect((await changes(address, cookie, [{ intent: 'apply-discount', code: 'OWL10' }])).failed).toEqual([
      '0',
    ])
  })

  test('by the cart that a browser restores they count as well', async () => {
    const address = '192.0.2.2'
    const { cookie } = await changes(address, '', [BOX])
    const restored = (code: string) => ({ intent: 'restore', lines: [], discountCode: code })
    expect((await changes(address, cookie, [restored('OWL10')])).cart.discount?.state).toBe('applied')
    await changes(
      address,
      cookie,
      Array.from({ length: 40 }, (_, at) => restored(`GUESS${at}`)),
    )
    const late = await changes(address, cookie, [restored('OWL10')])
    expect(late.failed).toEqual([])
    expect(late.cart.discount).toBeNull()
  })
})

describe('many addresses of one visitor', () => {
  const inOneNetwork = (at: number) =>
    `2001:db8:7:7:${((at * 7919) & 0xffff).toString(16)}::${at.toString(16)}`
  const tries: [string, string, (at: number) => Record<string, string>, number][] = [
    ['/admin/sign-in', 'sign-in', (at) => ({ email: `a${at}@example.com`, password: 'x' }), 10],
    [
      '/us/subscribe',
      'signup',
      (at) => ({ fullName: 'A', email: `v6-${at}@example.com`, source: 'Footer' }),
      20,
    ],
    ['/us/unsubscribe', 'unsubscribe', (at) => ({ token: `t${at}` }), 20],
    ['/us/redeem', 'redeem', (at) => ({ words: `none of these ${at}` }), 20],
  ]
  test.each(tries)('of an IPv6 network are one visitor at %s (%s)', async (path, _, fields, allowed) => {
    const post = (at: number) =>
      from(inOneNetwork(at), path, {
        method: 'POST',
        headers: FORM,
        body: new URLSearchParams(fields(at)).toString(),
      })
    const statuses = await Promise.all(
      Array.from({ length: allowed + 3 }, async (_, at) => (await post(at + 1)).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  /** How many of as many wrong words as one visitor may try, and a few more, were too many. */
  async function refused(place: TestShop, more: number, headers: (at: number) => Record<string, string>) {
    const tries = Array.from({ length: 20 + more }, async (_, at) => {
      const body = `words=none+of+these+${at}`
      const init = { method: 'POST', headers: { ...FORM, ...headers(at) }, body }
      return (await place.fetch('/us/redeem', init)).status
    })
    return (await Promise.all(tries)).filter((status) => status === 429).length
  }

  test('with the port that a proxy writes behind them are one visitor', async () => {
    const proxied = await createTestShop({ env: { TRUST_PROXY: '1' } })
    for (const address of ['203.0.113.9', '[2001:db8::9]', '::ffff:203.0.113.8'])
      expect(
        await refused(proxied, 3, (at) => ({
          'X-Forwarded-For': `8.8.8.8, ${address}${address.startsWith(':') ? '' : `:${40_000 + at}`}`,
        })),
        address,
      ).toBe(3)
    await proxied.close()
  })

  test('that a client invents count for nothing, with a proxy in front or without', async () => {
    const proxied = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const invented = (at: number) => ({ 'X-Real-IP': `9.9.9.${at}`, Forwarded: `for=7.7.7.${at}` })
    const places: [TestShop, (at: number) => string][] = [
      [shop, (at) => `8.8.8.${at}`],
      [proxied, (at) => `8.8.8.${at}, 203.0.113.77`],
      [proxied, (at) => `nonsense-${at}`],
    ]
    for (const [place, forwarded] of places)
      expect(await refused(place, 3, (at) => ({ ...invented(at), 'X-Forwarded-For': forwarded(at) }))).toBe(3)
    await proxied.close()
  })
})

test('every inline script of every kind of page is one of ours, and is allowed to run', async () => {
  const { cookie } = await startedCart()
  const paths = [
    '/us',
    '/uk/product/vol-i-phoenix-edition',
    '/us/products',
    '/us/cart',
    '/us/redeem',
    '/us/nope',
    '/admin/sign-in',
  ]
  for (const path of paths)
    for (const Cookie of ['', cookie]) {
      const page = await from(null, path, { headers: { Cookie } })
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      const scripts = [
        ...(await page.text()).matchAll(/<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]+?)<\/script>/g),
      ]
      expect(scripts.length, path).toBeGreaterThanOrEqual(2)
      for (const [, code = ''] of scripts)
        expect(policy, path).toContain(createHash('sha256').update(code).digest('base64'))
      expect(/script-src[^;]*/.exec(policy)?.[0].split(' ')).toHaveLength(2 + scripts.length)
    }
})

describe('the embedded store over HTTP', () => {
  async function ask(query: string, variables?: object) {
    const body = JSON.stringify({ query, variables })
    const answer = await from(null, GRAPHQL, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    return { status: answer.status, text: await answer.text() }
  }
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : `id product { variants(first: $n) { nodes { ${nested(depth - 1)} } } }`
  const bomb = `{ products(first: $n) { nodes { variants(first: $n) { nodes { ${nested(3)} } } } } }`

  test.each([
    ['its own default', `query ($n: Int = 250) ${bomb}`, undefined],
    ['what was sent', `query ($n: Int) ${bomb}`, { n: 250 }],
    ['what stands in it', bomb.replaceAll('$n', '250'), undefined],
  ])('works out no query that multiplies, by %s', async (_, query, variables) => {
    expect((await ask(query, variables)).text).toContain('MAX_COST_EXCEEDED')
  })

  test.each([
    ['lists', `{ product(handle: ${'['.repeat(1_200)}"a"${']'.repeat(1_200)}) { id } }`],
    ['objects', `{ product(handle: ${'{a:'.repeat(800)}1${'}'.repeat(800)}) { id } }`],
    ['selections', `${'{ shop '.repeat(1_200)}{ name }${'}'.repeat(1_200)}`],
    ['types', `query ($a: ${'['.repeat(1_200)}Int${']'.repeat(1_200)}) { shop { name } }`],
    [
      'aliases',
      `{ ${Array.from({ length: 600 }, (_, at) => `a${at}: products(first: 250) { nodes { id } }`).join(' ')} }`,
    ],
    ['repeated fields', `{ ${'shop { name } '.repeat(2_000)} }`],
  ])('answers %s without end with an error of the sender', async (_, query) => {
    const { status, text } = await ask(query)
    expect(status).toBe(200)
    expect(text).toContain('"errors"')
    expect(text).not.toContain('Internal error')
  })

  test('takes one operation at a time, and the owner’s only with the token', async () => {
    const init = (body: object) => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const one = { query: '{ shop { name } }' }
    expect((await from(null, GRAPHQL, init([one, one]))).status).toBe(400)
    expect((await from(null, GRAPHQL.replace('storefront', 'admin'), init(one))).status).toBe(401)
  })
})
