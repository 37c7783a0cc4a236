import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogOutput } from '../../app/services/log/log-output.server.ts'
import { type ShopProcess, startShop } from '../support/shop-process.ts'

/** A log whose reader stalls or is gone, or whose disk is full: the shop keeps running, and exits when told to. */

const opened: (() => void)[] = []
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wizard-box-log-'))
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
  rmSync(folder, { recursive: true, force: true })
})

async function startLoggingShop(log: number | 'pipe'): Promise<ShopProcess> {
  const shop = await startShop({ LOG_LEVEL: 'info' }, log)
  opened.push(shop.kill)
  return shop
}

async function stopAndGetExitCode({ server }: ShopProcess): Promise<unknown> {
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  return (await exited)[0]
}

const FULL = '/dev/full'

test.skipIf(!existsSync(FULL))('a full disk neither stops the shop nor prevents its exit', async () => {
  const log = openSync(FULL, 'w')
  opened.push(() => closeSync(log))
  const shop = await startLoggingShop(log)
  for (let visit = 0; visit < 3; visit++) expect((await fetch(`${shop.origin}/us/about`)).status).toBe(200)
  expect(await stopAndGetExitCode(shop)).toBe(0)
  expect(shop.errors()).toBe('')
})

test('a database failure is one log line with its causes and without user input', async () => {
  const shop = await startLoggingShop('pipe')
  const database = new DatabaseSync(join(shop.dataDir, 'backend.db'))
  database.exec(
    "create trigger broken before insert on email_subscribers begin select raise(abort, 'disk of canary'); end",
  )
  database.close()
  const response = await fetch(`${shop.origin}/us/subscribe`, {
    method: 'POST',
    headers: { Origin: shop.origin },
    body: new URLSearchParams({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }),
  })
  expect(response.status).toBe(502)
  await expect.poll(shop.output).toContain('form not carried out')
  expect(await stopAndGetExitCode(shop)).toBe(0)
  const lines = shop
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('"err"'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'form not carried out',
      requestId: response.headers.get('X-Request-Id'),
      err: { operation: 'function email-signup', status: 500 },
      before: [
        { said: 'a library complains', errstr: 'constraint failed' },
        { said: 'function failed', operation: 'add subscriber' },
      ],
    },
  ])
  expect(shop.output()).not.toContain('canary')
  expect(shop.errors()).toBe('')
})

const hasPipes = process.platform !== 'win32'

test.skipIf(!hasPipes)(
  'lines are buffered for a slow reader, and dropped ones are counted',
  async () => {
    const path = join(folder, 'pipe')
    spawnSync('sh', ['-c', 'mkfifo "$0"', path])
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    opened.push(() => closeSync(pipe))
    const output = createLogOutput(pipe)
    for (let line = 10; line < 30; line++) output.write(`${line}${'x'.repeat(60_000)}\n`)
    let log = ''
    const read = () => {
      const some = Buffer.alloc(100_000)
      try {
        for (;;) log += some.toString('utf8', 0, readSync(pipe, some))
      } catch {
        return log
      }
    }
    await expect.poll(read, { timeout: 10_000 }).toContain('lines of the log are lost')
    const lines = log.trimEnd().split('\n')
    expect(lines.map((line) => Number(line.slice(0, 2))).slice(0, -1)).toEqual(
      [...Array(16).keys()].map((n) => n + 10),
    )
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40, lost: 4 })
  },
  20_000,
)

test.skipIf(!hasPipes)(
  'a process whose log is not read can exit',
  () => {
    const module = new URL('../../app/services/log/log-output.server.ts', import.meta.url).href
    const writer = `
    const { createLogOutput } = await import(${JSON.stringify(module)})
    createLogOutput().write('x'.repeat(200_000))
    setTimeout(() => process.exit(7), 100)`
    const shell =
      'mkfifo pipe; sleep 600 < pipe & "$0" --input-type=module -e "$1" > pipe 2> /dev/null; code=$?; kill $!; exit $code'
    const result = spawnSync('sh', ['-c', shell, process.execPath, writer], { cwd: folder, stdio: 'ignore' })
    expect(result.status).toBe(7)
  },
  20_000,
)
