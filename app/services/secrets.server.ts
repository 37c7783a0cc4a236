import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folders.server.ts'

/** A file is written right after it was created: this is long for that, milliseconds. */
const WRITTEN_WITHIN_MS = 250
const LOOK_EVERY_MS = 10

/** The secret in a file; null when nobody has written one by now. */
function readSecret(file: string): string | null {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited <= WRITTEN_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const kept = readFileSync(file, 'utf8').trim()
    if (kept.length >= 16) return kept
    Atomics.wait(pause, 0, 0, LOOK_EVERY_MS)
  }
  return null
}

/**
 * A secret that the shop makes for itself and keeps under `dataDir`, readable by its owner only.
 * Two shops starting at once agree on one: the file is created exclusively and the loser reads the winner's.
 * @param name file name below `<dataDir>/secrets`
 * @returns at least 43 characters of base64url
 */
export function keptSecret(dataDir: string, name: string): string {
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
  const kept = readSecret(file)
  if (kept !== null) return kept
  // A start that was killed between creating and writing leaves an empty file.
  writeFileSync(file, fresh, { mode: 0o600 })
  return fresh
}
