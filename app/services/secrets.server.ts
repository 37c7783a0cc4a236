import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A secret that the shop makes for itself and keeps under `dataDir`, readable by its owner only.
 * Two shops starting at once agree on one: the file is created exclusively and the loser reads the winner's.
 * @param name file name below `<dataDir>/secrets`
 * @returns at least 43 characters of base64url
 */
export function keptSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, fresh, { flag: 'wx', mode: 0o600 })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const kept = readFileSync(file, 'utf8').trim()
  if (kept.length >= 16) return kept
  // A start that was killed between creating and writing leaves an empty file.
  writeFileSync(file, fresh, { mode: 0o600 })
  return fresh
}
