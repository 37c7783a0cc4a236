import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'

/** The real process on real sockets: limits, health, metrics, log lines and graceful shutdown. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-server-'))
const PORT = await freePort()
const ORIGIN = `http://localhost:${PORT}`
/** Timeout for steps that take long on a slow machine. */
const SLOW_STEP = { timeout: 10_000 }
let server: ChildProcess
let output = ''

beforeAll(async () => {
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(PORT),
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ALLOWED_HOSTS: `localhost,localhost:${PORT}`,
      OWNER_PASSWORD: 'correct horse battery',
    },
  })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk))
  for (let attempt = 0; attempt < 300; attempt++) {
    const ready = await fetch(`${ORIGIN}/readyz`).catch(() => null)
    if (ready?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server did not get ready: ${output}`)
}, 60_000)
afterAll(() => {
  server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The response to raw bytes on a socket, until it is closed or `ms` have passed. */
function sendRaw(text: string, ms = 15_000): Promise<string> {
  return new Promise((resolve) => {
    let response = ''
    const socket = connect(PORT, 'localhost', () => socket.write(text))
    const done = () => {
      socket.destroy()
      resolve(response)
    }
    socket.on('data', (chunk) => (response += chunk))
    socket.on('close', done)
    socket.on('error', done)
    setTimeout(done, ms)
  })
}

/** Sends `start`, then `drop` every half second. @returns the seconds until the server closes, and its response */
function sendSlowly(start: string, drop: string): Promise<{ seconds: number; response: string }> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let response = ''
    const socket = connect(PORT, 'localhost', () => socket.write(start))
    const timer = setInterval(() => socket.write(drop), 500)
    const done = () => {
      clearInterval(timer)
      socket.destroy()
      resolve({ seconds: (performance.now() - startedAt) / 1000, response })
    }
    socket.on('data', (chunk) => (response += chunk))
    socket.on('close', done)
    socket.on('error', done)
  })
}

/** Runs during the other tests: it mostly waits. */
let slowClients: Promise<{ seconds: number; response: string }[]>
beforeAll(() => {
  const host = 'Host: localhost\r\n'
  slowClients = Promise.all([
    sendSlowly(`GET /us HTTP/1.1\r\n${host}`, 'X-Slow: 1\r\n'),
    sendSlowly('', ''),
    sendSlowly(`POST /us/subscribe HTTP/1.1\r\n${host}Content-Length: 9000\r\n\r\n`, 'a=b&'),
    sendSlowly(
      `POST /webhooks/orders-paid HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`,
      '1\r\na\r\n',
    ),
  ])
})

test('the start prints the very address, which other machines cannot reach', async () => {
  expect(output).toContain(`Wizard Box is open at ${ORIGIN}, listening on 127.0.0.1:${PORT} `)
  expect(output).not.toContain('OPEN TO OTHERS')
})

test('health and readiness endpoints respond with JSON', async () => {
  expect(await (await fetch(`${ORIGIN}/healthz`)).json()).toMatchObject({ status: 'ok' })
  expect(await (await fetch(`${ORIGIN}/readyz`)).json()).toEqual({ status: 'ready' })
})

test('a host that is not allowed is rejected, even for cached pages', async () => {
  await fetch(`${ORIGIN}/us/about`)
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
    const response = await sendRaw(`GET /us/about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(response, host).toMatch(/^HTTP\/1\.1 4\d\d|^$/)
    expect(response).not.toContain('evil.example/')
  }
})

test('malformed, duplicated and smuggled requests are rejected', async () => {
  const broken = [
    'NONSENSE\r\n\r\n',
    'GET /us HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /us HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
    `GET /us HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
    `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ]
  for (const text of broken) expect(await sendRaw(text), text.slice(0, 60)).toMatch(/^HTTP\/1\.1 4\d\d|^$/)
  for (const line of [
    'GET http://evil.example/us',
    'GET *',
    'OPTIONS *',
    'TRACE /us',
    'CONNECT evil.example:443',
  ])
    expect(await sendRaw(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`), line).toMatch(
      /^HTTP\/1\.1 4\d\d|^$/,
    )
  expect(output).not.toContain('request failed')
  expect((await fetch(`${ORIGIN}/us`)).status).toBe(200)
})

test('a rejected body does not block the next request on its connection', async () => {
  const rejectedRequest = (path: string, headers: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n${headers}\r\n${'x'.repeat(400_000)}`
  const next = 'GET /us/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  for (const [text, status] of [
    [rejectedRequest('/us/contact', 'Content-Type: application/x-www-form-urlencoded\r\n'), 413],
    [rejectedRequest('/us/contact', 'Origin: https://evil.example\r\n'), 403],
    [rejectedRequest('/us/contact', '').replace('POST', 'PUT'), 405],
  ] as const) {
    const statuses = [...(await sendRaw(text + next)).matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) =>
      Number(match[1]),
    )
    expect(statuses).toEqual([status, 200])
  }
})

