import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ShopProcess, startShop } from '../support/shop-process.ts'

/** A log whose reader stalls or is gone, or whose disk is full: the shop keeps running, and exits when told to. */

async function startLoggingShop(log: number | 'pipe'): Promise<ShopProcess> {
  const shop = await startShop({ LOG_LEVEL: 'info' }, log)
  onTestFinished(shop.kill)
  return shop
}

/** Asks for addresses with a slash too many, each of which is a line of 400 characters. */
async function visitWrongly({ origin }: ShopProcess, times: number): Promise<void> {
  for (let visit = 0; visit < times; visit++) {
    const address = `${origin}/us//${visit}${'x'.repeat(200)}`
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(308)
  }
}

async function expectQuietExit({ server, errors }: ShopProcess): Promise<void> {
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  expect([(await exited)[0], errors()]).toEqual([0, ''])
}

const FULL = '/dev/full'

test.skipIf(!existsSync(FULL))('a full disk neither stops the shop nor prevents its exit', async () => {
  const log = openSync(FULL, 'w')
  onTestFinished(() => closeSync(log))
  const shop = await startLoggingShop(log)
  await visitWrongly(shop, 3)
  await expectQuietExit(shop)
})

test('a reader that is gone does neither', async () => {
  const shop = await startLoggingShop('pipe')
  shop.server.stdout?.destroy()
  await visitWrongly(shop, 3)
  await expectQuietExit(shop)
})

/** A pipe of 64 kB, from which is read only when told to. @returns its descriptor, and what was read so far */
function openPipe() {
  const path = join(mkdtempSync(join(tmpdir(), 'wizard-box-log-')), 'pipe')
  spawnSync('sh', ['-c', 'mkfifo "$0"', path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => {
    closeSync(pipe)
    rmSync(dirname(path), { recursive: true })
  })
  let log = ''
  const read = () => {
    const some = Buffer.alloc(100_000)
    try {
      for (;;) log += some.toString('latin1', 0, readSync(pipe, some))
    } catch {
      return log
    }
  }
  return { pipe, read }
}

const FLOOD = `
import { createLog } from './app/services/log/log.server.ts'
const log = createLog('info')
for (let line = 0; line < 20_000; line++) log.info({ line }, 'x'.repeat(100))
process.send('written')
setInterval(() => log.info('later'), 10)`

test('of more lines than may wait the first are kept, whole, and later ones follow once it is read', async () => {
  const { pipe, read } = openPipe()
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', FLOOD], {
    stdio: ['ignore', pipe, 'inherit', 'ipc'],
  })
  onTestFinished(() => void writer.kill())
  await once(writer, 'message')
  await expect.poll(read).toContain('later')
  const [waited = ''] = read().split(/^.*later/m)
  expect(waited.length).toBeGreaterThan(1_000_000)
  expect(waited.length).toBeLessThan(1_100_000)
  const lines = waited.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).line)).toEqual([...lines.keys()])
})
