import { describe, expect, test } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import { openTestShop } from '../support/test-shop.ts'

const lines: string[] = []
const shop = openTestShop({ log: createLog('info', { write: (line) => lines.push(line) }) })

const behindProxy = openTestShop({ env: { TRUST_PROXY: '1' } })

/** A POST of a form with only these headers: as other sites, too, can send it. */
const formWith = (headers: Record<string, string> = {}, body = 'market=uk') => ({
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
    const pages = ['/us/cart', '/us/checkout', '/us/contact', '/us/subscribe', '/us/redeem/review']
    for (const path of [...pages, '/market', '/consent', '/admin/sign-in']) {
      const response = await shop.fetch(path, formWith(headers))
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
      '/us/cart/changes',
      '/admin/sign-out',
      '/us/cart.data',
      '/us/contact.data',
      '/embedded/storefront/x',
      '/embedded/admin/api/2025-07/graphql.json.data',
    ])
      expect((await shop.fetch(path, formWith({ Origin: 'https://evil.example' }))).status, path).toBe(403)
    expect(
      (await shop.fetch('/webhooks/orders-paid', formWith({ Origin: 'https://evil.example' }))).status,
    ).toBe(401)
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  test('another port of the same host is another origin', async () => {
    const neighbour = new URL(shop.origin)
    neighbour.port = '8123'
    for (const [name, value] of [
      ['Origin', neighbour.origin],
      ['Referer', `${neighbour.origin}/us`],
    ] as const)
      expect((await shop.fetch('/market', formWith({ [name]: value }))).status).toBe(403)
  })

  test('our own pages may write, also when the browser sends Origin: null', async () => {
    const hidden = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }
    for (const headers of [hidden, { ...hidden, Origin: shop.origin }])
      expect((await shop.fetch('/market', formWith(headers))).status).toBe(303)
    const signup = formWith(hidden, 'fullName=Ada&email=ada%40example.com&source=Footer')
    expect((await shop.fetch('/us/subscribe', signup)).status).toBe(303)
    for (const site of ['none', 'same-site', 'cross-site'])
      expect((await shop.fetch('/market', formWith({ ...hidden, 'Sec-Fetch-Site': site }))).status).toBe(403)
  })

  test('a form that opens a new tab may write, though WebKit calls it cross-site', async () => {
    const tab = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }
    const ours = { Origin: shop.origin, Referer: `${shop.origin}/us/cart` }
    expect((await shop.fetch('/us/checkout', formWith({ ...tab, ...ours }))).status).toBe(303)
    for (const headers of [
      { ...tab, Origin: ours.Origin },
      { ...tab, Referer: ours.Referer },
      { ...tab, ...ours, Origin: 'https://evil.example' },
      { ...tab, ...ours, Referer: 'https://evil.example/page' },
      { ...tab, ...ours, 'Sec-Fetch-Mode': 'cors' },
    ])
      expect((await shop.fetch('/us/checkout', formWith(headers))).status).toBe(403)
  })
})

