import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { ownPort } from '../support/own-port.ts'
import { head, rawRequests, type ShopProcess, startShop } from '../support/shop-process.ts'

/** The real process on real sockets: malformed and slow requests, files, memory and log lines. The last test ends it. */

const PORT = await ownPort()
const folder = mkdtempSync(join(tmpdir(), 'wizard-box-server-'))
const raw = rawRequests({ port: PORT })
const CHUNKED = 'Transfer-Encoding: chunked'
const SECRET = 'shared-with-the-store'
let shop: ShopProcess
/** They run during the other tests: they mostly wait. */
let slowClients: Promise<Awaited<ReturnType<typeof raw.send>>[]>
beforeAll(async () => {
  // As on most machines: the files of a process are open to other users.
  const umask = process.umask(0o022)
  const env = {
    ...{ PORT: String(PORT), ALLOWED_HOSTS: `localhost,localhost:${PORT}` },
    ...{ LOG_LEVEL: 'info', DATA_DIR: join(folder, 'data'), OWNER_PASSWORD: '' },
    ...{ WEBHOOK_SECRET: SECRET, TRUST_PROXY: '1' },
    // With the heap of a machine of 512 MB: V8 lets garbage grow with what the machine has.
    NODE_OPTIONS: '--max-old-space-size=256',
  }
  try {
    mkdirSync(env.DATA_DIR)
    shop = await startShop(env)
  } finally {
    process.umask(umask)
  }
  const host = 'Host: localhost\r\n'
  slowClients = Promise.all([
    raw.send(`GET /us HTTP/1.1\r\n${host}`, 'X-Slow: 1\r\n'),
    raw.send(''),
    raw.send(`POST /us/subscribe HTTP/1.1\r\n${host}Content-Length: 9000\r\n\r\n`, 'a=b&'),
    raw.send(`POST /webhooks/orders-create HTTP/1.1\r\n${host}${CHUNKED}\r\n\r\n`, '1\r\na\r\n'),
  ])
})
afterAll(() => {
  shop?.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

test('no other user of the machine can read what it stores, even where the data folder is open', async () => {
  const body = new URLSearchParams({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
  await fetch(`${shop.origin}/us/subscribe`, { method: 'POST', headers: { Origin: shop.origin }, body })
  const entries = () => readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = () => entries().filter((entry) => entry.isFile())
  await expect.poll(() => files().some(({ name }) => name.endsWith('.eml'))).toBe(true)
  const namesOf = (of: ReturnType<typeof files>) => of.map(({ name }) => name)
  const stored = ['backend.db', 'backend.db-wal', 'store.sqlite', 'session']
  expect(namesOf(files())).toEqual(expect.arrayContaining(stored))
  // Some are gone by now.
  const modeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  expect(modeOf(join(folder, 'data')) & 0o777).toBe(0o755)
  const open = files().filter(({ parentPath, name }) => modeOf(join(parentPath, name)) & 0o077)
  expect(namesOf(open)).toEqual([])
})

const HOSTS = ['evil.example', 'localhost.evil.example', 'a b', '[::1', '9007199254740993', 'x'.repeat(300)]
const TRICKS = ['/', '?', '#', '\\', ', ', '\r\nHost: '].map((sign) => `localhost${sign}evil.example`)
const OTHER_HOSTS = [...HOSTS, ...TRICKS, 'evil.example@localhost'].map((host) =>
  head('GET /us/about').replace('localhost', host),
)
const LONG = 'y'.repeat(40_000)
const MALFORMED = [
  'NONSENSE\r\n\r\n',
  `${head('GET /us', 'Content-Length: 5', CHUNKED)}0\r\n\r\n`,
  head('GET /us', 'Content-Length: 5', 'Content-Length: 6'),
  head('GET /us', `X: ${LONG}`),
  ...[`GET /${LONG}`, 'GET http://evil.example/us', 'GET *', 'OPTIONS *'].map((line) => head(line)),
  ...['TRACE /us', 'CONNECT evil.example:443'].map((line) => head(line)),
]
const NOT_FOUND = ['/us/%E0%A4%A', '/%zz', '/us/product/%ff'].map((path) => head(`GET ${path}`))

test.each([
  ['hosts that are not allowed, even for cached pages', OTHER_HOSTS, /^HTTP\/1\.1 4\d\d|^$/],
  ['malformed, duplicated and smuggled requests', MALFORMED, /^HTTP\/1\.1 4\d\d|^$/],
  ['paths with malformed escapes', NOT_FOUND, /^HTTP\/1\.1 404/],
])('%s are rejected, and log no error', async (_, texts, rejected) => {
  await fetch(`${shop.origin}/us/about`)
  for (const text of texts) {
    const { response } = await raw.send(text)
    expect(response, text.slice(0, 60)).toMatch(rejected)
    expect(response).not.toContain('evil.example/')
  }
  expect(shop.output()).not.toMatch(/request failed|could not be decoded/)
  expect((await fetch(`${shop.origin}/us`)).status).toBe(200)
})

test('a body in tiny chunks is rejected on every path, and its connection closed', async () => {
  const tinyChunks = '1\r\na\r\n'.repeat(20_000)
  const paths = ['/webhooks/refunds-create', '/us/contact', '/embedded/storefront/api/2025-07/graphql.json']
  for (const path of paths) {
    const keptOpen = head(`POST ${path}`, CHUNKED).replace('Connection: close\r\n', '')
    expect((await raw.send(keptOpen + tinyChunks)).response).toMatch(/^HTTP\/1\.1 413/)
  }
  const chunks = `400\r\n${'x'.repeat(1024)}\r\n`.repeat(900)
  const { response } = await raw.send(`${head('POST /webhooks/refunds-create', CHUNKED)}${chunks}0\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 401/)
})

test('files have their type, lifetime and encoding, and no methods but GET and HEAD', async () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(shop.origin + path, init)
  for (const [path, type] of [
    ['/favicon.ico', 'image/vnd.microsoft.icon'],
    ['/favicon.svg', 'image/svg+xml'],
  ] as const)
    expect((await ask(path)).headers.get('Content-Type')).toBe(type)
  const asset = /\/assets\/[\w.-]+\.css/.exec(await (await ask('/us')).text())?.[0] ?? ''
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0, BR; Q=0.00', null],
  ] as const) {
    const { headers } = await ask(asset, { headers: { 'Accept-Encoding': accepted } })
    expect(headers.get('Content-Encoding')).toBe(encoding)
    expect(headers.get('Cache-Control')).toContain('immutable')
  }
  const { status, headers } = await ask('/favicon.svg', { method: 'HEAD' })
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=3600'])
  for (const method of ['POST', 'DELETE'])
    expect((await ask('/favicon.svg', { method })).status, method).toBeGreaterThanOrEqual(404)
})

test('an unsatisfiable range returns the whole file and does not crash the process', async () => {
  const fetchIcon = async (headers: Record<string, string>) => {
    const response = await fetch(`${shop.origin}/favicon.svg`, { headers })
    return [response.status, await response.text()] as const
  }
  const [, whole] = await fetchIcon({})
  const ranges = ['5-2', '5-9007199254740993', '-5', '0-0', '1-2,5-6', '5.5-2.1', '5--2']
  for (const Range of [...ranges.map((range) => `bytes=${range}`), 'x'])
    expect(await fetchIcon({ Range }), Range).toEqual([200, whole])
  expect(await fetchIcon({ Range: 'bytes=2-9' })).toEqual([206, whole.slice(2, 10)])
  expect(await fetchIcon({ Range: 'bytes=20-' })).toEqual([206, whole.slice(20)])
  expect((await fetchIcon({ Range: 'bytes=99999999-' }))[0]).toBe(416)
  expect((await fetchIcon({ Range: 'bytes=2-9', 'If-Range': '"another version"' }))[0]).toBe(200)
})

const linesOf = (path: string) =>
  shop
    .output()
    .split('\n')
    .filter((line) => line.includes(`"path":"${path}"`))
    .map((line) => JSON.parse(line))

test('every request logs one line without its query', async () => {
  await fetch(`${shop.origin}/us/faq?email=canary@example.com`)
  await expect.poll(() => linesOf('/us/faq')).toMatchObject([{ method: 'GET', status: 200, msg: 'request' }])
  expect(shop.output()).not.toContain('canary@example.com')
})

/** Peak of resident memory of the shop, MB: on a machine of 512 MB it survives what clients make it hold. */
function peak(): number {
  const status = readFileSync(`/proc/${shop.server.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const SIZE = 8 * 1024 * 1024 - 64

test.each([`Content-Length: ${SIZE}`, CHUNKED])(
  'bodies beyond the budget are turned away, 60 of 8 MB (%s), and others are served meanwhile',
  async (kind) => {
    const body = Buffer.alloc(SIZE - 1, 'a')
    const parts = kind === CHUNKED ? [`${(SIZE - 1).toString(16)}\r\n`, body, '\r\n'] : [body]
    const start = `POST /webhooks/orders-paid HTTP/1.1\r\nHost: localhost:${PORT}\r\n${kind}\r\n\r\n`
    const connections = rawRequests(shop)
    onTestFinished(connections.close)
    const held = Array.from({ length: 60 }, () => connections.hold(start, ...parts))
    const turnedAway = () => held.filter((answer) => answer().startsWith('HTTP/1.1 503'))
    // Those of a declared length within the budget are waited for.
    await expect.poll(() => turnedAway().length).toBeGreaterThan(55)
    expect(turnedAway()[0]?.().toLowerCase()).toContain('retry-after: ')
    expect((await fetch(`${shop.origin}/us/faq`)).status).toBe(200)
    // Small webhooks, as the shop subscribes to, have room of their own.
    const doorbell = '{"id":1}'
    const signature = createHmac('sha256', SECRET).update(doorbell).digest('base64')
    const headers = { 'X-Shopify-Hmac-Sha256': signature, 'X-Shopify-Topic': 'orders/paid' }
    const init = { method: 'POST', headers, body: doorbell }
    expect((await fetch(`${shop.origin}/webhooks/orders-paid`, init)).status).toBe(200)
    expect(peak()).toBeLessThan(480)
  },
)

test('a thousand requests at once on each of 20 connections, which read nothing, are not all rendered', async () => {
  const visitor = new Browser((request) => fetch(request, { redirect: 'manual' }), shop.origin)
  await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const cookie = `Cookie: cart=${visitor.cookies.get('cart')}`
  const text = `GET /us/cart HTTP/1.1\r\nHost: localhost:${PORT}\r\n${cookie}\r\n\r\n`
  const closed = Array.from({ length: 20 }, () => {
    const socket = raw.open().resume()
    socket.write(text.repeat(1_000))
    return new Promise((resolve) => socket.once('close', resolve))
  })
  await Promise.all(closed)
  expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  expect(peak()).toBeLessThan(480)
})

test('slow clients are disconnected: after ten seconds of headers, twenty of a body', async () => {
  const [headers, silence, body, chunks] = await slowClients
  // Without these limits it would be one minute and five.
  for (const sender of [headers, silence]) expect(sender?.seconds).toBeLessThan(30)
  for (const sender of [body, chunks]) expect(sender?.seconds).toBeLessThan(50)
  for (const sender of [headers, body, chunks]) expect(sender?.response).toMatch(/^HTTP\/1\.1 408/)
  // They got no response, so no log line may count them as answered.
  await expect.poll(() => linesOf('/webhooks/orders-create').map(({ status }) => status)).toEqual([499])
})

test('one client who holds many forms back shuts the shop to nobody else', async () => {
  const post = (address: string, body: ReadableStream | string) => {
    const type = 'application/x-www-form-urlencoded'
    const headers = { 'X-Forwarded-For': address, Origin: shop.origin, 'Content-Type': type }
    const init = { method: 'POST', headers, body, ...(typeof body === 'string' ? {} : { duplex: 'half' }) }
    return fetch(`${shop.origin}/us/contact`, init)
  }
  const neverEnding = () =>
    new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(60_000)) })
  const held = Array.from({ length: 100 }, () => post('192.0.2.1', neverEnding()).catch(() => null))
  // An eighth of 16 MB, and then no more of this client.
  const message = `message=${'a'.repeat(60_000)}`
  await expect.poll(async () => (await post('192.0.2.1', message)).status).toBe(503)
  expect((await post('192.0.2.2', message)).status).toBe(400)
  shop.kill()
  await Promise.all(held)
})
