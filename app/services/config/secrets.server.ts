import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folders.server.ts'

/** How long another process may take between creating the file and writing the secret. */
const WRITE_TIMEOUT_MS = 250
const POLL_MS = 10

/** Reads the secret from an existing file; null when none is written within the timeout. Blocks meanwhile. */
function readSecret(file: string): string | null {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited <= WRITE_TIMEOUT_MS; waited += POLL_MS) {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= 16) return secret
    Atomics.wait(pause, 0, 0, POLL_MS)
  }
  return null
}

/**
 * A secret that is generated on first use and stored in a file that only its owner can read. Two shops that start at
 * the same time use the same one: the file is created exclusively, and the second process reads it.
 * @param name file name in `<dataDir>/secrets`
 * @returns 43 characters of base64url, where the shop generated it
 * @throws the file system's error
 */
export function storedSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  makeFolder(folder)
  const fresh = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, fresh, { flag: 'wx', mode: 0o600 })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const stored = readSecret(file)
  if (stored !== null) return stored
  // A process that was killed between creating and writing has left an empty file.
  writeFileSync(file, fresh, { mode: 0o600 })
  return fresh
}
