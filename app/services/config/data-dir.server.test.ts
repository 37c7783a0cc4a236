import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { storedSecret } from './data-dir.server.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Prepares a thread that computes an expression of `dataDir`, and can be ended even if the file system never returns. */
function inThread(expression: string, dataDir: string) {
  const thread = new Worker(
    `const { parentPort, workerData: { module, dataDir } } = require('node:worker_threads')
     import(module).then(async ({ storedSecret }) => {
       parentPort.postMessage('ready')
       await new Promise((resolve) => parentPort.once('message', resolve))
       try { parentPort.postMessage(${expression}) } catch (error) { parentPort.postMessage(error.message) }
     })`,
    {
      eval: true,
      workerData: { module: new URL('./data-dir.server.ts', import.meta.url).href, dataDir },
    },
  )
  onTestFinished(() => void thread.terminate())
  return { ready: once(thread, 'message'), start: () => thread.postMessage('start'), thread }
}

it('makes a secret once, and again in place of an empty file, as a power cut may leave it', () => {
  const dataDir = newFolder()
  const [first, other] = [storedSecret(dataDir, 'session'), storedSecret(dataDir, 'webhook')]
  expect(first).toMatch(/^[\w-]{43}$/)
  expect([storedSecret(dataDir, 'session') === first, other === first]).toEqual([true, false])
  const file = join(dataDir, 'secrets', 'session')
  writeFileSync(file, '')
  const again = storedSecret(dataDir, 'session')
  expect([again === first, readFileSync(file, 'utf8')]).toEqual([false, again])
})

it('gives the same secrets to two shops that start at the same time', async () => {
  const dataDir = newFolder()
  // So many that the two meet at some of them.
  const secrets = `Array.from({ length: 200 }, (_, index) => storedSecret(dataDir, 'secret-' + index))`
  const shops = [inThread(secrets, dataDir), inThread(secrets, dataDir)]
  await Promise.all(shops.map(({ ready }) => ready))
  const answers = shops.map(({ thread }) => once(thread, 'message'))
  for (const { start } of shops) start()
  const [one, other] = await Promise.all(answers)
  expect(one).toEqual(other)
  expect(readdirSync(join(dataDir, 'secrets'))).toHaveLength(200)
})
