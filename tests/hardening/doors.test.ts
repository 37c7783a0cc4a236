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
  test('without it, cookies have neither prefix nor Secure, even if the public address has https', async () => {
    const added = await ours.fetch('/us/cart', form(ADD, { Origin: 'https://shop.test' }))
    const cookies = added.headers.getSetCookie()
    expect(cookies.map((line) => line.split('=')[0])).toContain('cart')
    expect(cookies.join()).not.toMatch(/Secure/)
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
  test('are trusted from the nearest proxy only, and only for allowed hosts', async () => {
    for (const host of ['evil.example', 'boxes.example:1337']) {
      const headers = { ...forwarded, 'X-Forwarded-Host': host }
      expect((await named.fetch('/us', { headers })).status, host).toBe(400)
    }
    const headers = { ...forwarded, 'X-Forwarded-Host': 'evil.example, boxes.example' }
    const page = await (await named.fetch('/us', { headers })).text()
    expect(page).toContain('https://boxes.example/us')
    expect(page).not.toContain('evil.example')
  })
  test('may name an IPv6 address', async () => {
    const headers = { ...forwarded, 'X-Forwarded-Host': '[2001:db8::1]:8443' }
    const page = await (await behindProxy.fetch('/us', { headers })).text()
    expect(page).toContain('https://[2001:db8::1]:8443/us')
  })
})

test('the name with or without www. leads to the public one, any other host is the shop itself', async () => {
  const at = async (shop: TestShop, host: string, path = '/us/faq?a=1') => {
    const headers = { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' }
    const response = await shop.fetch(path, { headers })
    return [response.status, response.headers.get('Location')]
  }
  expect(await at(ours, 'www.shop.test')).toEqual([308, 'https://shop.test/us/faq?a=1'])
  expect(await at(www, 'SHOP.test:443')).toEqual([308, 'https://www.shop.test/us/faq?a=1'])
  for (const host of ['shop.test', '10.0.0.7:3000', 'shop.internal', 'www.other.test', 'www.www.shop.test'])
    expect(await at(ours, host)).toEqual([200, null])
  expect(await at(ours, 'www.shop.test', '/healthz')).toEqual([200, null])
})
