import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedSecret } from './data-dir.server.ts'

/** So many that two shops meet at some of them. */
const NAMES = Array.from({ length: 200 }, (_, index) => `secret-${index}`)
const STARTING_SHOP = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.module).then(({ storedSecret }) => {
  parentPort.once('message', () =>
    parentPort.postMessage(workerData.names.map((name) => storedSecret(workerData.dataDir, name))),
  )
  parentPort.postMessage('ready')
})`

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-secrets-'))
  file = join(dataDir, 'secrets', 'session')
  mkdirSync(join(dataDir, 'secrets'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('returns the same secrets to two shops that start at the same time', async () => {
  const workerData = { module: new URL('./data-dir.server.ts', import.meta.url).href, dataDir, names: NAMES }
  const shops = [0, 1].map(() => new Worker(STARTING_SHOP, { eval: true, workerData }))
  const answers = async () => Promise.all(shops.map(async (shop) => (await once(shop, 'message'))[0]))
  await answers()
  const secrets = answers()
  for (const shop of shops) shop.postMessage('start')
  const [one, other] = await secrets
  await Promise.all(shops.map((shop) => shop.terminate()))
  expect(one).toEqual(other)
  expect(readdirSync(join(dataDir, 'secrets')).sort()).toEqual(NAMES.toSorted())
})

it('replaces an empty file, as a power cut may leave it, and returns the same secret again', () => {
  writeFileSync(file, '')
  const secret = storedSecret(dataDir, 'session')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect([storedSecret(dataDir, 'session'), readFileSync(file, 'utf8')]).toEqual([secret, secret])
  expect(storedSecret(dataDir, 'webhook')).not.toBe(secret)
})
