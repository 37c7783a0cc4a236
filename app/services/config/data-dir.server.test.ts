import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storedSecret } from './data-dir.server.ts'

test('a secret is made once, and again in place of an empty file, as a power cut may leave it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-secrets-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const [first, other] = [storedSecret(dataDir, 'session'), storedSecret(dataDir, 'webhook')]
  expect(first).toMatch(/^[\w-]{43}$/)
  expect([storedSecret(dataDir, 'session') === first, other === first]).toEqual([true, false])
  const file = join(dataDir, 'secrets', 'session')
  writeFileSync(file, '')
  const again = storedSecret(dataDir, 'session')
  expect([again === first, readFileSync(file, 'utf8')]).toEqual([false, again])
})
