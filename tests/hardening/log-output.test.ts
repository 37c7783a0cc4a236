import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogOutput } from '../../app/services/log/log-output.server.ts'
import { freePort } from '../../scripts/free-port.mjs'

/** A log whose reader stalls or is gone, or whose disk is full: the shop keeps running, and exits when told to. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const opened: (() => void)[] = []
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wizard-box-log-'))
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a shop whose standard output is `log`. */
async function startShop(log: number | 'pipe') {
  const port = await freePort()
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
      OWNER_PASSWORD: 'correct horse battery',
    },
    stdio: ['ignore', log, 'pipe'],
  })
  opened.push(() => server.kill('SIGKILL'))
  let errors = ''
  server.stderr?.on('data', (chunk) => (errors += chunk))
  const origin = `http://localhost:${port}`
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status, { timeout: 30_000 })
    .toBe(200)
  return { server, origin, stderr: () => errors }
}

async function stopAndGetExitCode(server: ChildProcess): Promise<unknown> {
  const exited = once(server, 'exit', { signal: AbortSignal.timeout(9_000) })
  server.kill('SIGTERM')
  return (await exited)[0]
}

const FULL = '/dev/full'

test.skipIf(!existsSync(FULL))(
  'a full disk neither stops the shop nor prevents its exit',
  async () => {
    const log = openSync(FULL, 'w')
    opened.push(() => closeSync(log))
    const { server, origin, stderr } = await startShop(log)
    for (let visit = 0; visit < 3; visit++) {
      expect((await fetch(`${origin}/us/about`)).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await stopAndGetExitCode(server)).toBe(0)
    expect(stderr()).toBe('')
  },
  50_000,
)

test('a database failure is one log line with its causes and without user input', async () => {
  const { server, origin, stderr } = await startShop('pipe')
  let log = ''
  server.stdout?.on('data', (chunk) => (log += chunk))
  const database = new DatabaseSync(join(folder, 'backend.db'))
  database.exec(
    "create trigger broken before insert on email_subscribers begin select raise(abort, 'disk of canary'); end",
  )
  database.close()
  const body = new URLSearchParams({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
  const response = await fetch(`${origin}/us/subscribe`, {
    method: 'POST',
    headers: { Origin: origin },
    body,
  })
  expect(response.status).toBe(502)
  await expect.poll(() => log).toContain('form not carried out')
  expect(await stopAndGetExitCode(server)).toBe(0)
  const lines = log.split('\n').filter((line) => line.startsWith('{') && line.includes('"err"'))
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
  expect(log + stderr()).not.toContain('canary')
  expect(stderr()).toBe('')
}, 50_000)

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
    const shell = 'mkfifo pipe; sleep 6 < pipe & exec "$0" --input-type=module -e "$1" > pipe 2> /dev/null'
    const startedAt = performance.now()
    const result = spawnSync('sh', ['-c', shell, process.execPath, writer], { cwd: folder, stdio: 'ignore' })
    expect(result.status).toBe(7)
    expect(performance.now() - startedAt).toBeLessThan(5_500)
  },
  20_000,
)
