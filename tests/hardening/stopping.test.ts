import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createServerClose } from '../../graceful-shutdown.ts'
import { freePort } from '../../scripts/free-port.mjs'

/** Told to stop, the shop shuts down gracefully and exits with 0, whichever connections are still open. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const opened: (() => void)[] = []
afterAll(() => {
  for (const close of opened) close()
})

type Running = { readonly server: ChildProcess; readonly port: number; readonly dataDir: string }

/** Starts a shop and waits until it is ready. */
async function startShop(env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-stopping-'))
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      OWNER_PASSWORD: 'correct horse battery',
      ...env,
    },
    stdio: 'ignore',
  })
  opened.push(() => {
    server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  // Not `expect.poll`, which does not know its test where several run concurrently.
  const waitUntilReady = async () => {
    const { status } = await fetch(`http://localhost:${port}/readyz`)
    if (status !== 200) throw new Error(`not ready: ${status}`)
  }
  await vi.waitFor(waitUntilReady, { timeout: 60_000 })
  return { server, port, dataDir }
}

/** A connection on which `text` was sent. The response is not read, and it stays open until the shop closes it. */
async function send({ port }: Running, text: string): Promise<Socket> {
  const socket = connect(port, 'localhost')
  socket.on('error', () => undefined)
  opened.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  // There is no signal for when the shop has read it.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return socket
}

/** Stops the shop. @returns its exit code, the seconds it took, and whether its databases were closed */
async function stop({ server, dataDir }: Running, signal: NodeJS.Signals) {
  const startedAt = performance.now()
  const exited = once(server, 'exit')
  server.kill(signal)
  const [code] = await exited
  const seconds = (performance.now() - startedAt) / 1000
  return { code, seconds, closed: !readdirSync(dataDir).some((name) => name.endsWith('-wal')) }
}

const HOST = 'Host: localhost\r\n'
const PAGE = `GET /us/about HTTP/1.1\r\n${HOST}\r\n`
const HALF_SENT = [
  'G',
  `GET /us HTTP/1.1\r\n${HOST}`,
  `POST /us/subscribe HTTP/1.1\r\n${HOST}Content-Length: 900\r\n\r\nfullName=Ada`,
  // After responses, on the same connection.
  `${PAGE}G`,
  `${PAGE}${PAGE}GET /us HTTP/1.1\r\n`,
]

/** Requests with responses that exceed the socket buffers. */
const UNREAD = `GET /film/opening-vol2-wide.mp4 HTTP/1.1\r\n${HOST}\r\n`.repeat(20)

describe.concurrent('told to stop', () => {
  test.for([
    ['with partial requests', HALF_SENT],
    ['when a client never reads its response', [UNREAD]],
  ] as const)('it shuts down gracefully %s', async ([, texts], { expect }) => {
    const shop = await startShop()
    await Promise.all(texts.map((text) => send(shop, text)))
    const { code, closed } = await stop(shop, 'SIGTERM')
    expect({ code, closed }).toEqual({ code: 0, closed: true })
  })

  test('it reports 503 to the load balancer and keeps serving for SHUTDOWN_DELAY_MS', async ({ expect }) => {
    const shop = await startShop({ SHUTDOWN_DELAY_MS: '2000' })
    const stopped = stop(shop, 'SIGTERM')
    const get = (path: string) => fetch(`http://localhost:${shop.port}${path}`)
    await expect.poll(async () => (await get('/readyz')).status).toBe(503)
    expect(await (await get('/readyz')).json()).toEqual({ status: 'closing' })
    const page = await get('/us/about')
    expect(page.status).toBe(200)
    expect(page.headers.get('Connection')).toBe('close')
    const { code, seconds, closed } = await stopped
    expect({ code, closed }).toEqual({ code: 0, closed: true })
    expect(seconds).toBeGreaterThan(1.9)
  })

  test('one Ctrl-C counts as one signal however often it is forwarded, and a second one ends it', async ({
    expect,
  }) => {
    const [signalledOnce, signalledTwice] = await Promise.all([startShop(), startShop()])
    await Promise.all([send(signalledOnce, 'G'), send(signalledTwice, UNREAD)])
    // From the terminal and from the parent process, which got it too.
    const exiting = stop(signalledOnce, 'SIGINT')
    const exitingAtOnce = stop(signalledTwice, 'SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 50))
    signalledOnce.server.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    signalledTwice.server.kill('SIGINT')
    expect(await exiting).toMatchObject({ code: 0, closed: true })
    expect(await exitingAtOnce).toMatchObject({ code: 1 })
  })
})

/**
 * A server in this process that was told to stop, with one connection for each text. Its clock stands still, so that
 * a busy machine makes no difference. Requests for `/unanswered` get no response.
 */
async function stoppingServer(texts: readonly string[]) {
  let pendingResponses = 0
  const server = createServer(({ url }, response) => {
    if (url === '/unanswered') return
    pendingResponses += 1
    response.once('close', () => {
      pendingResponses -= 1
    })
    response.end()
  })
  const connections: Socket[] = []
  server.on('connection', (socket) => connections.push(socket))
  onTestFinished(() => void vi.useRealTimers())
  const close = createServerClose(server)
  await once(server.listen(0, 'localhost'), 'listening')
  for (const [index, text] of texts.entries()) {
    const client = connect((server.address() as AddressInfo).port, 'localhost').on('error', () => undefined)
    opened.push(() => client.destroy())
    client.resume().write(text)
    await expect.poll(() => connections[index]?.bytesRead, { timeout: 60_000 }).toBe(text.length)
  }
  await expect.poll(() => pendingResponses, { timeout: 60_000 }).toBe(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const closed = close()
  return { closed, closedConnections: () => connections.map(({ destroyed }) => destroyed) }
}

describe('told to stop, by the clock', () => {
  test('it does not wait for the rest of a partial request', async () => {
    const stopping = await stoppingServer(HALF_SENT)
    vi.advanceTimersByTime(1_950)
    expect(stopping.closedConnections()).toEqual(HALF_SENT.map(() => false))
    vi.advanceTimersByTime(100)
    expect(stopping.closedConnections()).toEqual(HALF_SENT.map(() => true))
    await stopping.closed
  })

  test('it waits eight seconds for a response', async () => {
    const stopping = await stoppingServer([`GET /unanswered HTTP/1.1\r\n${HOST}\r\n`])
    vi.advanceTimersByTime(7_950)
    expect(stopping.closedConnections()).toEqual([false])
    vi.advanceTimersByTime(100)
    expect(stopping.closedConnections()).toEqual([true])
    await stopping.closed
  })
})
