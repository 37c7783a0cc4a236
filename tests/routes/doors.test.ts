import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/**
 * Every kind of page, form and service: who may use it, and under which headers it is answered, to nobody but them;
 * where addresses lead, and what becomes of the cart, beyond `tests/journeys/stores`.
 */

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
const shop = openTestShop({ log })
const behindProxy = openTestShop({ env: { TRUST_PROXY: '1' } })
const ADD = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }

const EVIL = form({ market: 'uk' }, { Origin: 'https://evil.example' })
const STOREFRONT = '/embedded/storefront/api/2025-07/graphql.json'
const ADMIN = '/embedded/admin/api/2025-07/graphql.json'

const INLINE = /<script(?![^>]*\b(?:src=|type="(?!module)))[^>]*>([\s\S]+?)<\/script>/g

test.each<[path: string, status: number, isShared: boolean]>([
  ['/us', 200, true],
  ['/us/redeem', 200, true],
  ['/us/cart', 200, false],
  ['/us/redeem/review', 200, false],
  ['/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak', 200, false],
  ['/us/nope', 404, false],
  ['/admin/sign-in', 200, false],
])('%s is %i for nobody and for a shopper, and shared: %s', async (path, status, isShared) => {
  const shopper = shop.browser()
  await shopper.fetch('/us/cart', form(ADD))
  // Its message is shown once.
  await shopper.fetch('/us/cart')
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
test('cross-origin writes are rejected with a page of the shop, on service endpoints too, without an error in the log', async () => {
  lines.length = 0
  const paths = ['/us/cart', '/webhooks/x', '/webhooks/orders-paid.data', '/us/cart/changes', '/us/cart.data']
  paths.push('/us/contact.data', '/admin/sign-out', '/embedded/storefront/x', `${ADMIN}.data`)
  for (const path of paths) {
    const response = await shop.fetch(path, EVIL)
    expect([response.status, response.headers.getSetCookie()], path).toEqual([403, []])
    if (path === '/us/cart')
      expect(await response.text()).toContain('That request did not come from our shop')
  }
  expect((await shop.fetch('/webhooks/orders-paid', EVIL)).status).toBe(401)
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('only a proxy that is trusted can have HSTS sent', async () => {
  const headers = { 'X-Forwarded-Proto': 'https' }
  const hsts = async (asked: typeof shop) =>
    (await asked.fetch('/us/cart', { headers })).headers.get('Strict-Transport-Security')
  expect([await hsts(shop), await hsts(behindProxy)]).toEqual([null, expect.stringMatching(/max-age=/)])
})

test.each([
  ['127.0.0.1', 200],
  ['::ffff:127.0.0.1', 200],
  ['10.1.2.3', 403],
])('the embedded store answers clients on this machine alone: %s gets a %i', async (address, status) => {
  const body = JSON.stringify({ query: '{ shop { primaryDomain { url } } }' })
  const headers = { 'Content-Type': 'application/json', 'X-Shopify-Storefront-Access-Token': 'of another' }
  const ask = (path: string) =>
    shop.handle(new Request(shop.origin + path, { method: 'POST', headers, body }), { address })
  const reply = await ask(STOREFRONT)
  expect([reply.status, reply.headers.get('Access-Control-Allow-Origin')]).toEqual([status, null])
  if (status === 403) expect((await ask(ADMIN)).status).toBe(403)
})

const canary = 'canary4712'
/** Head, content and footer of a page: everything but the bar, toasts, and the data that comes with a toast. */
const partsOf = (html: string) =>
  [/<head>[\s\S]*?<\/head>/, /<main[\s\S]*<\/main>/, /<footer[\s\S]*<\/footer>/].map((part) =>
    // Styles and generated ids depend on what stands above; forms return to the visitor's own address.
    part.exec(html)?.[0].replace(/<style>[\s\S]*?<\/style>|_R_\w+_|\?utm_source=canary4712/g, ''),
  )

// What is kept for whom is shown by pages/page-cache.
test.each(['/us', '/uk/product/magic-wand', '/us/redeem'])(
  '%s: what is rendered for a visitor is the page of anonymous visitors, with their own parts',
  async (path) => {
    shop.pages.clear()
    const market = path.slice(1, 3)
    // Everything that a page may show of one.
    const ada = shop.browser({ 'User-Agent': canary, 'Accept-Language': canary })
    await ada.submit(await ada.visit(`/${market}/product/magic-wand`), /Add to Cart/)
    await ada.fetch(`/${market}/cart`, form({ ...ADD, wand: 'no-such-wand' }))
    ada.cookies.set('selected_market', market === 'us' ? 'uk' : 'us')
    ada.cookies.set('cookieConsent', 'accepted')
    const first = await (await ada.fetch(path)).text()
    for (const own of ['data-toasts', 'Cart, 1 item', 'aria-label="Your store"']) expect(first).toContain(own)
    const nobodys = await (await shop.fetch(`${path}?utm_source=${canary}`)).text()
    expect(partsOf(nobodys)).toEqual(partsOf(first))
    expect(nobodys).not.toMatch(/data-toasts|aria-label="Your store"|Cart, [1-9]/)
    expect(nobodys).not.toContain(canary)
    expect(nobodys).toContain('data-cookie-notice')
  },
)

test('different hosts never share a page', async () => {
  const page = await shop.handle(new Request('http://evil.example/us'), { address: '10.9.9.9' })
  expect(await page.text()).toContain('evil.example')
  expect(await (await shop.fetch('/us')).text()).not.toContain('evil.example')
})

// All spellings are in models/pages.
test.each([
  ['//evil.example/', 308, '/evil.example'],
  ['//PRODUCTS?a=1', 302, '/uk/products?a=1'],
  ['/uk/product/wizard-box?flag&q=a%20b~!*()', 301, '/uk/product/vol-i-phoenix-edition?flag&q=a%20b~!*()'],
  ['/discount/OWL10?redirect=https%3A%2F%2Fevil.example%2F', 302, '/uk'],
  ['/discount/OWL10?redirect=%2Fus%2Fproducts', 302, '/uk/products'],
])('%s redirects once (%i), to %s', async (typed, status, address) => {
  const headers = { Cookie: 'selected_market=uk' }
  const response = await shop.fetch(shop.origin + typed, { headers })
  expect([response.status, response.headers.get('Location')]).toEqual([status, address])
})

test('the splash is told the country of a visitor, which no proxy keeps for others', async () => {
  const response = await shop.fetch('/market', {
    headers: { Accept: 'application/json', 'CF-IPCountry': 'GB' },
  })
  expect(await response.json()).toEqual({ market: 'uk', country: 'GB' })
  expect(response.headers.get('Cache-Control')).toMatch(/^private/)
})

test.each([
  ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'document' } }],
  ['a picture', { headers: { 'Sec-Fetch-Dest': 'image' } }],
  ['a check', { method: 'HEAD' }],
])('a link with a discount code changes nothing for %s', async (_, init) => {
  expect((await shop.fetch('/discount/OWL10', init)).headers.getSetCookie()).toEqual([])
})

test('viewing the UK store and coming back keeps a cart of the US store; adding an item there says once that it was emptied', async () => {
  const visitor = shop.browser()
  await visitor.post('/us/cart', ADD)
  visitor.cookies.set('selected_market', 'us')
  const page = await visitor.visit('/uk/product/magic-wand')
  const home = await visitor.submit(page, 'Go to the United States store')
  expect([home.path, home.html.includes('Cart, 1 item')]).toEqual(['/us', true])
  const added = await visitor.post('/uk/cart', ADD)
  const emptied = 'You changed store, so your cart of the United States store was emptied.'
  for (const words of ['Added to cart!', emptied]) expect(added.text).toContain(words)
  expect((await visitor.post('/uk/cart', ADD)).text).not.toContain(emptied)
})
