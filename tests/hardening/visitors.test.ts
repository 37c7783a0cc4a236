import { describe, expect, test } from 'vitest'
import { RULES } from '#app/services/limits/limits.server.ts'
import { Browser } from '../support/browser.ts'
import { form, openTestShop, type TestShop } from '../support/test-shop.ts'
import { changeCart, variantOf } from '../support/visitor-cart.ts'

/** What one visitor may ask for, at which host, and with which cookies. Who is one: `app/services/request`. */

const alone = openTestShop()
const behindProxy = openTestShop({ env: { TRUST_PROXY: '1' } })
const ours = openTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://shop.test' } })
const HTTPS = { 'X-Forwarded-Proto': 'https' }

describe('over https', () => {
  const ADD = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
  /** The cookie of a cart, as the shop sets it. */
  async function cartCookie(shop: TestShop, headers: Record<string, string>): Promise<string> {
    const added = await shop.fetch('/us/cart', form(ADD, { Origin: 'https://shop.test', ...headers }))
    return added.headers.getSetCookie().find((line) => line.startsWith('__Host-cart=')) ?? ''
  }

  // Their attributes are in services/session.
  test('cookies have the __Host- prefix, and those without it are ignored', async () => {
    const cart = await cartCookie(behindProxy, HTTPS)
    const value = cart.slice('__Host-cart='.length).split(';')[0]
    const items = async (Cookie: string) => {
      const reply = await behindProxy.fetch('/us/cart/changes', { headers: { ...HTTPS, Cookie } })
      return ((await reply.json()) as { cart: { itemCount: number } }).cart.itemCount
    }
    expect([await items(`__Host-cart=${value}`), await items(`cart=${value}`)]).toEqual([1, 0])
  })

  test('of the public address, they do whatever the proxy says', async () => {
    for (const headers of [{}, { 'X-Forwarded-Proto': 'http' }])
      expect(await cartCookie(ours, headers as Record<string, string>)).toContain('; Secure')
  })
})

test('the tries of discount codes are limited, those of links and of a restored cart included', async () => {
  const visitor = alone.browser()
  visitor.cookies.set('selected_market', 'us')
  const variantId = await variantOf(alone, 'magic-wand', 'Dragon & Oak')
  const lines = JSON.stringify([{ variantId, quantity: 1 }])
  const restore = (discountCode: string) => {
    visitor.cookies.delete('cart')
    return changeCart(visitor, { intent: 'restore', lines, discountCode })
  }
  const apply = (code: string) => changeCart(visitor, { intent: 'apply-discount', code })
  for (let tried = 0; tried < RULES.discount.points / 3; tried++) {
    await restore(`GUESS${tried}`)
    await visitor.fetch(`/discount/GUESS${tried}`)
    await apply(`GUESS${tried}`)
  }
  const title = expect.stringContaining('a lot of tries')
  expect(await apply('OWL10')).toMatchObject({ ok: false, toasts: [{ title }] })
  const page = await visitor.visit('/discount/OWL10?redirect=/cart')
  expect(page.text).toContain('a lot of tries')
  expect(page.main).not.toContain('OWL10 applied')
  expect((await restore('OWL10')).cart).toMatchObject({ itemCount: 1, discount: null })
})

test('rendering gift letters is rate-limited per visitor, whatever the host', async () => {
  const letter = '/us/gift-download/letter.pdf'
  const fetchAt = (path: string, host: string, address: string) =>
    alone.handle(new Request(`http://${host}${path}`), { address })
  for (let attempt = 0; attempt < RULES.letter.points; attempt++)
    await fetchAt(`${letter}?gift=none`, `h${attempt}.test`, '203.0.113.60')
  const visitor = new Browser((request) => alone.handle(request, { address: '203.0.113.60' }), alone.origin)
  const refused = await visitor.visit(letter)
  expect([refused.path, refused.text.includes('a lot of tries')]).toEqual(['/us/gift-download', true])
  // Other visitors are not limited, and cached letters are not either.
  for (const address of ['203.0.113.61', '203.0.113.60'])
    expect((await fetchAt(letter, 'another.test', address)).status).toBe(200)
})