test('a body in tiny chunks is rejected on every path, and its connection closed', async () => {
  const tinyChunks = '1\r\na\r\n'.repeat(20_000)
  for (const path of ['/webhooks/refunds-create', '/us/contact']) {
    const response = await sendRaw(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${tinyChunks}`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 413/)
  }
  const head = `POST /webhooks/refunds-create HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`
  expect(await sendRaw(`${head}${'400\r\n'.concat('x'.repeat(1024), '\r\n').repeat(900)}0\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 401/,
  )
})

test('a path with malformed escapes is not found and logs no warning', async () => {
  for (const path of ['/us/%E0%A4%A', '/%zz', '/us/product/%ff']) {
    const response = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 404/)
  }
  expect(output).not.toContain('could not be decoded')
})

test('files have their content type and cache lifetime', async () => {
  const typeOf = async (path: string) => (await fetch(ORIGIN + path)).headers.get('Content-Type')
  expect(await typeOf('/favicon.ico')).toBe('image/vnd.microsoft.icon')
  expect(await typeOf('/favicon.svg')).toBe('image/svg+xml')
  expect(await typeOf('/site.webmanifest')).toBe('application/manifest+json')
  expect(await typeOf('/fonts/commissioner.woff2')).toBe('font/woff2')
  const asset = /\/assets\/[\w.-]+\.css/.exec(await (await fetch(`${ORIGIN}/us`)).text())?.[0] ?? ''
  expect((await fetch(ORIGIN + asset)).headers.get('Cache-Control')).toContain('immutable')
  expect((await fetch(`${ORIGIN}/favicon.svg`)).headers.get('Cache-Control')).toBe('public, max-age=3600')
})

const FILM = '/film/opening-vol2-wide.mp4'

