import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { createHostedStore } from '../support/hosted-store.ts'
import { createTestShop, MIXED } from '../support/test-shop.ts'

/** Cookies, proxies, hosts and limits: which headers are trusted, and what several instances share. */

const ADD = new URLSearchParams({ intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' })
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

describe('over https', () => {
  test('cookies have the __Host- prefix, and those without it are ignored', async () => {
    const shop = await createTestShop({ env: { TRUST_PROXY: '1', ALLOWED_HOSTS: 'shop.test' } })
    const headers = {
      ...FORM,
      'X-Forwarded-Proto': 'https',
      Origin: 'https://shop.test',
      'Sec-Fetch-Site': 'same-origin',
    }
    const added = await shop.fetch('/us/cart', { method: 'POST', headers, body: ADD.toString() })
    const cart = added.headers.getSetCookie().find((line) => line.startsWith('__Host-cart=')) ?? ''
    expect(cart).toMatch(/; Path=\//)
    expect(cart).toMatch(/; HttpOnly/)
    expect(cart).toMatch(/; Secure/)
    expect(cart).toMatch(/; SameSite=Lax/)
    expect(cart).not.toMatch(/Domain=/)
    const value = cart.slice('__Host-cart='.length).split(';')[0]
    const items = async (Cookie: string) => {
      const reply = await shop.fetch('/us/cart/changes', {
        headers: { 'X-Forwarded-Proto': 'https', Cookie },
      })
      return ((await reply.json()) as { cart: { itemCount: number } }).cart.itemCount
    }
    expect(await items(`__Host-cart=${value}`)).toBe(1)
    expect(await items(`cart=${value}`)).toBe(0)
    await shop.close()
  })
  test('without it, cookies have neither prefix nor Secure, even if the public address has https', async () => {
    const shop = await createTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://shop.test' } })
    const added = await shop.fetch('/us/cart', { method: 'POST', headers: FORM, body: ADD.toString() })
    const cookies = added.headers.getSetCookie()
    expect(cookies.map((line) => line.split('=')[0])).toContain('cart')
    expect(cookies.join()).not.toMatch(/Secure/)
    await shop.close()
  })
})

describe('forwarded headers', () => {
  const forwarded = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': '1.2.3.4',
  }
  test('are ignored without a trusted proxy', async () => {
    const shop = await createTestShop()
    const text = await (await shop.fetch('/us', { headers: forwarded })).text()
    expect(text).not.toContain('evil.example')
    await shop.close()
  })
  test('are trusted from the nearest proxy only, and only for allowed hosts', async () => {
    const shop = await createTestShop({ env: { TRUST_PROXY: '1', ALLOWED_HOSTS: 'shop.test,boxes.example' } })
    expect((await shop.fetch('/us', { headers: forwarded })).status).toBe(400)
    const ours = { ...forwarded, 'X-Forwarded-Host': 'evil.example, boxes.example' }
    const page = await (await shop.fetch('/us', { headers: ours })).text()
    expect(page).toContain('https://boxes.example/us')
    expect(page).not.toContain('evil.example')
    await shop.close()
  })
  test('may name an IPv6 address', async () => {
    const shop = await createTestShop({ env: { TRUST_PROXY: '1' } })
    const headers = { ...forwarded, 'X-Forwarded-Host': '[2001:db8::1]:8443' }
    expect(await (await shop.fetch('/us', { headers })).text()).toContain('https://[2001:db8::1]:8443/us')
    await shop.close()
  })
})

test('the name with or without www. leads to the public one, any other host is the shop itself', async () => {
  const at = async (PUBLIC_ORIGIN: string, host: string, path = '/us/faq?a=1', method = 'GET') => {
    const shop = await createTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN } })
    onTestFinished(() => shop.close())
    const headers = { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' }
    const { status, headers: answer } = await shop.fetch(path, { method, headers })
    return [status, answer.get('Location')]
  }
  expect(await at('https://shop.test', 'www.shop.test')).toEqual([308, 'https://shop.test/us/faq?a=1'])
  expect(await at('https://www.shop.test', 'SHOP.test:443')).toEqual([
    308,
    'https://www.shop.test/us/faq?a=1',
  ])
  for (const host of ['shop.test', '10.0.0.7:3000', 'shop.internal', 'www.other.test', 'www.www.shop.test'])
    expect(await at('https://shop.test', host)).toEqual([200, null])
  expect(await at('https://shop.test', 'www.shop.test', '/healthz')).toEqual([200, null])
})

