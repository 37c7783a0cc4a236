import { expect, test } from 'vitest'
import { form, openTestShop } from '../support/test-shop.ts'

/** No visitor's page is served to another. What is kept for whom is shown by `app/pages/page-cache.server`. */

const clock = { now: Date.parse('2026-03-01T10:05:00Z') }
const shop = openTestShop({ now: () => clock.now })

test('concurrent visitors with different carts and markets each get their own page', async () => {
  const [ada, bob, nobody] = [shop.browser(), shop.browser(), shop.browser()]
  await ada.submit(await ada.visit('/us/product/magic-wand'), /Add to Cart/)
  await bob.submit(await bob.visit('/uk/product/magic-wand'), /Add to Cart/, { quantity: '2' })
  for (const page of ['', '/faq.data', '/product/magic-wand']) {
    const asked = [
      { who: ada, path: `/us${page}` },
      { who: nobody, path: `/us${page}` },
      { who: bob, path: `/uk${page}` },
      { who: nobody, path: `/uk${page}` },
    ]
    const answers = await Promise.all(asked.map(({ who, path }) => who.fetch(path)))
    for (const [at, { who, path }] of asked.entries()) {
      const answer = answers[at] ?? expect.fail()
      const text = await answer.text()
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

test.each(['/us', '/uk/product/magic-wand', '/us/redeem'])(
  '%s: what is rendered for a visitor is the page of anonymous visitors, with their own parts',
  async (path) => {
    shop.pages.clear()
    const market = path.slice(1, 3)
    // Everything that a page may show of one.
    const ada = shop.browser({ 'User-Agent': canary, 'Accept-Language': canary })
    await ada.submit(await ada.visit(`/${market}/product/magic-wand`), /Add to Cart/)
    await ada.fetch(`/${market}/cart`, form({ intent: 'add', handle: 'magic-wand', wand: 'no-such-wand' }))
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
