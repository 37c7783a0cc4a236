import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newDataDir, settings } from '../support/first-start.ts'
import { ownPort } from '../support/own-port.ts'
import { rawRequests, type ShopProcess, spawnShop, startShop } from '../support/shop-process.ts'
import { createTestShop } from '../support/test-shop.ts'

/**
 * A start that cannot be made ends with one line for each reason, and no stack. Told to stop, the shop shuts down
 * gracefully and exits with 0, whichever connections are still open.
 */

const opened: (() => void)[] = []
afterAll(() => {
  for (const close of opened) close()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-start-'))
  opened.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder in which one part is damaged. */
function damagedFolder(name: string): string {
  const folder = newFolder()
  writeFileSync(join(folder, name), 'no database, and no folder either\n'.repeat(200))
  return folder
}

const NO_FOLDER = /^DATA_DIR: .+ is no folder that can be written to \(\w+\)$/
test.each<[what: string, folder: () => string, problem?: RegExp]>([
  ['that is a file', () => fileURLToPath(import.meta.url), NO_FOLDER],
  ['that cannot be made', () => join(fileURLToPath(import.meta.url), 'data'), NO_FOLDER],
  ['with a damaged store', () => damagedFolder('store.sqlite')],
  ['with a damaged backend', () => damagedFolder('backend.db')],
  ['with a file for secrets', () => damagedFolder('secrets')],
])('a data folder %s ends the start with one problem', async (_, folder, problem) => {
  const problems = [expect.stringMatching(problem ?? /^DATA_DIR: \S+ cannot be used \([\w ]+\)$/)]
  await expect(createTestShop({ dataDir: folder() })).rejects.toMatchObject({ name: 'ConfigError', problems })
})

/** Starts the shop, which fails. */
async function failedStart(env: Record<string, string>) {
  const shop = await spawnShop(env)
  opened.push(shop.kill)
  const [status] = await once(shop.server, 'close')
  return { status, errors: shop.errors(), output: shop.output() }
}

/** Resolves when the shop accepts no connection any more. */
const waitUntilClosing = ({ origin }: Pick<ShopProcess, 'origin'>) =>
  vi.waitFor(async () => expect(await fetch(`${origin}/us`).catch(() => null)).toBeNull(), {
    timeout: 60_000,
  })

const HOST = 'Host: localhost\r\n'
const PAGE = `GET /us/about HTTP/1.1\r\n${HOST}\r\n`
/** Requests with responses that exceed the socket buffers. */
const UNREAD = `GET /film/opening-vol2-wide.mp4 HTTP/1.1\r\n${HOST}\r\n`.repeat(10)
const FULL = '/dev/full'
const FIELDS = 'fullName=Ada&email=ada%40example.com&source=Footer'

/** The beginning of a form. `100 Continue` tells when the shop has read the head of it. */
function formOf({ origin, port }: ShopProcess): string {
  const headers = [
    ...['POST /us/subscribe HTTP/1.1', `Host: localhost:${port}`, `Origin: ${origin}`],
    ...['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${FIELDS.length}`],
    ...['Expect: 100-continue', 'Connection: close', ''],
  ]
  return [...headers, FIELDS.slice(0, 10)].join('\r\n')
}

// They mostly wait.
describe.concurrent('a process', () => {
  test('whose log is on a full disk serves; told to stop once, however often the signal is forwarded, it answers a request in progress, and gives up what never arrives or is never read', async ({
    expect,
  }) => {
    const isFull = existsSync(FULL)
    const log = isFull ? openSync(FULL, 'w') : 'pipe'
    const shop = await startShop({ LOG_LEVEL: isFull ? 'info' : 'error' }, log)
    const raw = rawRequests(shop)
    opened.push(shop.kill, raw.close)
    /** A connection on which `text` was sent, and the shop has begun to answer. Nothing of the answer is read here. */
    async function send(text: string): Promise<Socket> {
      const socket = raw.open()
      socket.write(text)
      await once(socket, 'readable')
      return socket
    }
    // Browsers open connections in advance, and may never send a request on them.
    raw.open()
    const form = formOf(shop)
    const [inProgress] = await Promise.all([form, form, `${PAGE}G`, UNREAD].map(send))
    const exited = once(shop.server, 'exit')
    // The second as if forwarded by the parent process, which got it too. Of two of one kind, only one arrives.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) shop.server.kill(signal)
    await waitUntilClosing(shop)
    inProgress?.write(FIELDS.slice(10))
    expect((await inProgress?.toArray())?.join('')).toMatch(/\r\n\r\nHTTP\/1\.1 (200|303)/)
    expect(await exited).toEqual([0, null])
    // Its databases were closed.
    expect(readdirSync(shop.dataDir).filter((name) => name.endsWith('-wal'))).toEqual([])
    expect(shop.errors()).toBe('')
    if (log !== 'pipe') closeSync(log)
  })

  test('ends with `npm start`, whose shell forwards no signal', async ({ expect }) => {
    const port = await ownPort()
    const env = { ...process.env, ...settings(await newDataDir()), PORT: String(port), LOG_LEVEL: 'silent' }
    const npm = spawn('npm', ['start'], { env, stdio: 'ignore' })
    const origin = `http://localhost:${port}`
    const isReady = async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await vi.waitFor(isReady, { timeout: 60_000 })
    npm.kill()
    await waitUntilClosing({ origin })
    // The port is free for the next start.
    const next = createServer().listen(port)
    await once(next, 'listening')
    next.close()
  })

  test('with a mix of real and embedded services ends with the names of the missing ones', async ({
    expect,
  }) => {
    const { status, errors } = await failedStart({ SUPABASE_URL: 'https://b.example' })
    for (const name of ['STOREFRONT_API_URL', 'ADMIN_API_URL', 'SMTP_URL', 'PUBLIC_ORIGIN'])
      expect(errors).toContain(`Configuration: ${name} is missing`)
    expect(errors).toMatch(/^(Configuration: .+\n)+$/)
    expect(status).toBe(1)
  })

  test('whose port is in use ends with one line, before an account is made', async ({ expect }) => {
    const neighbour = createServer()
    await once(neighbour.listen(0, '127.0.0.1'), 'listening')
    opened.push(() => neighbour.close())
    const { port } = neighbour.address() as AddressInfo
    const DATA_DIR = join(newFolder(), 'data')
    const own = { PORT: String(port), DATA_DIR, OWNER_PASSWORD: '' }
    const { status, errors, output } = await failedStart(own)
    expect([status, errors]).toEqual([1, `Port ${port} is taken: PORT says which to use instead.\n`])
    expect([output.includes('password'), existsSync(DATA_DIR)]).toEqual([false, false])
  })
})
