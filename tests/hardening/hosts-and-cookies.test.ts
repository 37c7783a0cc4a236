import { describe, expect, test } from 'vitest'
import { form, openTestShop, type TestShop } from '../support/test-shop.ts'

/** Cookies, proxies and hosts: which headers are trusted. */

const alone = openTestShop()
const behindProxy = openTestShop({ env: { TRUST_PROXY: '1' } })
const ours = openTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://shop.test' } })
const named = openTestShop({ env: { TRUST_PROXY: '1', ALLOWED_HOSTS: 'shop.test,boxes.example' } })
const www = openTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://www.shop.test' } })
const ADD = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }

describe('over https', () => {
  test('cookies have the __Host- prefix, and those without it are ignored', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', Origin: 'https://shop.test' }
    const added = await behindProxy.fetch('/us/cart', form(ADD, headers))
    const cart = added.headers.getSetCookie().find((line) => line.startsWith('__Host-cart=')) ?? ''
    expect(cart).toMatch(/; Path=\//)
    expect(cart).toMatch(/; HttpOnly/)
    expect(cart).toMatch(/; Secure/)
    expect(cart).toMatch(/; SameSite=Lax/)
    expect(cart).not.toMatch(/Domain=/)
    const value = cart.slice('__Host-cart='.length).split(';')[0]
    const items = async (Cookie: string) => {
      const reply = await behindProxy.fetch('/us/cart/changes', {
        headers: { 'X-Forwarded-Proto': 'https', Cookie },
      })
      return ((await reply.json()) as { cart: { itemCount: number } }).cart.itemCount
    }
    expect(await items(`__Host-cart=${value}`)).toBe(1)
    expect(await items(`cart=${value}`)).toBe(0)
  })
  test('of the public address, they do whatever X-Forwarded-Proto says', async () => {
    for (const headers of [{}, { 'X-Forwarded-Proto': 'http' }] as Record<string, string>[]) {
      const added = await ours.fetch('/us/cart', form(ADD, { Origin: 'https://shop.test', ...headers }))
      const cookies = added.headers.getSetCookie()
      expect(cookies.some((line) => line.startsWith('__Host-cart=') && /; Secure/.test(line))).toBe(true)
    }
  })
})

describe('forwarded headers', () => {
  const forwarded = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': '1.2.3.4',
  }
  test('are ignored without a trusted proxy', async () => {
    const text = await (await alone.fetch('/us', { headers: forwarded })).text()
    expect(text).not.toContain('evil.example')
  })
  test('do not name the host, even from a trusted proxy', async () => {
    for (const shop of [behindProxy, ours]) {
      for (const host of ['evil.example', 'www.shop.test', 'evil.example, shop.test']) {
        const response = await shop.fetch('/us', { headers: { ...forwarded, 'X-Forwarded-Host': host } })
        expect(response.status, host).toBe(200)
        expect(await response.text()).not.toContain(host)
      }
    }
  })
  test('only hosts of the list are served', async () => {
    const { status } = await named.fetch('http://evil.example/us')
    expect(status).toBe(400)
    expect((await named.fetch('http://boxes.example:1337/us')).status).toBe(400)
    const page = await (await named.fetch('http://boxes.example/us', { headers: forwarded })).text()
    expect(page).toContain('https://boxes.example/us')
  })
  test('may be an IPv6 address', async () => {
    const page = await (
      await behindProxy.fetch('http://[2001:db8::1]:8443/us', { headers: forwarded })
    ).text()
    expect(page).toContain('https://[2001:db8::1]:8443/us')
  })
})

test('the name with or without www. leads to the public one, and no other host is served', async () => {
  const at = async (shop: TestShop, host: string, path = '/us/faq?a=1') => {
    const response = await shop.fetch(`http://${host}${path}`, { headers: { 'X-Forwarded-Proto': 'https' } })
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
