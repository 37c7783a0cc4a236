import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { ownPort } from '../support/own-port.ts'
import { type ShopProcess, startShop } from '../support/shop-process.ts'

/** The real process on real sockets: limits, files, health, metrics and log lines. */

const PORT = String(await ownPort())
const folder = mkdtempSync(join(tmpdir(), 'wizard-box-server-'))
let shop: ShopProcess
beforeAll(async () => {
  // As on most machines: the files of a process are open to other users.
  const umask = process.umask(0o022)
  const ALLOWED_HOSTS = `localhost,localhost:${PORT}`
  const first = { DATA_DIR: join(folder, 'data'), OWNER_PASSWORD: '' }
  try {
    mkdirSync(first.DATA_DIR)
    shop = await startShop({ PORT, METRICS_PORT: '0', LOG_LEVEL: 'info', ALLOWED_HOSTS, ...first })
  } finally {
    process.umask(umask)
  }
})
afterAll(() => {
  shop?.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

const CHUNKED = 'Transfer-Encoding: chunked'
/** The head of a request, without a connection to keep. */
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

type Heard = { readonly response: string; readonly seconds: number }

/** Sends `text`, then `drop` every half second where there is one, until the server closes the connection. */
function sendRaw(text: string, drop?: string): Promise<Heard> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let response = ''
    const socket = connect(shop.port, 'localhost', () => socket.write(text))
    const timer = drop ? setInterval(() => socket.write(drop), 500) : undefined
    socket.on('data', (chunk) => (response += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ response, seconds: (performance.now() - startedAt) / 1000 })
    })
  })
}

/** Runs during the other tests: it mostly waits. */
let slowClients: Promise<Heard[]>
beforeAll(() => {
  const host = 'Host: localhost\r\n'
  slowClients = Promise.all([
    sendRaw(`GET /us HTTP/1.1\r\n${host}`, 'X-Slow: 1\r\n'),
    sendRaw(''),
    sendRaw(`POST /us/subscribe HTTP/1.1\r\n${host}Content-Length: 9000\r\n\r\n`, 'a=b&'),
    sendRaw(`POST /webhooks/orders-paid HTTP/1.1\r\n${host}${CHUNKED}\r\n\r\n`, '1\r\na\r\n'),
  ])
})

test('the start prints the very address, which other machines cannot reach', async () => {
  expect(shop.output()).toContain(`Wizard Box is open at ${shop.origin}, listening on 127.0.0.1:${PORT} `)
  expect(shop.output()).not.toContain('OPEN TO OTHERS')
  expect(await (await fetch(`${shop.origin}/readyz`)).json()).toEqual({ status: 'ready' })
})

