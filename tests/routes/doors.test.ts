import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../app/services/log/log.server.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

const lines: string[] = []
const shop = openTestShop({ log: createLog('info', { write: (line) => lines.push(line) }) })

const form = (headers: Record<string, string> = {}, body = 'market=uk') => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body,
})

describe('cross-origin writes', () => {
  test.each([
    ['another Origin', { Origin: 'https://evil.example' }],
    ['no origin at all', { Origin: 'null' }],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling site', { 'Sec-Fetch-Site': 'same-site' }],
    ['another referrer', { Referer: 'https://evil.example/page' }],
  ])('%s is rejected with a page of the shop', async (_, headers) => {
    for (const path of ['/market', '/consent', '/us/cart', '/us/checkout', '/us/contact']) {
      const response = await shop.fetch(path, form(headers))
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toContain('That request did not come from our shop')
    }
  })

  test('are rejected on service endpoints too, without an error in the log', async () => {
    lines.length = 0
    for (const path of [
      '/webhooks/x',
      '/webhooks/orders-paid.data',
      '/embedded/storefront/x',
      '/embedded/admin/api/2025-07/graphql.json.data',
    ])
      expect((await shop.fetch(path, form({ Origin: 'https://evil.example' }))).status, path).toBe(403)
    expect((await shop.fetch('/webhooks/orders-paid', form({ Origin: 'https://evil.example' }))).status).toBe(
      401,
    )
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  test('another port of the same host is another origin', async () => {
    const neighbour = new URL(shop.origin)
    neighbour.port = '8123'
    for (const [name, value] of [
      ['Origin', neighbour.origin],
      ['Referer', `${neighbour.origin}/us`],
    ] as const)
      expect((await shop.fetch('/market', form({ [name]: value }))).status).toBe(403)
  })

  test('our own pages may write when the browser sends Origin: null', async () => {
    const hidden = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }
    expect((await shop.fetch('/market', form(hidden))).status).toBe(303)
    const signup = form(hidden, 'fullName=Ada&email=ada%40example.com&source=Footer')
    expect((await shop.fetch('/us/subscribe', signup)).status).toBe(303)
    for (const site of ['none', 'same-site', 'cross-site'])
      expect((await shop.fetch('/market', form({ ...hidden, 'Sec-Fetch-Site': site }))).status).toBe(403)
  })

  test('a form that opens a new tab may write, though WebKit calls it cross-site', async () => {
    const tab = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }
    const ours = { Origin: shop.origin, Referer: `${shop.origin}/us/cart` }
    expect((await shop.fetch('/us/checkout', form({ ...tab, ...ours }))).status).toBe(303)
    for (const headers of [
      { ...tab, Origin: ours.Origin },
      { ...tab, Referer: ours.Referer },
      { ...tab, ...ours, Origin: 'https://evil.example' },
      { ...tab, ...ours, Referer: 'https://evil.example/page' },
      { ...tab, ...ours, 'Sec-Fetch-Mode': 'cors' },
    ])
      expect((await shop.fetch('/us/checkout', form(headers))).status).toBe(403)
  })

  test('our own pages may write', async () => {
    const response = await shop.fetch(
      '/market',
      form({ Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' }),
    )
    expect(response.status).toBe(303)
  })
})

describe('unusual requests', () => {
  test('a body too large is rejected before it is read completely', async () => {
    const response = await shop.fetch(
      '/us/contact',
      form({ Origin: shop.origin }, `message=${'x'.repeat(70_000)}`),
    )
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('That is more than this form can hold')
  })

  test('a body of exactly the limit is read', async () => {
    const post = (size: number) => {
      const headers = { Origin: shop.origin, 'Content-Length': String(size) }
      return shop.fetch('/us/contact', form(headers, 'message='.padEnd(size, 'x')))
    }
    expect((await post(65_536)).status).toBe(400)
    expect((await post(65_537)).status).toBe(413)
  })

  test('only a proxy that is trusted can choose the reference of a request', async () => {
    const headers = { 'X-Request-Id': 'chosen-by-the-client' }
    const response = await shop.fetch('/us/cart', { headers })
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    const behindProxy = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const passedOn = await behindProxy.fetch('/us/cart', { headers })
    expect(passedOn.headers.get('X-Request-Id')).toBe('chosen-by-the-client')
    await behindProxy.close()
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not served', async (method) => {
    const response = await shop.fetch('/us', { method })
    expect(response.status).toBe(405)
    expect(await response.text()).toContain('This door does not open that way')
  })

  test.each(['/us/%E0%A4%A', '/%00', '/us/product/%2e%2e%2f', '/us//products', '/us/products?filter=%FF'])(
    '%s gets a valid response',
    async (path) => {
      const response = await shop.fetch(path)
      expect(response.status).toBeLessThan(500)
    },
  )

  test.each([
    ['PUT', '/us/about', 'GET, HEAD'],
    ['PUT', '/us/contact', 'GET, HEAD, POST'],
    ['DELETE', '/market', 'GET, HEAD, POST'],
    ['POST', '/us/about', 'GET, HEAD'],
    ['POST', '/about', 'GET, HEAD'],
    ['POST', '/sitemap.xml', 'GET, HEAD'],
    ['POST', '/us/gift-download/letter.pdf', 'GET, HEAD'],
  ])('%s %s is rejected with the allowed methods', async (method, path, allowed) => {
    const response = await shop.fetch(path, method === 'POST' ? form({ Origin: shop.origin }) : { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
    expect(await response.text()).toContain('This door does not open that way')
  })

  test.each([
    ['GET', '/embedded/storefront/api/2025-07/graphql.json', 'POST, OPTIONS'],
    ['OPTIONS', '/embedded/admin/api/2025-07/graphql.json', 'POST'],
    ['PUT', '/embedded/checkout/nobodys', 'GET, HEAD, POST'],
  ])('%s %s is rejected with the methods that the embedded store allows', async (method, path, allowed) => {
    const response = await shop.fetch(path, { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
  })

  test('resources without a page are rejected with a page of the shop too', async () => {
    for (const path of ['/market', '/consent']) {
      const response = await shop.fetch(path, form({ Origin: shop.origin }, 'market=de&choice=perhaps'))
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('This door does not open that way')
    }
    const data = { 'Content-Type': 'application/json', Origin: shop.origin }
    const refused = await shop.fetch('/us/cart/changes', form(data, '{"changes":[]}'))
    expect([refused.status, refused.headers.get('Content-Type')]).toEqual([400, 'application/json'])
    for (const answer of [
      await shop.fetch('/us/nope', form({ Origin: shop.origin })),
      await shop.fetch('/de/gift-download/letter.pdf'),
    ]) {
      expect(answer.status).toBe(404)
      expect(await answer.text()).toMatch(/Oops!\s+Page not found/)
    }
  })

  test.each(['/us', '/us/about', '/us/nope'])(
    'HEAD responds as GET does, without a body: %s',
    async (path) => {
      const told = ({ status, headers }: Response) =>
        [status].concat(
          ['cache-control', 'content-type', 'etag', 'vary'].map((name) => headers.get(name) as never),
        )
      const response = await shop.fetch(path, { method: 'HEAD' })
      expect(told(response)).toEqual(told(await shop.fetch(path)))
      expect(await response.text()).toBe('')
    },
  )
})

describe('headers', () => {
  test('every page has a strict Content-Security-Policy', async () => {
    for (const path of ['/us', '/nope', '/us/cart', '/us/contact']) {
      const response = await shop.fetch(path)
      const policy = response.headers.get('Content-Security-Policy') ?? ''
      expect(policy).toMatch(/script-src 'self' 'sha256-/)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(response.headers.get('Referrer-Policy')).toBeTruthy()
    }
  })

  test('visitor-specific pages have a Cross-Origin-Opener-Policy, shared pages have none, with a cart too', async () => {
    const visitor = shop.browser()
    const parting = async (path: string, init?: RequestInit) =>
      (await visitor.fetch(path, init)).headers.get('Cross-Origin-Opener-Policy')
    for (const path of ['/us', '/us/products', '/us/product/magic-wand', '/us/faq'])
      expect(await parting(path), path).toBeNull()
    for (const path of ['/us/cart', '/admin/sign-in', '/nope', '/us/product/nope'])
      expect(await parting(path), path).toBe('same-origin-allow-popups')
    const refused = form({ Origin: shop.origin }, 'fullName=Ada')
    expect(await parting('/us/contact', refused)).toBe('same-origin-allow-popups')
    await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
    for (const path of ['/us', '/us/product/magic-wand']) expect(await parting(path), path).toBeNull()
    expect(await parting('/us/redeem/review')).toBe('same-origin-allow-popups')
  })

  test('behind an https proxy, cookies have the __Host- prefix and HSTS is sent', async () => {
    const secure = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const response = await secure.fetch('/us', {
      headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '1.2.3.4' },
    })
    expect(response.headers.get('Strict-Transport-Security')).toMatch(/max-age=/)
    expect(response.headers.get('Content-Security-Policy')).toContain('upgrade-insecure-requests')
    await secure.close()
    const plain = await shop.fetch('/us', { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(plain.headers.get('Strict-Transport-Security')).toBeNull()
    expect(plain.headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests')
  })

  test('the health check responds with JSON', async () => {
    const response = await shop.fetch('/healthz')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'ok' })
  })

  test('robots.txt and the sitemap list the pages of both stores', async () => {
    const robots = await (await shop.fetch('/robots.txt')).text()
    expect(robots.trim().split('\n')).toEqual([
      'User-agent: *',
      ...['/admin', '/*/cart', '/*/checkout', '/*/redeem/', '/discount/', '/embedded/'].map(
        (path) => `Disallow: ${path}`,
      ),
      '',
      'Sitemap: http://shop.test/sitemap.xml',
    ])
    const sitemap = await (await shop.fetch('/sitemap.xml')).text()
    for (const address of ['/us', '/uk', '/uk/product/vol-i-phoenix-edition', '/us/product/magic-wand'])
      expect(sitemap).toContain(`<loc>http://shop.test${address}</loc>`)
    expect(sitemap).not.toContain('/us/product/vol-i-phoenix-edition')
    const box = /<url><loc>[^<]*\/uk\/product\/vol-ii-magical-you-pre-order-1<.*/.exec(sitemap)?.[0]
    expect(box).toContain('hreflang="en-us" href="http://shop.test/us/product/vol-ii-magical-you-pre-order"')
  })
})

describe('crashes', () => {
  const WORDS = 'Something broke on our side. Your cart is safe.'
  const mended: (() => unknown)[] = []
  afterEach(() => {
    for (const mend of mended.splice(0)) mend()
  })

  const fail = () => {
    throw new RangeError('a crash of ada@example.com')
  }

  /** Makes a function that the shop uses throw, for the duration of a test. */
  function crash<T extends object>(thing: T, name: keyof T & string, descriptor: PropertyDescriptor): void {
    const before = Object.getOwnPropertyDescriptor(thing, name)
    Object.defineProperty(thing, name, { ...descriptor, configurable: true })
    mended.push(() => before && Object.defineProperty(thing, name, before))
  }

  async function expectTold(response: Response, part: string): Promise<string> {
    const page = await response.text()
    const reference = response.headers.get('X-Request-Id')
    expect(page).toContain(WORDS)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Speculation-Rules')).toBeNull()
    expect(page).toContain(`mention this number: ${reference}`)
    expect(page).toContain('<title>Unexpected Application Error! | Wizard Box</title>')
    expect(page).toContain(part)
    expect(page).not.toMatch(/RangeError|a crash of|\bat \w+ \(/)
    expectLogged(reference)
    return page
  }

  function expectLogged(reference: string | null): void {
    const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
    expect(failures).toMatchObject([{ level: 50, requestId: reference, err: { type: 'RangeError' } }])
    expect(lines.join('')).not.toContain('ada@')
    lines.length = 0
  }

  const WHOLE = 'Skip to content'

  test('a page shows an error, and recovers when its cause is gone', async () => {
    const path = '/uk/product/vol-i-phoenix-edition'
    const { storefront } = shop.services
    const shopper = shop.browser()
    await shopper.submit(await shopper.visit('/uk/product/magic-wand'), /Add to Cart/)
    const product = await storefront.getProduct('uk', 'vol-i-phoenix-edition')
    const odd = Object.defineProperty({ ...product }, 'images', { get: fail })
    lines.length = 0
    crash(storefront, 'getProduct', { value: async () => odd })
    for (let visit = 0; visit < 2; visit++) {
      await expectTold(await shop.fetch(path), WHOLE)
      await expectTold(await shopper.fetch(path), WHOLE)
    }
    for (const mend of mended.splice(0)) mend()
    for (const whole of [await shop.fetch(path), await shopper.fetch(path)]) {
      expect(whole.status).toBe(200)
      expect(await whole.text()).not.toContain(WORDS)
    }
  })

  test('a crash of the root layout shows an error page without the part that failed', async () => {
    shop.pages.clear()
    crash(shop.services.config, 'mainHost', { value: { toString: fail }, enumerable: true })
    await expectTold(await shop.fetch('/us/about'), WHOLE)
    await expectTold(await shop.fetch('/us/contact', form({ Origin: shop.origin })), WHOLE)
  })

  test('a route without a page responds with an error, to programs as short text', async () => {
    crash(shop.services.geo, 'country', { value: fail })
    await expectTold(await shop.fetch('/'), WHOLE)
    const answer = await shop.fetch('/', { headers: { Accept: 'application/json' } })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
    expectLogged(answer.headers.get('X-Request-Id'))
  })

  test('a crash of the error page itself gets a static last-resort page', async () => {
    const { toISOString } = Date.prototype
    const today = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
      return new Error().stack?.includes('useShop') ? fail() : toISOString.call(this)
    })
    mended.push(() => today.mockRestore())
    const page = await expectTold(await shop.fetch('/us', { method: 'PUT' }), 'Go to the home page')
    expect(page).not.toContain('<script')
    const style = /<style>(.*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = (await shop.fetch('/us', { method: 'PUT' })).headers.get('Content-Security-Policy')
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
    lines.length = 0
  })

  test('a crash before any route gets an error page', async () => {
    crash(shop.services.sessions, 'open', { value: fail })
    await expectTold(
      await shop.fetch('/us', { headers: { Cookie: 'cart=of.nobody' } }),
      'Go to the home page',
    )
  })

  test('data requests get an error as data, which is not cacheable', async () => {
    shop.pages.clear()
    crash(shop.services.config, 'mainHost', { get: fail, enumerable: true })
    const answer = await shop.fetch('/us/about.data')
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
    expect(answer.headers.get('Content-Type')).toContain('text/x-script')
    expect(await answer.text()).not.toContain('a crash of')
    expectLogged(answer.headers.get('X-Request-Id'))
    await expectTold(await shop.fetch('/us/about'), WHOLE)
    for (const mend of mended.splice(0)) mend()
    expect((await shop.fetch('/us/about.data')).status).toBe(200)
  })
})
