import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openCheckout, sendWebhook } from '../support/gifts.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/** Regression tests for attacks that have been tried on this shop. */

const BOX = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
const shop = openTestShop()

test.each([
  ['/consent', { choice: 'accepted' }],
  ['/market', { market: 'uk' }],
  ['/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }],
  ['/us/waitlist', { name: 'Ada', email: 'ada@example.com' }],
])('return URLs at %s stay on this shop', async (path, fields) => {
  for (const returnTo of [
    '//evil.example',
    '/\t\\evil.example',
    '/us\r\nSet-Cookie: evil=1',
    'https://evil.example',
  ]) {
    const { status, headers } = await shop.browser().fetch(path, form({ ...fields, returnTo }))
    expect(status, returnTo).toBe(303)
    expect(new URL(headers.get('Location') ?? '', shop.origin).origin, returnTo).toBe(shop.origin)
    expect(headers.get('Set-Cookie') ?? '').not.toContain('evil')
  }
})

test('another customer’s order cannot be completed or viewed without its key, nor from another site', async () => {
  const visitor = shop.browser()
  await visitor.post('/us/cart', BOX)
  const { path } = await openCheckout(visitor)
  const buyer = {
    name: 'Eve',
    email: 'eve@example.com',
    address: '1',
    city: 'Salem',
    province: 'MA',
    zip: '01970',
  }
  const complete = (at: string, headers: Record<string, string> = {}) =>
    shop.browser().fetch(at, form({ ...buyer, total: '6595' }, headers))
  const guessed = new URL(path, shop.origin)
  for (const key of ['', 'x', (guessed.searchParams.get('key') ?? '').slice(0, -1), '__proto__']) {
    guessed.searchParams.set('key', key)
    expect((await complete(guessed.href)).status).toBe(404)
  }
  expect((await complete(path, { Origin: 'https://evil.example' })).status).toBe(403)
})

test('a webhook is rejected if a byte, the encoding or the signature was changed', async () => {
  const body = '{"id":77001}'
  const sign = (secret: string, encoding: 'base64' | 'hex' = 'base64') =>
    createHmac('sha256', secret).update(body).digest(encoding)
  const secret = shop.services.webhookSecrets[0] ?? ''
  const valid = sign(secret)
  const changed = [valid.slice(0, -1), `${valid}=`, ` ${valid.toLowerCase()}`, `${valid}, ${valid}`]
  const forged = ['', 'AAAA', sign('not the secret'), sign(secret, 'hex'), sign('')]
  for (const [text, signature] of [
    ...[...forged, ...changed].map((signature) => [body, signature] as const),
    ...[`${body} `, body.replace('77001', '77002')].map((text) => [text, valid] as const),
  ]) {
    const headers = { 'X-Shopify-Hmac-Sha256': signature }
    expect((await sendWebhook(shop, text, { headers })).status, signature).toBe(401)
  }
})

test('every inline script of every kind of page is our own and allowed by the policy', async () => {
  const shopper = shop.browser()
  await shopper.post('/us/cart', BOX)
  const product = '/uk/product/vol-i-phoenix-edition'
  for (const path of ['/us', product, '/us/products', '/us/cart', '/us/redeem', '/us/nope', '/admin/sign-in'])
    for (const browser of [shop.browser(), shopper]) {
      const page = await browser.fetch(path)
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      const inline = /<script(?![^>]*\b(?:src=|type="(?!module)))[^>]*>([\s\S]+?)<\/script>/g
      const scripts = [...(await page.text()).matchAll(inline)]
      expect(scripts.length, path).toBeGreaterThanOrEqual(2)
      for (const [, code = ''] of scripts)
        expect(policy, path).toContain(createHash('sha256').update(code).digest('base64'))
      expect(/script-src[^;]*/.exec(policy)?.[0].split(' ')).toHaveLength(2 + scripts.length)
    }
})
