import { createHash, createHmac } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { codeOfStep, currentStep } from '../../embedded/backend/totp.server.ts'
import type { Browser } from '../support/browser.ts'
import { variantId } from '../support/embedded-store.ts'
import { sendWebhook } from '../support/gifts.ts'
import { ownerBrowser, signIn } from '../support/owner.ts'
import { createTestShop, openTestShop, type TestShop } from '../support/test-shop.ts'

/** Regression tests for attacks that have been tried on this shop. */

const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://shop.test' }
const GRAPHQL = '/embedded/storefront/api/2025-07/graphql.json'

let requestCount = 0
const shop = openTestShop()

/** One request from an IP address, by default a new one each time. */
function fetchFrom(address: string | null, path: string, init: RequestInit): Promise<Response> {
  requestCount += 1
  const client = { address: address ?? `198.51.${requestCount >> 8}.${requestCount & 255}` }
  return shop.handle(new Request(new URL(path, shop.origin), init), client)
}

async function createCart(): Promise<{ cookie: string }> {
  const body = new URLSearchParams(BOX).toString()
  const added = await fetchFrom(null, '/us/cart', { method: 'POST', headers: FORM, body })
  return {
    cookie:
      added.headers
        .getSetCookie()
        .find((line) => line.startsWith('cart='))
        ?.split(';')[0] ?? '',
  }
}

describe('return URLs', () => {
  const FOREIGN_URLS = [
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
  ])('%s stays on this shop, however a browser parses it', async (path, fields) => {
    for (const [at, returnTo] of FOREIGN_URLS.entries()) {
      // One address may be posted twenty times only.
      const email = `ada-${at}@example.com`
      const own = 'email' in fields ? { ...fields, email } : fields
      const body = new URLSearchParams({ ...own, returnTo: returnTo.toWellFormed() }).toString()
      const response = await fetchFrom(null, path, { method: 'POST', headers: FORM, body })
      const location = response.headers.get('Location')
      expect(response.status, JSON.stringify(returnTo)).toBe(303)
      expect(new URL(location ?? '', shop.origin).origin, JSON.stringify(returnTo)).toBe(shop.origin)
      expect(response.headers.get('Set-Cookie') ?? '').not.toContain('evil')
    }
  })
})

describe('guessing discount codes', () => {
  async function sendChanges(address: string, cookie: string, changes: object[]) {
    const response = await fetchFrom(address, '/us/cart/changes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: shop.origin, Cookie: cookie },
      body: JSON.stringify({ changes: changes.map((change, index) => ({ id: `${index}`, ...change })) }),
    })
    const reply = (await response.json()) as {
      failed: string[]
      cart: { discount: { state: string } | null }
    }
    return { ...reply, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }

  test('a hundred codes in one request count as a hundred attempts', async () => {
    const address = '192.0.2.1'
    const { cookie } = await sendChanges(address, '', [BOX])
    const codes = Array.from({ length: 100 }, (_, at) => ({ intent: 'apply-discount', code: `GUESS${at}` }))
    expect((await sendChanges(address, cookie, codes)).failed.length).toBe(70)
    expect(
      (await sendChanges(address, cookie, [{ intent: 'apply-discount', code: 'OWL10' }])).failed,
    ).toEqual(['0'])
  })

  test('codes in a restored cart count as attempts too', async () => {
    const address = '192.0.2.2'
    const { cookie } = await sendChanges(address, '', [BOX])
    const lines = [{ variantId: '46510000002001', quantity: 1 }]
    const restored = (code: string) => ({ intent: 'restore', lines, discountCode: code })
    expect((await sendChanges(address, cookie, [restored('OWL10')])).cart.discount?.state).toBe('applied')
    await sendChanges(
      address,
      cookie,
      Array.from({ length: 40 }, (_, at) => restored(`GUESS${at}`)),
    )
    const afterLimit = await sendChanges(address, cookie, [restored('OWL10')])
    expect(afterLimit.failed).toEqual([])
    expect(afterLimit.cart.discount).toBeNull()
  })
})

describe('a batch of a hundred changes', () => {
  const send = (name: string, signal: AbortSignal | null = null) => {
    const changes = Array.from({ length: 100 }, (_, at) => ({
      id: `${at}`,
      intent: 'add',
      handle: `${name}-${at}`,
    }))
    const headers = { 'Content-Type': 'application/json', Origin: shop.origin }
    const init = { method: 'POST', headers, body: JSON.stringify({ changes }), signal }
    return fetchFrom(null, '/us/cart/changes', init)
  }
  const lookups = () => {
    const spy = vi.spyOn(shop.services.storefront, 'getProduct')
    onTestFinished(() => spy.mockRestore())
    return spy
  }

  test('of products that do not exist causes three lookups at the store', async () => {
    const made = lookups()
    const { failed } = (await (await send('made-up')).json()) as { failed: string[] }
    expect(failed).toHaveLength(100)
    expect(made).toHaveBeenCalledTimes(3)
  })

  test('causes no more of them once its client disconnects', async () => {
    const client = new AbortController()
    const made = lookups().mockImplementation(async () => {
      client.abort()
      return null
    })
    await send('gone', client.signal).catch(() => null)
    expect(made).toHaveBeenCalledTimes(1)
  })
})