test('a weak session secret is logged as a warning, and works', async () => {
  const warningsOf = async (secret: string) => {
    const warn = vi.fn()
    const log = { info() {}, warn, error() {}, debug() {} }
    const shop = await createTestShop({ env: { SESSION_SECRET: secret }, log })
    const visitor = shop.browser()
    await visitor.post('/us/cart', ADD)
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
    await shop.close()
    return warn.mock.calls.flat().filter((text) => /SESSION_SECRET/.test(String(text)))
  }
  expect(await warningsOf('a secret of decent length')).toEqual([])
  for (const secret of ['test-secret', 'a secret of decent length, short']) {
    const [warning, ...others] = await warningsOf(secret)
    expect([warning, others]).toEqual([expect.stringContaining('SESSION_SECRET is short'), []])
    expect(warning).not.toContain(secret)
  }
})

test('settings that would lose gifts are logged with a hosted store', async () => {
  const warn = vi.fn()
  const env = {
    ...MIXED,
    STOREFRONT_API_URL: 'http://127.0.0.1:1/api/2025-07/graphql.json',
    STOREFRONT_API_TOKEN: 'token',
    SESSION_SECRET: 'a secret of decent length',
  }
  const shop = await createTestShop({ env, log: { info() {}, warn, error() {}, debug() {} } })
  await shop.close()
  const missing = warn.mock.calls
    .flat()
    .flatMap((text) => /^\w+(?= is not set)/.exec(String(text))?.[0] ?? [])
  expect(missing).toEqual(['SUPABASE_URL', 'WEBHOOK_SECRET', 'ADMIN_API_URL', 'SMTP_URL'])
})

test('misleading origins and an unconfigured proxy are logged as warnings', async () => {
  const warningsOf = async (env: Record<string, string>) => {
    const warn = vi.fn()
    const log = { info() {}, warn, error() {}, debug() {} }
    const shop = await createTestShop({ env, log })
    await shop.close()
    return warn.mock.calls.flat().filter((text) => /PUBLIC_ORIGIN|GEO_API_URL/.test(String(text)))
  }
  const PUBLIC_ORIGIN = 'https://shop.example'
  const GEO_API_URL = 'https://geo.example/{ip}/json/'
  expect(await warningsOf({ PUBLIC_ORIGIN, GEO_API_URL, TRUST_PROXY: '1' })).toEqual([])
  expect(await warningsOf({ GEO_API_URL: 'https://geo.example/json/' })).toHaveLength(1)
  expect(await warningsOf({ PUBLIC_ORIGIN })).toEqual([expect.stringContaining('TRUST_PROXY is 0')])
  expect(await warningsOf({})).toEqual([])
})

test('every write checks the origin of its request, in resource routes too', async () => {
  const shop = await createTestShop()
  const paths = [
    '/market',
    '/consent',
    '/us/cart',
    '/us/cart/changes',
    '/us/checkout',
    '/us/redeem',
    '/us/redeem/review',
    '/us/contact',
    '/us/subscribe',
    '/us/waitlist',
    '/admin/sign-in',
    '/admin/sign-out',
    '/us/cart.data',
    '/us/contact.data',
  ]
  const foreignHeaders: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
  ]
  for (const path of paths)
    for (const headers of foreignHeaders)
      expect(
        (await shop.fetch(path, { method: 'POST', headers: { ...FORM, ...headers }, body: 'a=b' })).status,
        path,
      ).toBe(403)
  await shop.close()
})

const REDIS = '/usr/bin/redis-server'
const hasRedis = existsSync(REDIS)
if (!hasRedis) console.warn('No redis-server here: the tests of two instances that share one are left out.')

/** Resolves when the port accepts a connection; rejects when nothing listens. */
function checkConnection(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
    socket.once('error', reject)
  })
}