test('no other user of the machine can read what it stores, even where the data folder is open', async () => {
  const browser = new Browser((request) => fetch(request, { redirect: 'manual' }), shop.origin)
  await browser.post('/us/subscribe', { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
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

const REJECTED = /^HTTP\/1\.1 4\d\d|^$/

test('a host that is not allowed is rejected, even for cached pages', async () => {
  await fetch(`${shop.origin}/us/about`)
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'a b',
    '[::1',
    '9007199254740993',
    'x'.repeat(300),
    'localhost/evil.example',
    'evil.example@localhost',
    'localhost?evil.example',
    'localhost#evil.example',
    'localhost\\evil.example',
    'localhost, evil.example',
    'localhost\r\nHost: evil.example',
  ]) {
    const { response } = await sendRaw(head('GET /us/about').replace('localhost', host))
    expect(response, host).toMatch(REJECTED)
    expect(response).not.toContain('evil.example/')
  }
})

test('malformed, duplicated and smuggled requests are rejected', async () => {
  for (const text of [
    'NONSENSE\r\n\r\n',
    `${head('GET /us', 'Content-Length: 5', CHUNKED)}0\r\n\r\n`,
    head('GET /us', 'Content-Length: 5', 'Content-Length: 6'),
    head('GET /us', `X: ${'y'.repeat(40_000)}`),
    head(`GET /${'a'.repeat(40_000)}`),
    head('GET http://evil.example/us'),
    head('GET *'),
    head('OPTIONS *'),
    head('TRACE /us'),
    head('CONNECT evil.example:443'),
  ])
    expect((await sendRaw(text)).response, text.slice(0, 60)).toMatch(REJECTED)
  expect(shop.output()).not.toContain('request failed')
  expect((await fetch(`${shop.origin}/us`)).status).toBe(200)
})

test.each([
  ['POST', 'Content-Type: application/x-www-form-urlencoded', 413],
  ['POST', 'Origin: https://evil.example', 403],
  ['PUT', 'Accept: */*', 405],
])(
  'a rejected body (%s, %s) does not block the next request on its connection',
  async (method, header, status) => {
    const lines = [
      `${method} /us/contact HTTP/1.1`,
      'Host: localhost',
      'Content-Length: 400000',
      header,
      '',
      '',
    ]
    const { response } = await sendRaw(lines.join('\r\n') + 'x'.repeat(400_000) + head('GET /us/about'))
    const statuses = [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, text]) => Number(text))
    expect(statuses).toEqual([status, 200])
  },
)

test('a body in tiny chunks is rejected on every path, and its connection closed', async () => {
  const tinyChunks = '1\r\na\r\n'.repeat(20_000)
  for (const path of [
    '/webhooks/refunds-create',
    '/us/contact',
    '/embedded/storefront/api/2025-07/graphql.json',
  ]) {
    const keptOpen = head(`POST ${path}`, CHUNKED).replace('Connection: close\r\n', '')
    expect((await sendRaw(keptOpen + tinyChunks)).response).toMatch(/^HTTP\/1\.1 413/)
  }
  const chunks = `400\r\n${'x'.repeat(1024)}\r\n`.repeat(900)
  const { response } = await sendRaw(`${head('POST /webhooks/refunds-create', CHUNKED)}${chunks}0\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 401/)
})

test('a path with malformed escapes is not found and logs no warning', async () => {
  for (const path of ['/us/%E0%A4%A', '/%zz', '/us/product/%ff'])
    expect((await sendRaw(head(`GET ${path}`))).response).toMatch(/^HTTP\/1\.1 404/)
  expect(shop.output()).not.toContain('could not be decoded')
})

test('files have their content type and cache lifetime', async () => {
  const typeOf = async (path: string) => (await fetch(shop.origin + path)).headers.get('Content-Type')
  expect(await typeOf('/favicon.ico')).toBe('image/vnd.microsoft.icon')
  expect(await typeOf('/favicon.svg')).toBe('image/svg+xml')
  expect(await typeOf('/site.webmanifest')).toBe('application/manifest+json')
  expect(await typeOf('/fonts/commissioner.woff2')).toBe('font/woff2')
  const asset = /\/assets\/[\w.-]+\.css/.exec(await (await fetch(`${shop.origin}/us`)).text())?.[0] ?? ''
  expect((await fetch(shop.origin + asset)).headers.get('Cache-Control')).toContain('immutable')
  expect((await fetch(`${shop.origin}/favicon.svg`)).headers.get('Cache-Control')).toBe(
    'public, max-age=3600',
  )
})

const FILM = '/film/opening-vol2-wide.mp4'

test('an unsatisfiable range returns the whole file and does not crash the process', async () => {
  const fetchIcon = (headers: Record<string, string>) => fetch(`${shop.origin}/favicon.svg`, { headers })
  const whole = await (await fetchIcon({})).text()
  for (const range of [
    'bytes=5-2',
    'bytes=-5',
    'bytes=0-0',
    'bytes=1-2,5-6',
    'bytes=5-9007199254740993',
    'bytes=5.5-2.1',
    'bytes=5--2',
    'lines=5-2',
    'nonsense',
  ]) {
    const response = await fetchIcon({ Range: range })
    expect(response.status, range).toBe(200)
    expect(await response.text()).toBe(whole)
  }
  const part = await fetchIcon({ Range: 'bytes=2-9' })
  expect(part.status).toBe(206)
  expect(await part.text()).toBe(whole.slice(2, 10))
  expect(await (await fetchIcon({ Range: 'bytes=20-' })).text()).toBe(whole.slice(20))
  expect((await fetchIcon({ Range: 'bytes=99999999-' })).status).toBe(416)
  expect((await fetchIcon({ Range: 'bytes=2-9', 'If-Range': '"another version"' })).status).toBe(200)
})

test.skipIf(!existsSync('/proc/self/fd'))('a file is closed when its client stops reading', async () => {
  const openFilms = () =>
    readdirSync(`/proc/${shop.server.pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${shop.server.pid}/fd/${fd}`).endsWith(FILM)
      } catch {
        return false
      }
    }).length
  for (let visit = 0; visit < 20; visit++) {
    const socket = connect(shop.port, 'localhost')
    socket.write(`GET ${FILM} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
  }
  await expect.poll(openFilms).toBe(0)
})

test('files are not sent in a rejected encoding, nor for methods other than GET and HEAD', async () => {
  const path = /\/assets\/[\w.-]+\.css/.exec(await (await fetch(`${shop.origin}/us`)).text())?.[0] ?? ''
  const encodingFor = async (accepted: string) =>
    (await fetch(shop.origin + path, { headers: { 'Accept-Encoding': accepted } })).headers.get(
      'Content-Encoding',
    )
  expect(await encodingFor('gzip, br')).toBe('br')
  expect(await encodingFor('br;q=0, gzip;q=0.5')).toBe('gzip')
  expect(await encodingFor('gzip;q=0, BR; Q=0.00')).toBe(null)
  expect((await fetch(`${shop.origin}/favicon.svg`, { method: 'HEAD' })).status).toBe(200)
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await fetch(`${shop.origin}/favicon.svg`, { method })).status, method).toBeGreaterThanOrEqual(404)
})