test('an unsatisfiable range returns the whole file and does not crash the process', async () => {
  const fetchIcon = (headers: Record<string, string>) => fetch(`${ORIGIN}/favicon.svg`, { headers })
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
    readdirSync(`/proc/${server.pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${server.pid}/fd/${fd}`).endsWith(FILM)
      } catch {
        return false
      }
    }).length
  for (let visit = 0; visit < 20; visit++)
    await new Promise<void>((resolve, reject) => {
      const socket = connect(PORT, 'localhost', () =>
        socket.write(`GET ${FILM} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
      )
      socket.once('error', reject)
      socket.once('data', () => resolve(void socket.destroy()))
    })
  await expect.poll(openFilms).toBe(0)
})

test('files are not sent in a rejected encoding, nor for methods other than GET and HEAD', async () => {
  const path = /\/assets\/[\w.-]+\.css/.exec(await (await fetch(`${ORIGIN}/us`)).text())?.[0] ?? ''
  const encodingFor = async (accepted: string) =>
    (await fetch(ORIGIN + path, { headers: { 'Accept-Encoding': accepted } })).headers.get('Content-Encoding')
  expect(await encodingFor('gzip, br')).toBe('br')
  expect(await encodingFor('br;q=0, gzip;q=0.5')).toBe('gzip')
  expect(await encodingFor('gzip;q=0, BR; Q=0.00')).toBe(null)
  expect((await fetch(`${ORIGIN}/favicon.svg`, { method: 'HEAD' })).status).toBe(200)
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await fetch(`${ORIGIN}/favicon.svg`, { method })).status, method).toBeGreaterThanOrEqual(404)
})

test('every request logs one line without its query', async () => {
  await fetch(`${ORIGIN}/us/faq?email=canary@example.com`)
  await expect.poll(() => output.includes('"path":"/us/faq"')).toBe(true)
  const line = output.split('\n').find((text) => text.includes('"path":"/us/faq"')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', status: 200, msg: 'request' })
  expect(output).not.toContain('canary@example.com')
})

test('metrics are served on a separate port', async () => {
  await fetch(`${ORIGIN}/us/products`)
  const [address = ''] = /http:\/\/localhost:\d+\/metrics/.exec(output) ?? []
  const text = await (await fetch(address)).text()
  expect(text).toMatch(/wizard_box_request_seconds_count\{route="products",method="GET",status="2xx"\} \d/)
  expect(text).toContain('wizard_box_page_cache_bytes')
  expect(text).toContain('process_cpu_seconds_total')
  expect((await fetch(`${ORIGIN}/metrics`)).status).toBe(404)
})

test('slow clients are disconnected: after ten seconds of headers, twenty of a body', async () => {
  const [headers, silence, body, chunks] = await slowClients
  // Without these limits it would be one minute and five.
  for (const sender of [headers, silence]) expect(sender?.seconds).toBeLessThan(30)
  for (const sender of [body, chunks]) expect(sender?.seconds).toBeLessThan(50)
  for (const sender of [headers, body, chunks]) expect(sender?.response).toMatch(/^HTTP\/1\.1 408/)
  // They got no response, so no log line may count them as answered.
  const statuses = () =>
    output
      .split('\n')
      .filter((line) => line.includes('"path":"/webhooks/orders-paid"'))
      .map((line) => JSON.parse(line).status)
  await expect.poll(statuses).toEqual([499])
})

test('a start with a mix of real and embedded services ends with the names of the missing ones', () => {
  const env = { ...process.env, NODE_ENV: 'production', SUPABASE_URL: 'https://b.example' }
  const { status, stderr } = spawnSync(process.execPath, ['server.ts'], { cwd: root, env, encoding: 'utf8' })
  expect(status).toBe(1)
  for (const name of ['STOREFRONT_API_URL', 'ADMIN_API_URL', 'SMTP_URL', 'PUBLIC_ORIGIN', 'ALLOWED_HOSTS'])
    expect(stderr).toContain(`Configuration: ${name} is missing`)
})

test('a data folder that is not a folder ends the start with one line', () => {
  const started = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: join(root, 'package.json') },
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect(started.status).toBe(1)
  expect(started.stderr).toMatch(
    /^Configuration: DATA_DIR: .+ is no folder that can be written to \(\w+\)\n$/,
  )
}, 35_000)

test.each(['store.sqlite', 'backend.db', 'secrets'])(
  'a damaged %s ends the start with one line',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'wizard-box-server-'))
    writeFileSync(join(folder, name), 'no database, and no folder either\n'.repeat(200))
    const started = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' },
      encoding: 'utf8',
      timeout: 30_000,
    })
    rmSync(folder, { recursive: true, force: true })
    expect(started.stderr).toMatch(/^Configuration: DATA_DIR: \S+ cannot be used \([\w ]+\)\n$/)
    expect(started.status).toBe(1)
  },
  35_000,
)

test.each(['PORT', 'METRICS_PORT'])(
  'a %s in use ends the start with one line',
  (setting) => {
    const folder = mkdtempSync(join(tmpdir(), 'wizard-box-server-'))
    const started = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
        LOG_LEVEL: 'error',
        [setting]: String(PORT),
      },
      encoding: 'utf8',
      timeout: 30_000,
    })
    const { mode } = statSync(join(folder, 'data'))
    rmSync(folder, { recursive: true, force: true })
    expect(started.stderr).toBe(`Port ${PORT} is taken: ${setting} says which to use instead.\n`)
    expect(started.status).toBe(1)
    // The account exists by now, and no later start prints its password.
    expect(started.stdout).toMatch(/password [\w-]{16} \(shown once\)/)
    expect(mode & 0o777).toBe(0o700)
  },
  35_000,
)

test('on SIGTERM it completes pending requests and exits with 0', async () => {
  const body = 'fullName=Ada&email=ada%40example.com&source=Footer'
  // The server would wait for the slow clients too.
  await slowClients
  // `100 Continue` tells when the server has read the head of a request.
  const head = `POST /us/subscribe HTTP/1.1\r\nHost: localhost:${PORT}\r\nOrigin: ${ORIGIN}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
  const socket = connect(PORT, 'localhost')
  let response = ''
  socket.on('data', (chunk) => (response += chunk))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // Browsers open connections in advance, and may never send a request on them.
  const idleSocket = connect(PORT, 'localhost')
  await once(idleSocket, 'connect')
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve))
  socket.write(head + body.slice(0, 10))
  await expect.poll(() => response, SLOW_STEP).toMatch(/^HTTP\/1\.1 100/)
  server.kill('SIGTERM')
  const fetchPage = () => fetch(`${ORIGIN}/us`).catch(() => null)
  await expect.poll(fetchPage, SLOW_STEP).toBeNull()
  socket.write(body.slice(10))
  await closed
  expect(response).toMatch(/\r\n\r\nHTTP\/1\.1 (200|303)/)
  expect(await exited).toBe(0)
})