describe.skipIf(!hasRedis)('two instances with one Redis and one secret', () => {
  let port = 0
  let redis: ChildProcess
  beforeAll(async () => {
    port = await freePort()
    redis = spawn(
      REDIS,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    )
    await vi.waitFor(() => checkConnection(port), { timeout: 10_000 })
  })
  afterAll(() => redis.kill('SIGKILL'))

  test('share sessions and limits', async () => {
    const env = { REDIS_URL: `redis://127.0.0.1:${port}`, SESSION_SECRET: 'the same secret for both of them' }
    const [one, two] = await Promise.all([createTestShop({ env }), createTestShop({ env })])
    const visitor = one.browser()
    await visitor.post('/us/cart', ADD)
    const other = two.browser()
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
    expect((await other.visit('/us/cart')).main).toContain('1 item')

    const guess = async (shop: typeof one, attempt: number) => {
      const headers = { ...FORM, Origin: shop.origin }
      const reply = await shop.fetch('/us/redeem', {
        method: 'POST',
        headers,
        body: `words=wrong+guess+${attempt}`,
      })
      return reply.status
    }
    const statuses = []
    for (let attempt = 0; attempt < 24; attempt++)
      statuses.push(await guess(attempt % 2 ? one : two, attempt))
    expect(statuses.slice(0, 20)).not.toContain(429)
    expect(statuses.slice(20)).toEqual([429, 429, 429, 429])
    await Promise.all([one.close(), two.close()])
  })

  test('show a changed product at once, whichever instance the store tells', async () => {
    const store = await createHostedStore()
    const env = { ...store.env, REDIS_URL: `redis://127.0.0.1:${port}` }
    const [one, two] = await Promise.all([createTestShop({ env }), createTestShop({ env })])
    const path = '/us/product/magical-af-mug'
    const page = async (shop: typeof one) => (await shop.fetch(path)).text()
    for (const shop of [one, two]) expect(await page(shop)).toContain('Magical AF Mug')

    store.alter('GetProductByHandle', ({ productByHandle: product }) => ({
      productByHandle: product && { ...product, title: 'A mug by another name' },
    }))
    const notify = (shop: typeof one) =>
      shop.fetch('/webhooks/products-update', {
        method: 'POST',
        body: '{"id":1}',
        headers: {
          'X-Shopify-Topic': 'products/update',
          'X-Shopify-Webhook-Id': 'one-notice',
          'X-Shopify-Hmac-Sha256': createHmac('sha256', env.WEBHOOK_SECRET)
            .update('{"id":1}')
            .digest('base64'),
        },
      })
    // A Redis that is slow to answer is a 503, after which the store tells again.
    await vi.waitFor(async () => expect((await notify(one)).status).toBe(200), { timeout: 10_000 })
    for (const shop of [one, two])
      await vi.waitFor(async () => expect(await page(shop)).toContain('A mug by another name'), {
        timeout: 20_000,
      })
    const generation = () => two.services.storefront.catalogueGeneration()
    const before = generation()
    await vi.waitFor(async () => expect((await notify(two)).status).toBe(200), { timeout: 10_000 })
    expect(generation()).toBe(before)

    await Promise.all([one.close(), two.close()])
    await store.close()
  })

  test('disconnect from it when it hangs, log that, and share limits again afterwards', async () => {
    const warn = vi.fn()
    const log = { debug() {}, info() {}, warn, error() {} }
    const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
    const shop = await createTestShop({ env, log })
    const { limits } = shop.services
    redis.kill('SIGSTOP')
    onTestFinished(() => void redis.kill('SIGCONT'))
    const isLogged = () => warn.mock.calls.some(([, message]) => message === 'redis unavailable')
    await vi.waitFor(
      async () => {
        await limits.consume('letter', 'a visitor while it hangs')
        expect(isLogged()).toBe(true)
      },
      { timeout: 20_000 },
    )
    redis.kill('SIGCONT')
    const neighbour = await createTestShop({ env })
    await vi.waitFor(
      async () => {
        for (let count = 0; count < 60; count++) await limits.consume('letter', 'a visitor afterwards')
        expect(await neighbour.services.limits.isBlocked('letter', 'a visitor afterwards')).toBe(true)
      },
      { timeout: 20_000 },
    )
    await Promise.all([shop.close(), neighbour.close()])
  })
})
