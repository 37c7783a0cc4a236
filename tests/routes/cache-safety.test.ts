import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createTestShop, form, openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

const SHARED = [
  '/us',
  '/uk',
  '/us/products',
  '/uk/product/magic-wand',
  '/us/faq',
  '/uk/privacy-policy',
  '/us/redeem',
]

describe('cached pages', () => {
  test.each(SHARED)('%s sets no cookie and is publicly cacheable', async (path) => {
    const response = await shop.fetch(path)
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('Cache-Control')).toMatch(/^public/)
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
  })

  test.each([
    ['its tag', (etag: string) => etag],
    ['whatever there is', () => '*'],
    ['its tag among others', (etag: string) => `"another", ${etag}`],
    ['its tag as a proxy makes it strong', (etag: string) => etag.replace('W/', '')],
  ])('a visitor who has %s gets no page', async (_, known) => {
    const ask = (tag: string) => shop.fetch('/us/about', { headers: { 'If-None-Match': tag } })
    const page = await ask('"another", W/"third", **')
    expect(page.status).toBe(200)
    const again = await ask(known(page.headers.get('ETag') ?? ''))
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('no visitor data gets into a page that others see', async () => {
    const canary = 'canary4711'
    const headers = {
      Cookie: `x=${canary}; cookieConsent=${canary}; selected_market=${canary}`,
      'User-Agent': canary,
      'Accept-Language': canary,
      Referer: `http://shop.test/${canary}`,
      'X-Forwarded-Host': `${canary}.example`,
      'X-Request-Id': canary,
    }
    for (const path of SHARED) {
      await shop.fetch(`${path}?utm_source=${canary}`, { headers })
      const page = await shop.fetch(path)
      expect(await page.text()).not.toContain(canary)
      expect(JSON.stringify([...page.headers])).not.toContain(canary)
    }
  })

  test('a missing page is never cacheable, with a cart or without', async () => {
    const shopper = shop.browser()
    await shopper.submit(await shopper.visit('/us/product/magic-wand'), /Add to Cart/)
    for (const visitor of [shopper, shop.browser()]) {
      const missing = await visitor.visit('/us/product/no-such-thing')
      expect(missing.status).toBe(404)
      expect(missing.headers.get('Cache-Control')).toMatch(/^private/)
      expect(missing.html.includes('Cart, 1 item')).toBe(visitor === shopper)
    }
  })

  test('different hosts never share a page', async () => {
    const page = await shop.handle(new Request('http://evil.example/us'), { address: '10.9.9.9' })
    expect(await page.text()).toContain('evil.example')
    expect(await (await shop.fetch('/us')).text()).not.toContain('evil.example')
  })
})

/** The page as text, whatever its encoding. */
async function read(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const encoding = response.headers.get('Content-Encoding')
  if (encoding === 'zstd') return zstdDecompressSync(bytes).toString()
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

describe('concurrent visitors', () => {
  const WAYS = ['identity', 'gzip', 'gzip, br']

  test('with different carts and markets, in every encoding, each get their own page', async () => {
    const [ada, bob, nobody] = [shop.browser(), shop.browser(), shop.browser()]
    await ada.submit(await ada.visit('/us/product/magic-wand'), /Add to Cart/)
    await bob.submit(await bob.visit('/uk/product/magic-wand'), /Add to Cart/, { quantity: '2' })
    for (const page of ['', '/faq', '/products', '/faq.data', '/product/magic-wand']) {
      const asked = WAYS.flatMap((way) => {
        const init = { headers: { 'Accept-Encoding': way } }
        return [
          { who: ada, path: `/us${page}`, own: true, init },
          { who: nobody, path: `/us${page}`, own: false, init },
          { who: bob, path: `/uk${page}`, own: true, init },
          { who: nobody, path: `/uk${page}`, own: false, init },
        ].filter(({ path }) => !/^\/(us|uk)\.data$/.test(path))
      })
      const answers = await Promise.all(asked.map(({ who, path, init }) => who.fetch(path, init)))
      for (const [at, answer] of answers.entries()) {
        const { path, own } = asked[at] ?? { path: '', own: false }
        const text = await read(answer)
        expect(answer.headers.get('Cache-Control'), path).toMatch(own ? /^private/ : /^public/)
        expect(answer.headers.get('Vary'), path).toContain('Cookie')
        expect(/unitPrice/.test(text), path).toBe(own)
        if (!path.endsWith('.data')) expect(/Cart, [1-9]/.test(text), path).toBe(own)
        expect(text, path).not.toContain(path.startsWith('/us') ? '"GBP"' : '"USD"')
      }
    }
  })

  test('a toast is shown to its visitor only, once', async () => {
    const ada = shop.browser()
    const stayed = await ada.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'no-such-wand' })
    const other = await shop.fetch(stayed.url.pathname + stayed.url.search)
    expect(other.headers.get('Cache-Control')).toMatch(/^public/)
    expect(await other.text()).not.toContain('data-toasts')
    expect(await read(await ada.fetch('/us/faq'))).not.toContain('data-toasts')
  })
})

