import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptSecret } from './secrets.server.ts'

const WRITER = `
const { workerData, parentPort } = require('node:worker_threads')
setTimeout(() => require('node:fs').writeFileSync(workerData.file, workerData.secret), 100)
parentPort.postMessage('begun')`

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-secrets-'))
  file = join(dataDir, 'secrets', 'session')
  mkdirSync(join(dataDir, 'secrets'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('keeps what it has made', () => {
  const made = keptSecret(dataDir, 'session')
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(keptSecret(dataDir, 'session')).toBe(made)
  expect(keptSecret(dataDir, 'webhook')).not.toBe(made)
})

it('takes the secret of another start that has created the file and is about to write it', async () => {
  writeFileSync(file, '')
  const secret = 'made by whoever was a moment earlier'
  const writer = new Worker(WRITER, { eval: true, workerData: { file, secret } })
  await new Promise((resolve) => writer.once('message', resolve))
  expect(keptSecret(dataDir, 'session')).toBe(secret)
  await writer.terminate()
  expect(readFileSync(file, 'utf8')).toBe(secret)
})

it('makes a new one where a start was killed before it wrote', () => {
  writeFileSync(file, '')
  const made = keptSecret(dataDir, 'session')
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(readFileSync(file, 'utf8')).toBe(made)
})

it.runIf(existsSync('/proc/self'))('ends where no folder can be made', () => {
  expect(() => keptSecret('/proc/wizard-box/data', 'session')).toThrow('ENOENT')
})
