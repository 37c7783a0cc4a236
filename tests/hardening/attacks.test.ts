import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { openCheckout, sendWebhook } from '../support/gifts.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/** Regression tests for attacks that have been tried on this shop. */

const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
const shop = openTestShop()

describe('return URLs', () => {
  const FOREIGN_URLS = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\t\\evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/.//evil.example',
    '/%0a/../\\evil.example',
    '/us\r\nSet-Cookie: evil=1',
    '/uk\n//evil.example',
    '/uk/\u2028/evil.example',
    '/uk/\ud800',
    '/uk/\u0000',
    '/http://[evil',
    'https://evil.example/uk',
  ]
  test.each([
    ['/consent', { choice: 'accepted' }],
    ['/market', { market: 'uk' }],
    ['/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }],
    ['/us/waitlist', { name: 'Ada', email: 'ada@example.com' }],
  ])('%s stays on this shop, however a browser parses it', async (path, fields) => {
    for (const [at, returnTo] of FOREIGN_URLS.entries()) {
      // One address may be posted twenty times only.
      const email = `ada-${at}@example.com`
      const own = 'email' in fields ? { ...fields, email } : fields
      const init = form({ ...own, returnTo: returnTo.toWellFormed() })
      const response = await shop.browser().fetch(path, init)
      const location = response.headers.get('Location')
      expect(response.status, JSON.stringify(returnTo)).toBe(303)
      expect(new URL(location ?? '', shop.origin).origin, JSON.stringify(returnTo)).toBe(shop.origin)
      expect(response.headers.get('Set-Cookie') ?? '').not.toContain('evil')
    }
  })
})

describe('another customer’s order', () => {
  const checkoutOf = async (browser: Browser) => {
    await browser.post('/us/cart', BOX)
    return (await openCheckout(browser)).path
  }
  const BUYER = {
    name: 'Eve',
    email: 'eve@example.com',
    address: '1',
    city: 'Salem',
    province: 'MA',
    zip: '01970',
  }
  const complete = (path: string, total: string, headers: Record<string, string> = {}) =>
    shop.browser().fetch(path, form({ ...BUYER, total }, headers))

  test('cannot be completed or viewed without its key, nor from another site', async () => {
    const path = await checkoutOf(shop.browser())
    const guessed = new URL(path, shop.origin)
    for (const key of ['', 'x', (guessed.searchParams.get('key') ?? '').slice(0, -1), '__proto__']) {
      guessed.searchParams.set('key', key)
      expect((await complete(guessed.href, '6595')).status).toBe(404)
    }
    expect((await complete(path, '6595', { Origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('a webhook', () => {
  test('is rejected if a byte, the encoding or the signature was changed', async () => {
    const body = '{"id":77001}'
    const sign = (secret: string, encoding: 'base64' | 'hex') =>
      createHmac('sha256', secret).update(body).digest(encoding)
    const secret = shop.services.webhookSecrets[0] ?? ''
    const valid = sign(secret, 'base64')
    for (const [text, signature] of [
      [body, ''],
      [body, 'AAAA'],
      [body, sign('not the secret', 'base64')],
      [body, sign(secret, 'hex')],
      [body, sign('', 'base64')],
      [body, valid.slice(0, -1)],
      [body, `${valid}=`],
      [body, ` ${valid.toLowerCase()}`],
      [body, `${valid}, ${valid}`],
      [`${body} `, valid],
      [body.replace('77001', '77002'), valid],
    ] as const) {
      const headers = { 'X-Shopify-Hmac-Sha256': signature }
      expect((await sendWebhook(shop, text, { headers })).status, signature).toBe(401)
    }
  })
})

test('every inline script of every kind of page is our own and allowed by the policy', async () => {
  const shopper = shop.browser()
  await shopper.post('/us/cart', BOX)
  const paths = [
    '/us',
    '/uk/product/vol-i-phoenix-edition',
    '/us/products',
    '/us/cart',
    '/us/redeem',
    '/us/nope',
    '/admin/sign-in',
  ]
  for (const path of paths)
    for (const browser of [shop.browser(), shopper]) {
      const page = await browser.fetch(path)
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      const scripts = [
        ...(await page.text()).matchAll(
          /<script(?![^>]*\b(?:src=|type="(?!module)))[^>]*>([\s\S]+?)<\/script>/g,
        ),
      ]
      expect(scripts.length, path).toBeGreaterThanOrEqual(2)
      for (const [, code = ''] of scripts)
        expect(policy, path).toContain(createHash('sha256').update(code).digest('base64'))
      expect(/script-src[^;]*/.exec(policy)?.[0].split(' ')).toHaveLength(2 + scripts.length)
    }
})