describe('shared pages', () => {
  const canary = 'canary4712'
  /** Head, content and footer of a page: everything but the bar, toasts, and the data that comes with a toast. */
  const parts = (html: string) =>
    [/<head>[\s\S]*?<\/head>/, /<main[\s\S]*<\/main>/, /<footer[\s\S]*<\/footer>/].map((part) =>
      // Styles and generated ids depend on what stands above; forms return to the visitor's own address.
      part.exec(html)?.[0].replace(/<style>[\s\S]*?<\/style>|_R_\w+_|\?utm_source=canary4712/g, ''),
    )

  /** A visitor with everything that a page may show of one. */
  async function known(market: string) {
    const visitor = shop.browser({ 'User-Agent': canary, 'Accept-Language': canary })
    await visitor.submit(await visitor.visit(`/${market}/product/magic-wand`), /Add to Cart/)
    const unknown = { intent: 'add', handle: 'magic-wand', wand: 'no-such-wand' }
    const said = await visitor.fetch(`/${market}/cart`, form(unknown))
    expect(said.status).toBe(303)
    visitor.cookies.set('selected_market', market === 'us' ? 'uk' : 'us')
    visitor.cookies.set('cookieConsent', 'accepted')
    return visitor
  }

  test.each(SHARED)(
    '%s: what is rendered for a visitor is the page of anonymous visitors, with their own parts',
    async (path) => {
      shop.pages.clear()
      const ada = await known(path.slice(1, 3))
      const first = await (await ada.fetch(path)).text()
      expect(first).toContain('data-toasts')
      expect(first).toContain('Cart, 1 item')
      expect(first).toContain('aria-label="Your store"')
      const nobodys = await (await shop.fetch(`${path}?utm_source=${canary}`)).text()
      expect(parts(nobodys)).toEqual(parts(first))
      expect(nobodys).not.toMatch(/data-toasts|aria-label="Your store"|Cart, [1-9]/)
      expect(nobodys).not.toContain(canary)
      expect(nobodys).toContain('data-cookie-notice')
    },
  )

  test('what a form has said, or a rare choice, is on a page of its own', async () => {
    for (const path of [
      '/us/faq?sent=signup',
      '/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak',
    ]) {
      const page = await shop.fetch(path)
      expect([path, page.headers.get('Cache-Control')]).toEqual([path, 'private, no-cache'])
      expect(page.headers.has('ETag')).toBe(false)
    }
  })

  test('the tag of a page lasts from one rendering to the next', async () => {
    let now = Date.parse('2026-03-01T10:05:00Z')
    const own = await createTestShop({ now: () => now })
    for (const path of ['/us', '/us/products', '/us/product/magic-wand', '/uk/faq', '/us/redeem']) {
      const tag = (await own.fetch(path)).headers.get('ETag')
      now += 61_000
      await own.fetch(path)
      own.pages.clear()
      expect([path, (await own.fetch(path)).headers.get('ETag')]).toEqual([path, tag])
    }
    await own.close()
  })

  test('a page that nobody has requested before is compressed for the nginx of docs/deploy.md', async () => {
    const recipe = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
    const [, map = ''] = /\$packing \{(.*)\}/.exec(recipe) ?? []
    const requested = Array.from(map.matchAll(/"~\S+"|default ""|"([^"]+)"|(\w+);/g))
      .map(([, quoted, plain]) => quoted ?? plain)
      .filter((value) => value !== undefined)
    expect(requested).toHaveLength(2)
    for (const encodings of requested) {
      const newShop = await createTestShop()
      const page = await newShop.fetch('/us/about', { headers: { 'Accept-Encoding': encodings } })
      expect(page.headers.get('Content-Encoding'), encodings).toMatch(/^(gzip|br)$/)
      await newShop.close()
    }
  })

  test('a page of a rare choice is the same in every encoding', async () => {
    const path = '/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak'
    const plain = await (await shop.fetch(path)).text()
    for (const way of ['gzip', 'br', 'gzip, deflate, br, zstd']) {
      const zipped = await shop.fetch(path, { headers: { 'Accept-Encoding': way } })
      expect(zipped.headers.get('Content-Encoding')).not.toBeNull()
      expect(await read(zipped)).toBe(plain)
    }
    expect(plain).toContain('</html>')
  })
})

describe('browser prefetching', () => {
  const ahead = { 'Sec-Purpose': 'prefetch', 'Sec-Fetch-Dest': 'document' }

  test('prefetches are served from the cache and have no side effects', async () => {
    const shopper = shop.browser()
    await shopper.submit(await shopper.visit('/us/product/magic-wand'), /Add to Cart/)
    expect((await shop.fetch('/us/faq', { headers: ahead })).status).toBe(200)
    expect((await shopper.fetch('/us/cart', { headers: ahead })).status).toBe(503)
    const refused = await shopper.fetch('/us/redeem/success', { headers: ahead })
    expect(refused.status).toBe(503)
    expect(refused.headers.getSetCookie()).toEqual([])
    // Only a document may never be shown.
    const data = await shopper.fetch('/us/cart.data', { headers: { ...ahead, 'Sec-Fetch-Dest': 'empty' } })
    expect(data.status).toBe(200)
  })
})