describe('one visitor with many IP addresses', () => {
  const addressInNetwork = (at: number) =>
    `2001:db8:7:7:${((at * 7919) & 0xffff).toString(16)}::${at.toString(16)}`
  const limits: [string, string, (at: number) => Record<string, string>, number][] = [
    ['/admin/sign-in', 'sign-in', (at) => ({ email: `a${at}@example.com`, password: 'x' }), 10],
    [
      '/us/subscribe',
      'signup',
      (at) => ({ fullName: 'A', email: `v6-${at}@example.com`, source: 'Footer' }),
      20,
    ],
    ['/us/unsubscribe', 'unsubscribe', (at) => ({ token: `${at}`.padStart(44, '0') }), 20],
    ['/us/redeem', 'redeem', (at) => ({ words: `none of these ${at}` }), 20],
  ]
  test.each(limits)(
    'addresses of one IPv6 network share a limit at %s (%s)',
    async (path, _, fields, limit) => {
      const post = (at: number) =>
        fetchFrom(addressInNetwork(at), path, {
          method: 'POST',
          headers: FORM,
          body: new URLSearchParams(fields(at)).toString(),
        })
      const statuses = await Promise.all(
        Array.from({ length: limit + 3 }, async (_, at) => (await post(at + 1)).status),
      )
      expect(statuses.filter((status) => status === 429)).toHaveLength(3)
    },
  )

  /** Submits `excess` more wrong magic words than one visitor may. @returns the number of rejected attempts */
  async function countRejected(
    target: TestShop,
    excess: number,
    headers: (at: number) => Record<string, string>,
  ) {
    const attempts = Array.from({ length: 20 + excess }, async (_, at) => {
      const body = `words=none+of+these+${at}`
      const init = { method: 'POST', headers: { ...FORM, ...headers(at) }, body }
      return (await target.fetch('/us/redeem', init)).status
    })
    return (await Promise.all(attempts)).filter((status) => status === 429).length
  }

  test('an address with the port that a proxy appends is the same visitor', async () => {
    const proxied = await createTestShop({ env: { TRUST_PROXY: '1' } })
    for (const address of ['203.0.113.9', '[2001:db8::9]', '::ffff:203.0.113.8'])
      expect(
        await countRejected(proxied, 3, (at) => ({
          'X-Forwarded-For': `8.8.8.8, ${address}${address.startsWith(':') ? '' : `:${40_000 + at}`}`,
        })),
        address,
      ).toBe(3)
    await proxied.close()
  })

  test('forged X-Forwarded-For addresses are ignored, with a proxy and without', async () => {
    const proxied = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const forgedHeaders = (at: number) => ({ 'X-Real-IP': `9.9.9.${at}`, Forwarded: `for=7.7.7.${at}` })
    const cases: [TestShop, (at: number) => string][] = [
      [shop, (at) => `8.8.8.${at}`],
      [proxied, (at) => `8.8.8.${at}, 203.0.113.77`],
      [proxied, (at) => `nonsense-${at}`],
    ]
    for (const [target, forwarded] of cases)
      expect(
        await countRejected(target, 3, (at) => ({ ...forgedHeaders(at), 'X-Forwarded-For': forwarded(at) })),
      ).toBe(3)
    await proxied.close()
  })
})

test('a one-time code of the owner works once', async () => {
  const enrolment = await (async () => {
    const owner = await ownerBrowser(shop)
    const page = await owner.submit(await owner.visit('/admin/security'), 'Set up')
    const secret = (page.texts('code')[0] ?? '').replaceAll(' ', '')
    const code = codeOfStep(secret, currentStep(Date.now()))
    await owner.submit(page, 'Continue', { code })
    return { owner, secret, code }
  })()
  const attacker = shop.browser()
  const rejected = await attacker.submit(await signIn(attacker), 'Continue', { code: enrolment.code })
  expect(rejected.status).toBe(401)
  expect((await attacker.visit('/admin/gift-codes')).main).toContain('One more key')
  await enrolment.owner.submit(await enrolment.owner.visit('/admin/security'), 'Turn off')
})

