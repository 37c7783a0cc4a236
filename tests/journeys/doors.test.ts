import { describe, expect, test } from 'vitest'
import { Visitor, withWand } from './visitor.ts'

/** What the shop answers where nobody should knock. */

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

test.each(['/nope', '/us/nope', '/uk/a/b/c', '/de/products', '/us/product'])(
  '%s is not found, with a way home',
  async (path) => {
    const page = await new Visitor().visit(path)
    expect(page.status).toBe(404)
    expect(page.text).toContain('Oops! Page not found')
    expect(page.links('body').some((href) => href === '/us' || href === '/uk')).toBe(true)
    expect(page.meta('robots')).toContain('noindex')
  },
)

test('what is not found has the look of the store that was asked for, and the cart', async () => {
  const visitor = await withWand('uk')
  const page = await visitor.visit('/uk/nope')
  expect([page.status, page.lang, page.items]).toEqual([404, 'en-GB', 1])
  expect((await visitor.visit('/de/nope')).lang).toBe('en-US')
})

test('the wrong method is refused and changes nothing', async () => {
  const visitor = new Visitor()
  const wrong =
    'POST /us,POST /us/products,POST /uk/about,PUT /us/cart,DELETE /us/cart,PATCH /uk/contact,GET /webhooks/orders-paid,POST /discount/OWL10,POST /sitemap.xml'
  for (const [method = '', path = ''] of wrong.split(',').map((one) => one.split(' '))) {
    const headers = { ...form, Origin: visitor.origin }
    const { status } = await visitor.request(path, { method, headers, ...(method !== 'GET' && { body: '' }) })
    expect([404, 405], `${method} ${path}`).toContain(status)
  }
  expect(visitor.cookies.size).toBe(0)
})

test('opening an address changes neither cart nor gift', async () => {
  const visitor = new Visitor()
  expect((await visitor.visit('/us/cart?intent=add&handle=magic-wand&wand=dragon-oak')).items).toBe(0)
  for (const path of ['/us/redeem?words=silver+birch+comet', '/us/redeem/review'])
    expect((await visitor.visit(path)).hasButton('Add Gift to Cart')).toBe(false)
})

describe('another site', () => {
  test.each([
    ['/us/cart', 'intent=add&handle=magic-wand&wand=dragon-yew'],
    ['/us/checkout', ''],
    ['/market', 'market=uk'],
    ['/consent', 'choice=accepted'],
    ['/us/subscribe', 'fullName=Eve&email=eve@example.com&source=Footer'],
    ['/us/redeem', 'words=silver+birch+comet'],
    ['/admin/sign-in', 'email=owner@wizardbox.example&password=guess'],
  ])('can send no form to %s in the name of a visitor', async (path, body) => {
    const visitor = await withWand('us')
    const before = new Map(visitor.cookies)
    for (const Origin of ['https://evil.example', 'null']) {
      const headers = { ...form, Origin, 'Sec-Fetch-Site': 'cross-site' }
      expect((await visitor.request(path, { method: 'POST', headers, body })).status).toBe(403)
    }
    expect(visitor.cookies).toEqual(before)
    expect((await visitor.visit('/us/cart')).items).toBe(1)
  })

  test('can send no webhook without the secret, and frame no page', async () => {
    const visitor = new Visitor()
    for (const signature of ['bm8=', '']) {
      const headers = { 'Content-Type': 'application/json', 'X-Shopify-Hmac-Sha256': signature }
      const ring = { method: 'POST', headers, body: '{"id":1}' }
      expect((await visitor.request('/webhooks/orders-paid', ring)).status).toBe(401)
    }
    for (const path of ['/us', '/uk/cart', '/admin/sign-in', '/nope']) {
      const { headers } = await visitor.request(path)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })
})

test('a visitor whose browser keeps no cookies is told so at the cart', async () => {
  const visitor = new Visitor()
  visitor.keepsCookies = false
  await withWand('us', visitor)
  expect([visitor.page.status, visitor.page.items]).toEqual([200, 0])
  expect(visitor.page.text).toMatch(/not keeping cookies/)
})
