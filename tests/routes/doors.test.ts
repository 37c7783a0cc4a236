import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import type { Browser } from '../support/browser.ts'
import { openCheckout } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** Every kind of page, form and service: who may use it, and under which headers it is answered. */

const lines: string[] = []
const ADMIN_TOKEN = 'token-of-the-owner'
const log = createLog('info', { write: (line) => lines.push(line) })
const shop = openTestShop({ log, env: { ADMIN_API_TOKEN: ADMIN_TOKEN } })
const behindProxy = openTestShop({ env: { TRUST_PROXY: '1' } })
let shopper: Browser
beforeAll(async () => {
  shopper = shop.browser()
  await shopper.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
})

/** A POST of a form with only these headers: as other sites, too, can send it. */
const formWith = (headers: Record<string, string> = {}, body = 'market=uk') => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  body,
})
const OWN = { Origin: 'http://shop.test' }
const EVIL = { Origin: 'https://evil.example' }
const STOREFRONT = '/embedded/storefront/api/2025-07/graphql.json'
const ADMIN = '/embedded/admin/api/2025-07/graphql.json'

const INLINE = /<script(?![^>]*\b(?:src=|type="(?!module)))[^>]*>([\s\S]+?)<\/script>/g

test.each<[path: string, status: number, isShared: boolean]>([
  ['/us', 200, true],
  ['/us/product/magic-wand', 200, true],
  ['/us/redeem', 200, true],
  ['/us/cart', 200, false],
  ['/us/redeem/review', 200, false],
  ['/us/faq?sent=signup', 200, false],
  ['/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak', 200, false],
  ['/us/product/nope', 404, false],
  ['/us/nope', 404, false],
  ['/admin/sign-in', 200, false],
])('%s is %i for nobody and for a shopper, and shared: %s', async (path, status, isShared) => {
  for (const who of [shop.browser(), shopper]) {
    const page = await who.fetch(path)
    const html = await page.text()
    const isPublic = isShared && who !== shopper
    expect([page.status, page.headers.getSetCookie()]).toEqual([status, []])
    expect(page.headers.get('Cache-Control')).toMatch(isPublic ? /^public/ : /^private/)
    expect([page.headers.has('ETag'), page.headers.has('Vary')]).toEqual([isPublic, true])
    if (!path.startsWith('/admin')) expect(html.includes('Cart, 1 item')).toBe(who === shopper)
    // What a window handle of another site could see: shared pages contain nothing to find.
    const opener = isShared ? null : 'same-origin-allow-popups'
    expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe(opener)
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(page.headers.get('Referrer-Policy')).toBeTruthy()
    // Every inline script is our own and allowed by the policy, and no other.
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    const scripts = [...html.matchAll(INLINE)]
    expect(scripts.length).toBeGreaterThanOrEqual(2)
    for (const [, code = ''] of scripts)
      expect(policy).toContain(createHash('sha256').update(code).digest('base64'))
    const [allowed = ''] = /script-src[^;]*/.exec(policy) ?? []
    expect(allowed).not.toContain('unsafe')
    expect(allowed.split(' ')).toHaveLength(2 + scripts.length)
  }
})

// Which writes are those of another origin is shown by services/request.
describe('cross-origin writes', () => {
  test('are rejected with a page of the shop', async () => {
    for (const path of ['/us/cart', '/market', '/admin/sign-in']) {
      const response = await shop.fetch(path, formWith(EVIL))
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
      expect(await response.text()).toContain('That request did not come from our shop')
    }
  })

  test('are rejected on service endpoints too, without an error in the log', async () => {
    lines.length = 0
    const paths = ['/webhooks/x', '/webhooks/orders-paid.data', '/us/cart/changes', '/us/cart.data']
    paths.push('/us/contact.data', '/admin/sign-out', '/embedded/storefront/x', `${ADMIN}.data`)
    for (const path of paths) expect((await shop.fetch(path, formWith(EVIL))).status, path).toBe(403)
    expect((await shop.fetch('/webhooks/orders-paid', formWith(EVIL))).status).toBe(401)
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})

describe('unusual requests', () => {
  test.each([
    ['DELETE', '/market', 'GET, HEAD, POST'],
    ['POST', '/us/gift-download/letter.pdf', 'GET, HEAD'],
    ['PUT', '/embedded/checkout/nobodys', 'GET, HEAD, POST'],
  ])('%s %s is rejected with the allowed methods', async (method, path, allowed) => {
    const response = await shop.fetch(path, method === 'POST' ? formWith(OWN) : { method })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
    if (!path.startsWith('/embedded'))
      expect(await response.text()).toContain('This door does not open that way')
  })

  test.each([
    ['/market', 400, 'This door does not open that way'],
    ['/us/cart/changes', 400, 'This door does not open that way'],
    ['/us/nope', 404, 'Page not found'],
  ])('nonsense for %s is rejected with a page of the shop', async (path, status, words) => {
    const response = await shop.fetch(path, formWith(OWN, 'market=de&choice=perhaps'))
    expect([response.status, (await response.text()).includes(words)]).toEqual([status, true])
  })

  test('a body too large never reaches the embedded store', async () => {
    const body = 'message='.padEnd(65_537, 'x')
    for (const path of [STOREFRONT, ADMIN, '/embedded/checkout/x'])
      expect((await shop.fetch(path, formWith(OWN, body))).status, path).toBe(413)
  })

  test('only a proxy that is trusted can choose the reference of a request, and have HSTS sent', async () => {
    const headers = { 'X-Request-Id': 'chosen-by-the-client', 'X-Forwarded-Proto': 'https' }
    const answer = await shop.fetch('/us/cart', { headers })
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
    expect(answer.headers.get('Strict-Transport-Security')).toBeNull()
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests')
    const passedOn = await behindProxy.fetch('/us/cart', { headers })
    expect(passedOn.headers.get('X-Request-Id')).toBe('chosen-by-the-client')
    expect(passedOn.headers.get('Strict-Transport-Security')).toMatch(/max-age=/)
    expect(passedOn.headers.get('Content-Security-Policy')).toContain('upgrade-insecure-requests')
  })
})

describe('the embedded store', () => {
  const query = JSON.stringify({ query: '{ shop { primaryDomain { url } } }' })
  const ask = (path: string, address: string, headers: Record<string, string> = {}) => {
    const json = { 'Content-Type': 'application/json', ...headers }
    return shop.handle(new Request(shop.origin + path, { method: 'POST', headers: json, body: query }), {
      address,
    })
  }

  test.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['10.1.2.3', 403],
    ['1127.0.0.1', 403],
  ])('answers clients on this machine alone: %s gets a %i', async (address, status) => {
    const token = { 'X-Shopify-Storefront-Access-Token': 'of another shop' }
    const reply = await ask(STOREFRONT, address, token)
    expect([reply.status, reply.headers.get('Access-Control-Allow-Origin')]).toEqual([status, null])
    if (status === 200)
      expect(await reply.json()).toEqual({ data: { shop: { primaryDomain: { url: shop.origin } } } })
    else expect((await ask(ADMIN, address)).status).toBe(403)
  })

  test('is closed to pages of other sites', async () => {
    const elsewhere = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await ask(STOREFRONT, '127.0.0.1', elsewhere)).status).toBe(403)
  })

  test('takes the Admin token of the settings, which alone makes no store real', async () => {
    for (const [token, status] of [
      [ADMIN_TOKEN, 200],
      ['secret-admin-token', 401],
    ] as const)
      expect((await ask(ADMIN, '127.0.0.1', { 'X-Shopify-Access-Token': token })).status).toBe(status)
    expect(shop.embedded.store?.adminToken).toBe(ADMIN_TOKEN)
  })

  test('completes or shows no order to who has not its key, nor from another site', async () => {
    const { path } = await openCheckout(shopper)
    const buyer = { name: 'Eve', email: 'eve@example.com', address: '1', city: 'Salem', province: 'MA' }
    const body = new URLSearchParams({ ...buyer, zip: '01970', total: '6595' }).toString()
    const complete = (at: string | URL, headers = OWN) => shop.browser().fetch(at, formWith(headers, body))
    const guessed = new URL(path, shop.origin)
    for (const key of ['', 'x', (guessed.searchParams.get('key') ?? '').slice(0, -1), '__proto__']) {
      guessed.searchParams.set('key', key)
      expect((await complete(guessed)).status).toBe(404)
    }
    expect((await complete(path, EVIL)).status).toBe(403)
  })
})

test('robots.txt closes what is not for search engines', async () => {
  const robots = await (await shop.fetch('/robots.txt')).text()
  const closed = ['/admin', '/*/cart', '/*/checkout', '/*/redeem/', '/discount/', '/embedded/']
  const rules = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '']
  expect(robots.trim().split('\n')).toEqual([...rules, 'Sitemap: http://shop.test/sitemap.xml'])
})
