import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { type ShopProcess, startShop } from '../support/shop-process.ts'
import { rawRequests } from './raw-requests.ts'

/** What clients hold in memory all together: a shop of 512 MB survives it, and still serves others. */

const SIZE = 8 * 1024 * 1024 - 64
const SECRET = 'shared-with-the-store'
let shop: ShopProcess
let raw: ReturnType<typeof rawRequests>

beforeAll(async () => {
  // With the heap of a small machine: V8 lets garbage grow with what the machine has.
  shop = await startShop({ NODE_OPTIONS: '--max-old-space-size=256', WEBHOOK_SECRET: SECRET })
  raw = rawRequests(shop)
  return shop.kill
})
afterEach(() => raw.close())

/** Peak of resident memory of a process, MB. */
function peakOf({ server }: ShopProcess): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

test.each([
  ['/webhooks/orders-paid', `Content-Length: ${SIZE}`],
  ['/webhooks/orders-paid', 'Transfer-Encoding: chunked'],
  ['/webhooks/products-update', 'Transfer-Encoding: chunked'],
])(
  '60 bodies of 8 MB for %s (%s) are turned away beyond the budget, and others served meanwhile',
  async (path, kind) => {
    const body = Buffer.alloc(SIZE - 1, 'a')
    const isChunked = kind.startsWith('Transfer')
    const parts = isChunked ? [`${(SIZE - 1).toString(16)}\r\n`, body, '\r\n'] : [body]
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${shop.port}\r\n${kind}\r\n\r\n`
    const held = Array.from({ length: 60 }, () => raw.hold(head, ...parts))
    const turnedAway = () => held.filter((answer) => answer().startsWith('HTTP/1.1 503'))
    // Those of a declared length within the budget are waited for.
    await expect.poll(() => turnedAway().length).toBeGreaterThan(55)
    expect(turnedAway()[0]?.().toLowerCase()).toContain('retry-after: ')
    expect((await fetch(`${shop.origin}/us/faq`)).status).toBe(200)
    // Small webhooks, as the shop subscribes to, have room of their own.
    const doorbell = '{"id":1}'
    const signature = createHmac('sha256', SECRET).update(doorbell).digest('base64')
    const headers = { 'X-Shopify-Hmac-Sha256': signature, 'X-Shopify-Topic': 'orders/paid' }
    const rung = await fetch(`${shop.origin}/webhooks/orders-paid`, {
      method: 'POST',
      headers,
      body: doorbell,
    })
    expect(rung.status).toBe(200)
    expect(peakOf(shop)).toBeLessThan(480)
  },
)

test('a thousand requests at once on each of 20 connections, which read nothing, are not all rendered', async () => {
  const visitor = new Browser((request) => fetch(request, { redirect: 'manual' }), shop.origin)
  await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const cookie = `Cookie: cart=${visitor.cookies.get('cart')}`
  const text = `GET /us/cart HTTP/1.1\r\nHost: localhost:${shop.port}\r\n${cookie}\r\n\r\n`
  const closed = Array.from({ length: 20 }, () => {
    const socket = raw.open().resume()
    socket.write(text.repeat(1_000))
    return new Promise((resolve) => socket.once('close', resolve))
  })
  await Promise.all(closed)
  expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  expect(peakOf(shop)).toBeLessThan(480)
})

test('a first start with an empty data folder takes less than 400 MB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-empty-'))
  const first = await startShop({ DATA_DIR: folder, NODE_OPTIONS: '--max-semi-space-size=8' })
  onTestFinished(() => {
    first.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  expect((await fetch(`${first.origin}/us`)).status).toBe(200)
  expect(peakOf(first)).toBeLessThan(400)
})

test('one client who holds many forms back shuts nobody else out', async () => {
  const other = await startShop({ TRUST_PROXY: '1' })
  onTestFinished(other.kill)
  const post = (address: string, body: ReadableStream | string) =>
    fetch(`${other.origin}/us/contact`, {
      method: 'POST',
      headers: {
        'X-Forwarded-For': address,
        Origin: other.origin,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body,
      ...(typeof body === 'string' ? {} : { duplex: 'half' }),
    })
  const neverEnding = () =>
    new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(60_000)) })
  const held = Array.from({ length: 100 }, () => post('192.0.2.1', neverEnding()).catch(() => null))
  // An eighth of 16 MB, and then no more of this client.
  const message = `message=${'a'.repeat(60_000)}`
  await expect.poll(async () => (await post('192.0.2.1', message)).status).toBe(503)
  expect((await post('192.0.2.2', message)).status).toBe(400)
  other.kill()
  await Promise.all(held)
})
