import { describe, expect, test } from 'vitest'
import { MARKETS, WAND } from './addresses.ts'
import { Visitor } from './visitor.ts'

/** What the shop answers where nobody should knock. */

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('a page that does not exist', () => {
  test.each(['/nope', '/us/nope', '/uk/a/b/c', '/de/products', '/us/product', '/admin/nope'])(
    '%s says so, with a way home',
    async (path) => {
      const page = await new Visitor().visit(path)
      if (page.path.startsWith('/admin/sign-in')) return expect(page.status).toBe(200)
      expect(page.status).toBe(404)
      expect(page.text).toContain('Oops! Page not found')
      expect(page.links().some((href) => href === '/us' || href === '/uk')).toBe(true)
      expect(page.meta('robots')).toContain('noindex')
      expect(page.texts('main')).toHaveLength(1)
    },
  )

  test('shows the look of the store that was asked for, and the cart', async () => {
    const visitor = new Visitor()
    await visitor.visit(`/uk${WAND}`)
    await visitor.submit(/^Add to Cart.*Dragon & Oak/)
    const page = await visitor.visit('/uk/nope')
    expect([page.status, page.lang, page.items]).toEqual([404, 'en-GB', 1])
    expect((await visitor.visit('/de/nope')).lang).toBe('en-US')
  })

  test('strange addresses are never a failure of the shop', async () => {
    const visitor = new Visitor()
    for (const path of [
      '/%',
      '/us/%E0%A4%A',
      '/us/../../etc/passwd',
      '/us/product/..%2f..%2fetc',
      '/us/products?filter[]=x&filter=%00',
      '//evil.example/',
      '/us/__proto__',
      '/UK/Products/',
      '/us//faq',
    ]) {
      const { status, headers } = await visitor.request(visitor.origin + path)
      expect(status, path).toBeLessThan(500)
      if (headers.location)
        expect(new URL(headers.location, visitor.origin).origin, path).toBe(visitor.origin)
    }
  })
})

describe('the wrong method', () => {
  test('on a page or an address for forms alone is refused and changes nothing', async () => {
    const visitor = new Visitor()
    for (const [method, path] of [
      ['POST', '/us'],
      ['POST', '/us/products'],
      ['POST', '/uk/about'],
      ['PUT', '/us/cart'],
      ['DELETE', '/us/cart'],
      ['PATCH', '/uk/contact'],
      ['DELETE', '/us/product/magic-wand'],
      ['GET', '/webhooks/orders-paid'],
      ['GET', '/consent'],
      ['GET', '/us/checkout'],
      ['GET', '/admin/sign-out'],
      ['POST', '/discount/OWL10'],
      ['POST', '/sitemap.xml'],
    ] as const) {
      const { status, headers } = await visitor.request(path, {
        method,
        headers: { ...form, Origin: visitor.origin },
        ...(method !== 'GET' && { body: '' }),
      })
      // An address that only takes forms may lead to the page that has the form.
      if (method === 'GET' && status >= 300 && status < 400)
        expect(headers.location, path).toMatch(/^\/|localhost/)
      else expect([404, 405], `${method} ${path}`).toContain(status)
    }
    expect(visitor.cookies.size).toBe(0)
  })

  test('reading a page by GET changes neither cart nor gift', async () => {
    const visitor = new Visitor()
    for (const query of ['intent=add&handle=magic-wand&wand=dragon-oak', 'add=magic-wand'])
      expect((await visitor.visit(`/us/cart?${query}`)).items).toBe(0)
    expect((await visitor.visit('/us/redeem?words=silver+birch+comet')).path).toMatch(/^\/us\/redeem(\?|$)/)
    expect((await visitor.visit('/us/redeem/review')).hasButton('Add Gift to Cart')).toBe(false)
  })
})

describe('another site', () => {
  const strangers = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  ]

  test('can send no form in the name of a visitor', async () => {
    const visitor = new Visitor()
    await visitor.visit(`/us${WAND}`)
    await visitor.submit(/^Add to Cart.*Dragon & Oak/)
    const before = new Map(visitor.cookies)
    for (const [path, body] of [
      ['/us/cart', 'intent=add&handle=magic-wand&wand=dragon-yew'],
      ['/us/checkout', ''],
      ['/market', 'market=uk'],
      ['/consent', 'choice=accepted'],
      ['/us/subscribe', 'fullName=Eve&email=eve@example.com&source=Footer'],
      ['/us/redeem', 'words=silver+birch+comet'],
      ['/admin/sign-in', 'email=owner@wizardbox.example&password=guess'],
    ] as const)
      for (const headers of strangers) {
        const { status } = await visitor.request(path, {
          method: 'POST',
          headers: { ...form, ...headers },
          body,
        })
        expect(status, path).toBe(403)
      }
    expect(visitor.cookies).toEqual(before)
    expect((await visitor.visit('/us/cart')).items).toBe(1)
  })

  test('cannot frame a page, run a script in it or learn where a visitor comes from', async () => {
    for (const { id } of MARKETS)
      for (const path of [`/${id}`, `/${id}/cart`, '/admin/sign-in', '/nope']) {
        const { headers } = await new Visitor().request(path)
        const policy = String(headers['content-security-policy'])
        expect(policy, path).toMatch(/frame-ancestors 'none'/)
        expect(policy, path).toMatch(/script-src|default-src/)
        expect(policy.match(/script-src [^;]*/)?.[0], path).not.toContain("'unsafe-inline'")
        expect(headers['x-content-type-options'], path).toBe('nosniff')
        expect(headers['referrer-policy'], path).toBeTruthy()
      }
  })

  test('cannot send webhooks without the secret', async () => {
    const visitor = new Visitor()
    const order = JSON.stringify({ id: 1, financial_status: 'paid', line_items: [] })
    for (const signature of [undefined, 'bm8=', ''])
      for (const topic of ['orders-paid', 'products-update']) {
        const headers = {
          'Content-Type': 'application/json',
          'X-Shopify-Topic': topic.replace('-', '/'),
          ...(signature !== undefined && { 'X-Shopify-Hmac-Sha256': signature }),
        }
        expect(
          (await visitor.request(`/webhooks/${topic}`, { method: 'POST', headers, body: order })).status,
        ).toBe(401)
      }
  })
})

test('a visitor whose browser keeps no cookies is told so at the cart', async () => {
  const visitor = new Visitor()
  visitor.keepsCookies = false
  await visitor.visit(`/us${WAND}`)
  const page = await visitor.submit(/^Add to Cart.*Dragon & Oak/)
  expect([page.status, page.items]).toEqual([200, 0])
  expect(page.text).toMatch(/not keeping cookies/)
  expect((await visitor.visit('/us/redeem')).hasButton('Redeem My Gift')).toBe(true)
  const redeemed = await visitor.submit('Redeem My Gift', { words: 'silver birch comet' })
  expect(redeemed.status).toBe(200)
})

test('pages that are the same for everybody may be kept by a cache, and those of one visitor by none', async () => {
  const visitor = new Visitor()
  expect((await visitor.request('/us/products')).headers['cache-control']).toContain('public')
  await visitor.visit(`/us${WAND}`)
  await visitor.submit(/^Add to Cart.*Dragon & Oak/)
  for (const path of ['/us/cart', '/us/products', '/us/redeem/review'])
    expect((await visitor.request(path)).headers['cache-control'], path).not.toContain('public')
})
