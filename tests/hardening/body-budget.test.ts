import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type ShopProcess, startShop } from '../support/shop-process.ts'

/** What senders hold in memory all together: a shop of 512 MB survives it, and still serves others. */

const MB = 1024 * 1024

/** Peak of resident memory of a process, MB. */
function peakOf({ server }: ShopProcess): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

let shop: ShopProcess
const sockets: Socket[] = []

beforeAll(async () => {
  // With the heap of a small machine: V8 lets garbage grow with what the machine has.
  shop = await startShop({ NODE_OPTIONS: '--max-old-space-size=256' })
  return shop.kill
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Sends the head of a POST and a part of its body, and then nothing more. */
function holdBody(path: string, head: string, body: Buffer): Promise<{ answer: () => string }> {
  return new Promise((resolve) => {
    const socket = connect(shop.port, 'localhost')
    sockets.push(socket)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('connect', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost:${shop.port}\r\n${head}\r\n\r\n`)
      socket.write(body)
      resolve({ answer: () => answer })
    })
  })
}

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

test('a first start with an empty data folder takes less than 400 MB', () => {
  expect(peakOf(shop)).toBeLessThan(400)
})

describe.each([
  ['/webhooks/orders-paid', 'of a declared length', 8 * MB - 64],
  ['/webhooks/orders-paid', 'in chunks', 8 * MB - 64],
  ['/webhooks/products-update', 'in chunks', 8 * MB - 64],
] as const)('60 bodies of 8 MB for %s, %s', (path, how, size) => {
  test('are turned away beyond the budget, and pages are served meanwhile', async () => {
    const isChunked = how === 'in chunks'
    const head = `Content-Type: application/json\r\n${isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`}`
    const body = Buffer.alloc(size - 1, 'a')
    const held = await Promise.all(
      Array.from({ length: 60 }, () => holdBody(path, head, isChunked ? chunk(body) : body)),
    )
    const turnedAway = () => held.filter(({ answer }) => answer().startsWith('HTTP/1.1 503'))
    // Those of a declared length within the budget are waited for.
    await expect.poll(() => turnedAway().length).toBeGreaterThan(55)
    expect(turnedAway()[0]?.answer().toLowerCase()).toContain('retry-after: ')
    expect((await fetch(`${shop.origin}/us/faq`)).status).toBe(200)
    expect(peakOf(shop)).toBeLessThan(480)
  })
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