describe('unusual requests', () => {
  test('a body too large is rejected before it is read completely', async () => {
    const post = (size: number) => {
      const headers = { Origin: shop.origin, 'Content-Length': String(size) }
      return shop.fetch('/us/contact', formWith(headers, 'message='.padEnd(size, 'x')))
    }
    expect((await post(65_536)).status).toBe(400)
    const refused = await post(65_537)
    expect(refused.status).toBe(413)
    expect(await refused.text()).toContain('That is more than this form can hold')
  })

  test.each([
    '/embedded/storefront/api/2025-07/graphql.json',
    '/embedded/admin/api/2025-07/graphql.json',
    '/embedded/checkout/x',
  ])('a body too large never reaches the embedded store: %s', async (path) => {
    const post = async (size: number, headers: Record<string, string>, method = 'POST') => {
      let sent = 0
      const body = new ReadableStream({
        pull(controller) {
          const chunk = new Uint8Array(Math.min(8_192, size - sent))
          sent += chunk.length
          if (chunk.length > 0) controller.enqueue(chunk)
          else controller.close()
        },
      })
      const init = { method, headers: { Origin: shop.origin, ...headers }, body, duplex: 'half' } as const
      return { status: (await shop.fetch(path, init)).status, sent }
    }
    expect((await post(65_536, {})).status).not.toBe(413)
    expect(await post(65_537, { 'Content-Length': '65537' })).toMatchObject({ status: 413, sent: 8_192 })
    const endless = await post(Infinity, {})
    expect(endless.status).toBe(413)
    expect(endless.sent).toBeLessThan(100_000)
    // The store refuses other methods without a look at the body.
    expect(await post(Infinity, {}, 'PUT')).toMatchObject({ sent: 8_192 })
  })

  test('only a proxy that is trusted can choose the reference of a request', async () => {
    const headers = { 'X-Request-Id': 'chosen-by-the-client' }
    const response = await shop.fetch('/us/cart', { headers })
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    const passedOn = await behindProxy.fetch('/us/cart', { headers })
    expect(passedOn.headers.get('X-Request-Id')).toBe('chosen-by-the-client')
  })

  test.each([
    ['PUT', '/us', 'GET, HEAD'],
    ['PATCH', '/us/about', 'GET, HEAD'],
    ['OPTIONS', '/us', 'GET, HEAD'],
    ['PUT', '/us/contact', 'GET, HEAD, POST'],
    ['DELETE', '/market', 'GET, HEAD, POST'],
    ['POST', '/us/about', 'GET, HEAD'],
    ['POST', '/about', 'GET, HEAD'],
    ['POST', '/sitemap.xml', 'GET, HEAD'],
    ['POST', '/us/gift-download/letter.pdf', 'GET, HEAD'],
  ])('%s %s is rejected with the allowed methods', async (method, path, allowed) => {
    const response = await shop.fetch(
      path,
      method === 'POST' ? formWith({ Origin: shop.origin }) : { method },
    )
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
    expect(await response.text()).toContain('This door does not open that way')
  })

  test.each([
    ['GET', '/embedded/storefront/api/2025-07/graphql.json', 'POST'],
    ['OPTIONS', '/embedded/admin/api/2025-07/graphql.json', 'POST'],
    ['PUT', '/embedded/checkout/nobodys', 'GET, HEAD, POST'],
  ])('%s %s is rejected with the methods that the embedded store allows', async (method, path, allowed) => {
    const response = await shop.handle(new Request(shop.origin + path, { method }), { address: '127.0.0.1' })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
  })

  test('resources without a page are rejected with a page of the shop too', async () => {
    for (const path of ['/market', '/consent', '/us/cart/changes']) {
      const response = await shop.fetch(path, formWith({ Origin: shop.origin }, 'market=de&choice=perhaps'))
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('This door does not open that way')
    }
    for (const answer of [
      await shop.fetch('/us/nope', formWith({ Origin: shop.origin })),
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

  test('visitor-specific pages have a Cross-Origin-Opener-Policy, kept pages have none, with a cart too', async () => {
    const visitor = shop.browser()
    const parting = async (path: string, init?: RequestInit) =>
      (await visitor.fetch(path, init)).headers.get('Cross-Origin-Opener-Policy')
    for (const path of ['/us', '/us/products', '/us/product/magic-wand', '/us/faq'])
      expect(await parting(path), path).toBeNull()
    for (const path of ['/us/cart', '/admin/sign-in', '/nope', '/us/product/nope'])
      expect(await parting(path), path).toBe('same-origin-allow-popups')
    const refused = formWith({ Origin: shop.origin }, 'fullName=Ada')
    expect(await parting('/us/contact', refused)).toBe('same-origin-allow-popups')
    await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
    for (const path of ['/us', '/us/product/magic-wand']) expect(await parting(path), path).toBeNull()
    expect(await parting('/us/redeem/review')).toBe('same-origin-allow-popups')
  })

  test('behind an https proxy, HSTS is sent', async () => {
    const response = await behindProxy.fetch('/us', {
      headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '1.2.3.4' },
    })
    expect(response.headers.get('Strict-Transport-Security')).toMatch(/max-age=/)
    expect(response.headers.get('Content-Security-Policy')).toContain('upgrade-insecure-requests')
    const plain = await shop.fetch('/us', { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(plain.headers.get('Strict-Transport-Security')).toBeNull()
    expect(plain.headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests')
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