test('every request logs one line without its query', async () => {
  await fetch(`${shop.origin}/us/faq?email=canary@example.com`)
  await expect.poll(() => shop.output().includes('"path":"/us/faq"')).toBe(true)
  const line =
    shop
      .output()
      .split('\n')
      .find((text) => text.includes('"path":"/us/faq"')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', status: 200, msg: 'request' })
  expect(shop.output()).not.toContain('canary@example.com')
})

test('metrics are served on a separate port', async () => {
  await fetch(`${shop.origin}/us/products`)
  const [address = ''] = /http:\/\/localhost:\d+\/metrics/.exec(shop.output()) ?? []
  const text = await (await fetch(address)).text()
  expect(text).toMatch(/wizard_box_request_seconds_count\{route="products",method="GET",status="2xx"\} \d/)
  expect(text).toContain('wizard_box_page_cache_bytes')
  expect(text).toContain('process_cpu_seconds_total')
  expect((await fetch(`${shop.origin}/metrics`)).status).toBe(404)
})

test('slow clients are disconnected: after ten seconds of headers, twenty of a body', async () => {
  const [headers, silence, body, chunks] = await slowClients
  // Without these limits it would be one minute and five.
  for (const sender of [headers, silence]) expect(sender?.seconds).toBeLessThan(30)
  for (const sender of [body, chunks]) expect(sender?.seconds).toBeLessThan(50)
  for (const sender of [headers, body, chunks]) expect(sender?.response).toMatch(/^HTTP\/1\.1 408/)
  // They got no response, so no log line may count them as answered.
  const statuses = () =>
    shop
      .output()
      .split('\n')
      .filter((line) => line.includes('"path":"/webhooks/orders-paid"'))
      .map((line) => JSON.parse(line).status)
  await expect.poll(statuses).toEqual([499])
})
