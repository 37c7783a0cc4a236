import { describe, expect, test } from 'vitest'
import { form, openTestShop, type TestShop } from '../support/test-shop.ts'

/** Cookies, proxies and hosts: which headers are trusted. */

const alone = openTestShop()
const behindProxy = openTestShop({ env: { TRUST_PROXY: '1' } })
const ours = openTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://shop.test' } })
const named = openTestShop({ env: { TRUST_PROXY: '1', ALLOWED_HOSTS: 'shop.test,boxes.example' } })
const www = openTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://www.shop.test' } })
const ADD = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
const HTTPS = { 'X-Forwarded-Proto': 'https' }

/** The cookie of a cart over https, as the shop sets it. */
async function cartCookie(shop: TestShop, headers: Record<string, string>): Promise<string> {
  const added = await shop.fetch('/us/cart', form(ADD, { Origin: 'https://shop.test', ...headers }))
  return added.headers.getSetCookie().find((line) => line.startsWith('__Host-cart=')) ?? ''
}

describe('over https', () => {
  test('cookies have the __Host- prefix, and those without it are ignored', async () => {
    const cart = await cartCookie(behindProxy, HTTPS)
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cart).toContain(`; ${attribute}`)
    expect(cart).not.toMatch(/Domain=/)
    const value = cart.slice('__Host-cart='.length).split(';')[0]
    const items = async (Cookie: string) => {
      const reply = await behindProxy.fetch('/us/cart/changes', { headers: { ...HTTPS, Cookie } })
      return ((await reply.json()) as { cart: { itemCount: number } }).cart.itemCount
    }
    expect([await items(`__Host-cart=${value}`), await items(`cart=${value}`)]).toEqual([1, 0])
  })

  test.each<Record<string, string>>([{}, { 'X-Forwarded-Proto': 'http' }])(
    'of the public address, they do whatever the proxy says: %o',
    async (headers) => {
      expect(await cartCookie(ours, headers)).toContain('; Secure')
    },
  )
})

describe('forwarded headers', () => {
  const forwarded = { ...HTTPS, 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-For': '1.2.3.4' }

  test('do not name the host, even from a trusted proxy', async () => {
    for (const shop of [alone, behindProxy, ours])
      for (const host of ['evil.example', 'www.shop.test', 'evil.example, shop.test']) {
        const response = await shop.fetch('/us', { headers: { ...forwarded, 'X-Forwarded-Host': host } })
        expect(response.status, host).toBe(200)
        expect(await response.text()).not.toContain(host)
      }
  })

  test('only hosts of the list are served', async () => {
    for (const host of ['evil.example', 'boxes.example:1337'])
      expect((await named.fetch(`http://${host}/us`)).status).toBe(400)
    const page = await (await named.fetch('http://boxes.example/us', { headers: forwarded })).text()
    expect(page).toContain('https://boxes.example/us')
    const ipv6 = await behindProxy.fetch('http://[2001:db8::1]:8443/us', { headers: forwarded })
    expect(await ipv6.text()).toContain('https://[2001:db8::1]:8443/us')
  })
})

test('the name with or without www. leads to the public one, and no other host is served', async () => {
  const at = async (shop: TestShop, host: string, path = '/us/faq?a=1') => {
    const response = await shop.fetch(`http://${host}${path}`, { headers: HTTPS })
    if (response.status === 308) expect(response.headers.get('Cache-Control')).toContain('no-store')
    return [response.status, response.headers.get('Location')]
  }
  expect(await at(ours, 'www.shop.test')).toEqual([308, 'https://shop.test/us/faq?a=1'])
  expect(await at(www, 'SHOP.test:443')).toEqual([308, 'https://www.shop.test/us/faq?a=1'])
  expect(await at(ours, 'shop.test')).toEqual([200, null])
  for (const host of ['10.0.0.7:3000', 'shop.internal', 'www.other.test', 'www.www.shop.test'])
    expect(await at(ours, host)).toEqual([400, null])
  expect(await at(ours, 'www.shop.test', '/healthz')).toEqual([200, null])
})
