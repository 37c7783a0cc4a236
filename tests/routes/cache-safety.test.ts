import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { form, openTestShop } from '../support/test-shop.ts'

/** No visitor's page is served to another. What is kept for whom is shown by `app/pages/page-cache.server`. */

const clock = { now: Date.parse('2026-03-01T10:05:00Z') }
const shop = openTestShop({ now: () => clock.now })

/** The page as text, whatever its encoding. */
async function read(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const encoding = response.headers.get('Content-Encoding')
  if (encoding === 'zstd') return zstdDecompressSync(bytes).toString()
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
const accepting = (encodings: string) => ({ headers: { 'Accept-Encoding': encodings } })

test('concurrent visitors with different carts and markets, in every encoding, each get their own page', async () => {
  const [ada, bob, nobody] = [shop.browser(), shop.browser(), shop.browser()]
  await ada.submit(await ada.visit('/us/product/magic-wand'), /Add to Cart/)
  await bob.submit(await bob.visit('/uk/product/magic-wand'), /Add to Cart/, { quantity: '2' })
  for (const page of ['', '/faq', '/products', '/faq.data', '/product/magic-wand']) {
    const asked = ['identity', 'gzip', 'gzip, br'].flatMap((way) =>
      [
        { who: ada, path: `/us${page}` },
        { who: nobody, path: `/us${page}` },
        { who: bob, path: `/uk${page}` },
        { who: nobody, path: `/uk${page}` },
      ].map((one) => ({ ...one, way })),
    )
    const answers = await Promise.all(asked.map(({ who, path, way }) => who.fetch(path, accepting(way))))
    for (const [at, { who, path }] of asked.entries()) {
      const answer = answers[at] ?? expect.fail()
      const text = await read(answer)
      const isOwn = who !== nobody
      expect(answer.headers.get('Cache-Control'), path).toMatch(isOwn ? /^private/ : /^public/)
      expect(answer.headers.get('Vary'), path).toMatch(/Accept-Encoding.*Cookie/)
      expect(/unitPrice/.test(text), path).toBe(isOwn)
      if (!path.endsWith('.data')) expect(/Cart, [1-9]/.test(text), path).toBe(isOwn)
      expect(text, path).not.toContain(path.startsWith('/us') ? '"GBP"' : '"USD"')
    }
  }
})

const canary = 'canary4712'
/** Head, content and footer of a page: everything but the bar, toasts, and the data that comes with a toast. */
const partsOf = (html: string) =>
  [/<head>[\s\S]*?<\/head>/, /<main[\s\S]*<\/main>/, /<footer[\s\S]*<\/footer>/].map((part) =>
    // Styles and generated ids depend on what stands above; forms return to the visitor's own address.
    part.exec(html)?.[0].replace(/<style>[\s\S]*?<\/style>|_R_\w+_|\?utm_source=canary4712/g, ''),
  )

test.each(['/us', '/us/products', '/uk/product/magic-wand', '/uk/privacy-policy', '/us/redeem'])(
  '%s: what is rendered for a visitor is the page of anonymous visitors, with their own parts',
  async (path) => {
    shop.pages.clear()
    const market = path.slice(1, 3)
    // Everything that a page may show of one.
    const ada = shop.browser({ 'User-Agent': canary, 'Accept-Language': canary })
    await ada.submit(await ada.visit(`/${market}/product/magic-wand`), /Add to Cart/)
    const unknown = { intent: 'add', handle: 'magic-wand', wand: 'no-such-wand' }
    expect((await ada.fetch(`/${market}/cart`, form(unknown))).status).toBe(303)
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

test('a page that nobody has requested before is compressed for the nginx of docs/deploy.md', async () => {
  const recipe = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
  const [, map = ''] = /\$packing \{(.*)\}/.exec(recipe) ?? []
  const requested = Array.from(map.matchAll(/"~\S+"|default ""|"([^"]+)"|(\w+);/g))
    .map(([, quoted, plain]) => quoted ?? plain)
    .filter((value) => value !== undefined)
  expect(requested).toHaveLength(2)
  for (const encodings of requested) {
    shop.pages.clear()
    const page = await shop.fetch('/us/about', accepting(encodings))
    expect(page.headers.get('Content-Encoding'), encodings).toMatch(/^(gzip|br)$/)
  }
})
