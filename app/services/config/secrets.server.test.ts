import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedSecret } from './secrets.server.ts'

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

it('returns the same secret again', () => {
  const secret = storedSecret(dataDir, 'session')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(storedSecret(dataDir, 'session')).toBe(secret)
  expect(storedSecret(dataDir, 'webhook')).not.toBe(secret)
})

it('waits for another process that has created the file and is about to write the secret', async () => {
  writeFileSync(file, '')
  const secret = 'the secret of another process'
  const writer = new Worker(WRITER, { eval: true, workerData: { file, secret } })
  await new Promise((resolve) => writer.once('message', resolve))
  expect(storedSecret(dataDir, 'session')).toBe(secret)
  await writer.terminate()
  expect(readFileSync(file, 'utf8')).toBe(secret)
})

it('replaces the empty file of a process that was killed before it wrote', () => {
  writeFileSync(file, '')
  const secret = storedSecret(dataDir, 'session')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(readFileSync(file, 'utf8')).toBe(secret)
})

it.runIf(existsSync('/proc/self'))('throws where no folder can be created', () => {
  expect(() => storedSecret('/proc/wizard-box/data', 'session')).toThrow('ENOENT')
})
