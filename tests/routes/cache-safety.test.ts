import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const SHARED = [
  '/us',
  '/uk',
  '/us/products',
  '/uk/product/magic-wand',
  '/us/faq',
  '/uk/privacy-policy',
  '/us/redeem',
]

describe('finished pages', () => {
  test.each(SHARED)('%s sets no cookie and may be kept by anybody', async (path) => {
    const response = await shop.fetch(path)
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('Cache-Control')).toMatch(/^public/)
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
  })

  test('a page is sent once: the browser that has it gets 304', async () => {
    const first = await shop.fetch('/us/about')
    const again = await shop.fetch('/us/about', {
      headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  test('encodings hold the same page', async () => {
    const plain = await (await shop.fetch('/uk/about')).text()
    const zipped = await shop.fetch('/uk/about', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(zipped.headers.get('Content-Encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(plain)
  })

  test('nothing of a visitor gets into a page that others see', async () => {
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

  test('a visitor with a cart gets their own page, and never leaves it behind', async () => {
    const shopper = shop.browser()
    await shopper.submit(await shopper.visit('/us/product/magic-wand'), /Add to Cart/)
    const own = await shopper.visit('/us/faq')
    expect(own.headers.get('Cache-Control')).toMatch(/^private/)
    expect(own.document.querySelector('[aria-label="Cart, 1 item"]')).not.toBeNull()
    const other = await shop.browser().visit('/us/faq')
    expect(other.document.querySelector('[aria-label="Cart, 1 item"]')).toBeNull()
    expect(other.headers.get('Cache-Control')).toMatch(/^public/)
  })

  test('different hosts never share a page', async () => {
    const page = await shop.handle(new Request('http://evil.example/us'), { address: '10.9.9.9' })
    expect(await page.text()).toContain('evil.example')
    expect(await (await shop.fetch('/us')).text()).not.toContain('evil.example')
  })
})
