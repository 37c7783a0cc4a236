import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const form = (headers: Record<string, string> = {}, body = 'market=uk') => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body,
})

describe('writes from elsewhere', () => {
  test.each([
    ['another Origin', { Origin: 'https://evil.example' }],
    ['no origin at all', { Origin: 'null' }],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling site', { 'Sec-Fetch-Site': 'same-site' }],
    ['another referrer', { Referer: 'https://evil.example/page' }],
  ])('%s is refused in the look of the shop', async (_, headers) => {
    for (const path of ['/market', '/consent', '/us/cart', '/us/checkout', '/us/contact']) {
      const response = await shop.fetch(path, form(headers))
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toContain('That request did not come from our shop')
    }
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

  test('our own pages may write where a browser keeps to itself where it is', async () => {
    const hidden = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }
    expect((await shop.fetch('/market', form(hidden))).status).toBe(303)
    const signup = form(hidden, 'fullName=Ada&email=ada%40example.com&source=Footer')
    expect((await shop.fetch('/us/subscribe', signup)).status).toBe(303)
    for (const site of ['none', 'same-site', 'cross-site'])
      expect((await shop.fetch('/market', form({ ...hidden, 'Sec-Fetch-Site': site }))).status).toBe(403)
  })

  test('our own pages may write', async () => {
    const response = await shop.fetch(
      '/market',
      form({ Origin: shop.origin, 'Sec-Fetch-Site': 'same-origin' }),
    )
    expect(response.status).toBe(303)
  })
})

describe('odd requests', () => {
  test('a body too large is refused before it is read to the end', async () => {
    const response = await shop.fetch(
      '/us/contact',
      form({ Origin: shop.origin }, `message=${'x'.repeat(70_000)}`),
    )
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('That is more than this form can hold')
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is no door', async (method) => {
    const response = await shop.fetch('/us', { method })
    expect(response.status).toBe(405)
    expect(await response.text()).toContain('This door does not open that way')
  })

  test.each(['/us/%E0%A4%A', '/%00', '/us/product/%2e%2e%2f', '/us//products', '/us/products?filter=%FF'])(
    '%s is answered without breaking',
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
  ])('%s %s is refused with the methods that it takes', async (method, path, allowed) => {
    const response = await shop.fetch(path, method === 'POST' ? form({ Origin: shop.origin }) : { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
    expect(await response.text()).toContain('This door does not open that way')
  })

  test.each([
    ['GET', '/embedded/storefront/api/2025-07/graphql.json', 'POST'],
    ['OPTIONS', '/embedded/storefront/api/2025-07/graphql.json', 'POST'],
    ['PUT', '/embedded/checkout/nobodys', 'GET, HEAD, POST'],
  ])('%s %s is refused with the methods that the embedded store takes', async (method, path, allowed) => {
    const response = await shop.fetch(path, { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
  })

  test('what has no page of its own is refused in the look of the shop as well', async () => {
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
      expect(await answer.text()).toContain('Oops! Page not found')
    }
  })

  test.each(['/us', '/us/about', '/us/nope'])(
    'HEAD answers as GET does, without a body: %s',
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
  test('every page is strict about what may run', async () => {
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

  test('behind a proxy that speaks https, cookies are locked to the host and https is kept', async () => {
    const secure = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const response = await secure.fetch('/us', {
      headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '1.2.3.4' },
    })
    expect(response.headers.get('Strict-Transport-Security')).toMatch(/max-age=/)
    await secure.close()
    const plain = await shop.fetch('/us', { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(plain.headers.get('Strict-Transport-Security')).toBeNull()
  })

  test('the health check says so in JSON', async () => {
    const response = await shop.fetch('/healthz')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: 'ok' })
  })

  test('robots and sitemap name the pages of both stores', async () => {
    expect(await (await shop.fetch('/robots.txt')).text()).toContain('Sitemap: http://shop.test/sitemap.xml')
    const sitemap = await (await shop.fetch('/sitemap.xml')).text()
    for (const address of ['/us', '/uk', '/uk/product/vol-i-phoenix-edition', '/us/product/magic-wand'])
      expect(sitemap).toContain(`<loc>http://shop.test${address}</loc>`)
    expect(sitemap).not.toContain('/us/product/vol-i-phoenix-edition')
    const box = /<url><loc>[^<]*\/uk\/product\/vol-ii-magical-you-pre-order-1<.*/.exec(sitemap)?.[0]
    expect(box).toContain('hreflang="en-us" href="http://shop.test/us/product/vol-ii-magical-you-pre-order"')
  })
})