test('rendering gift letters is rate-limited per visitor, whatever the host', async () => {
  const fetchAt = (path: string, host: string, address: string) =>
    shop.handle(new Request(`http://${host}${path}`), { address })
  const letter = '/us/gift-download/letter.pdf'
  for (let attempt = 0; attempt < 60; attempt++)
    await fetchAt(`${letter}?gift=none`, `h${attempt}.test`, '203.0.113.60')
  const rejected = await fetchAt(letter, 'another.test', '203.0.113.60')
  expect([rejected.status, rejected.headers.get('Location')]).toEqual([302, '/us/gift-download'])
  // Other visitors are not limited, and cached letters are not either.
  expect((await fetchAt(letter, 'another.test', '203.0.113.61')).status).toBe(200)
  expect((await fetchAt(letter, 'another.test', '203.0.113.60')).status).toBe(200)
})

describe('another customer’s order', () => {
  const checkoutUrlOf = async (browser: Browser) => {
    await browser.post('/us/cart', BOX)
    const response = await browser.fetch('/us/checkout', { method: 'POST', headers: FORM })
    return new URL(response.headers.get('Location') ?? '', shop.origin)
  }
  const BUYER = {
    name: 'Eve',
    email: 'eve@example.com',
    address: '1',
    city: 'Salem',
    province: 'MA',
    zip: '01970',
  }
  const complete = (address: URL, fields: Record<string, string>) =>
    fetchFrom(null, address.pathname + address.search, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ ...BUYER, ...fields }).toString(),
    })

  test('cannot be completed or viewed without its key, nor from another site', async () => {
    const address = await checkoutUrlOf(shop.browser())
    const guessed = new URL(address)
    for (const key of ['', 'x', (address.searchParams.get('key') ?? '').slice(0, -1), '__proto__']) {
      guessed.searchParams.set('key', key)
      expect((await complete(guessed, { total: '6595' })).status).toBe(404)
    }
    const forged = {
      method: 'POST',
      headers: { ...FORM, Origin: 'https://evil.example' },
      body: 'total=6595',
    }
    expect((await fetchFrom(null, address.pathname + address.search, forged)).status).toBe(403)
  })

  test('is priced by the server, whatever total is submitted, and placed once', async () => {
    const address = await checkoutUrlOf(shop.browser())
    for (const total of ['0', '1', '-6595', '6595.0001', '1e1', 'NaN', ''])
      expect((await complete(address, { total })).status, total).toBe(409)
    const responses = await Promise.all(Array.from({ length: 8 }, () => complete(address, { total: '6595' })))
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(303))
    const pages = await Promise.all(
      responses.map(async () => (await fetchFrom(null, address.pathname + address.search, {})).text()),
    )
    expect(new Set(pages.map((page) => /order number is (#\d+)/.exec(page)?.[1])).size).toBe(1)
  })
})

describe('a replayed webhook', () => {
  const createOrder = (id: string) => ({
    id: 77_001,
    name: '#77',
    currency: 'USD',
    financial_status: 'paid',
    customer: { first_name: 'Ada', email: 'ada@example.com' },
    line_items: [
      {
        id: 1,
        variant_id: 1,
        title: 'Vol. II: Magical You (Pre-Order)',
        variant_title: 'No Wand',
        quantity: 1,
        properties: [{ name: 'Gift wrapping', value: 'Printable letter' }],
      },
    ],
    note: id,
  })

  test('creates no second gift under a new id, and cancels nothing under another topic', async () => {
    const order = createOrder('first')
    expect((await sendWebhook(shop, order)).status).toBe(200)
    const gifts = () => shop.services.backend.gifts.listOfOrder('77001')
    const [gift] = await gifts()
    for (let repeat = 0; repeat < 5; repeat++) expect((await sendWebhook(shop, order)).status).toBe(200)
    for (const [topic, path] of [
      ['orders/cancelled', '/webhooks/orders-cancelled'],
      ['refunds/create', '/webhooks/refunds-create'],
    ] as const)
      expect((await sendWebhook(shop, order, { topic, path })).status).toBe(400)
    expect(await gifts()).toEqual([gift])
  })

  test('is rejected if a byte, the encoding or the signature was changed', async () => {
    const body = JSON.stringify(createOrder('second'))
    const secret = shop.services.webhookSecret
    const validSignature = createHmac('sha256', secret).update(body).digest('base64')
    const send = (text: string, signature: string, more: Record<string, string> = {}) =>
      fetchFrom(null, '/webhooks/orders-paid', {
        method: 'POST',
        body: text,
        headers: {
          'X-Shopify-Topic': 'orders/paid',
          'X-Shopify-Webhook-Id': 'w-1',
          'X-Shopify-Hmac-Sha256': signature,
          ...more,
        },
      })
    const hex = createHmac('sha256', secret).update(body).digest('hex')
    for (const signature of [
      '',
      hex,
      validSignature.slice(0, -1),
      `${validSignature}=`,
      ` ${validSignature.toLowerCase()}`,
      `${validSignature}, ${validSignature}`,
    ])
      expect((await send(body, signature)).status, signature).toBe(401)
    expect((await send(`${body} `, validSignature)).status).toBe(401)
    expect((await send(body.replace('#77', '#78'), validSignature)).status).toBe(401)
    expect((await send(body, createHmac('sha256', '').update(body).digest('base64'))).status).toBe(401)
  })
})

test('every inline script of every kind of page is our own and allowed by the policy', async () => {
  const { cookie } = await createCart()
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
      const page = await fetchFrom(null, path, { headers: { Cookie } })
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      const scripts = [
        ...(await page.text()).matchAll(
          /<script(?![^>]*\b(?:src=|type="(?!module)))[^>]*>([\s\S]+?)<\/script>/g,
        ),
      ]
      expect(scripts.length, path).toBeGreaterThanOrEqual(2)
      for (const [, code = ''] of scripts)
        expect(policy, path).toContain(createHash('sha256').update(code).digest('base64'))
      expect(/script-src[^;]*/.exec(policy)?.[0].split(' ')).toHaveLength(2 + scripts.length)
    }
})

describe('the embedded store over HTTP', () => {
  async function execute(query: string, variables?: object) {
    const body = JSON.stringify({ query, variables })
    const response = await fetchFrom(null, GRAPHQL, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    return { status: response.status, text: await response.text() }
  }
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : `id product { variants(first: $n) { nodes { ${nested(depth - 1)} } } }`
  const bomb = `{ products(first: $n) { nodes { variants(first: $n) { nodes { ${nested(3)} } } } } }`

  test.each([
    ['its own default', `query ($n: Int = 250) ${bomb}`, undefined],
    ['what was sent', `query ($n: Int) ${bomb}`, { n: 250 }],
    ['what stands in it', bomb.replaceAll('$n', '250'), undefined],
  ])('rejects a query that multiplies by %s', async (_, query, variables) => {
    expect((await execute(query, variables)).text).toContain('MAX_COST_EXCEEDED')
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
  ])('responds to endless %s with a client error', async (_, query) => {
    const { status, text } = await execute(query)
    expect(status).toBe(200)
    expect(text).toContain('"errors"')
    expect(text).not.toContain('Internal error')
  })

  test.each([
    ['mutation ($input: CartInput) { cartCreate(input: $input) { userErrors { code } } }', 'lines'],
    ['mutation ($input: CartInput) { cartCreate(input: $input) { userErrors { code } } }', 'discountCodes'],
    ['query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', 'ids'],
  ])('rejects endless lists: %s %s', async (query, name) => {
    const ids = Array.from({ length: 251 }, () => 'gid://shopify/ProductVariant/1')
    const input = name === 'lines' ? { lines: ids.map((id) => ({ merchandiseId: id })) } : { [name]: ids }
    const { text } = await execute(query, { input, ids })
    expect(text).toContain('MAX_INPUT_SIZE_EXCEEDED')
  })

  test('stores few carts for one address, however many it asks for in one request', async () => {
    const size = () => statSync(join(shop.dataDir, 'store.sqlite-wal')).size
    const before = size()
    const lines = Array.from({ length: 250 }, (_, at) => ({
      merchandiseId: variantId(4, 1),
      attributes: [{ key: `k${at}`, value: 'x'.repeat(60) }],
    }))
    const send = async (aliases: number) => {
      const creates = Array.from(
        { length: aliases },
        (_, at) => `a${at}: cartCreate(input: $input) { cart { id } }`,
      )
      const query = `mutation ($input: CartInput) { ${creates.join(' ')} }`
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables: { input: { lines } } }),
      }
      return fetchFrom('203.0.113.9', GRAPHQL, init)
    }
    expect(await (await send(120)).text()).toContain('MAX_MUTATIONS_EXCEEDED')
    const statuses = []
    for (let request = 0; request < 40; request++) statuses.push((await send(10)).status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(20)
    expect(statuses.at(-1)).toBe(429)
    expect(size() - before).toBeLessThan(10_000_000)
  })

  test('answers the preflight of a page anywhere, and its request', async () => {
    const Origin = 'https://elsewhere.example'
    const asked = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    }
    const preflight = await fetchFrom(null, GRAPHQL, { method: 'OPTIONS', headers: asked })
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
    const reply = await fetchFrom(null, GRAPHQL, {
      method: 'POST',
      headers: { Origin, 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ shop { name } }' }),
    })
    expect([reply.status, reply.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*'])
  })

  test('accepts one operation per request, and admin operations only with the token', async () => {
    const init = (body: object) => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const one = { query: '{ shop { name } }' }
    expect((await fetchFrom(null, GRAPHQL, init([one, one]))).status).toBe(400)
    expect((await fetchFrom(null, GRAPHQL.replace('storefront', 'admin'), init(one))).status).toBe(401)
  })
})
