import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret of a file; null where there is none, or what a full disk or a power cut has left of one. */
function readSecret(file: string): string | null {
  const secret = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return secret.length >= 16 ? secret : null
}

/**
 * A secret that is generated on first use and stored in a file. Of two shops that start at the same time both use the
 * secret of the first: the file appears with its content, by a link.
 * @param name file name in `<dataDir>/secrets`
 * @returns 43 characters of base64url, where the shop generated it
 * @throws the file system's error
 */
export function storedSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true })
  const stored = readSecret(file)
  if (stored !== null) return stored
  const fresh = randomBytes(32).toString('base64url')
  const draft = join(folder, `${name}-${randomUUID()}`)
  try {
    writeFileSync(draft, fresh)
    linkWithoutReplacing(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return readSecret(file) ?? fresh
}

function linkWithoutReplacing(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch {
    // Another shop was first; otherwise the file is incomplete, or the file system has no links.
    if (readSecret(file) === null) renameSync(draft, file)
  }
}
