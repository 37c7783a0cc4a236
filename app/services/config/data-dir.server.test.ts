import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { storedSecret } from './data-dir.server.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
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
  const program = `const { storedSecret } = await import(process.argv[1])
    for (let n = 0; n < 200; n++) console.log(storedSecret(process.argv[2], 'secret-' + n))`
  const module = new URL('./data-dir.server.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', program, module, dataDir]
  const shops = [1, 2].map(() => promisify(execFile)(process.execPath, args))
  const [one, other] = await Promise.all(shops)
  expect(one?.stdout).toBe(other?.stdout)
  expect(readdirSync(join(dataDir, 'secrets'))).toHaveLength(200)
})
