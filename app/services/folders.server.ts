import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that only its owner can look into, and those above it that are missing; one that is there stays as it is.
 * Node's own `recursive` never ends below a folder such as /proc, which says of each that it is missing.
 * @throws the file system's error
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (isThere(folder)) return
    const parent = dirname(folder)
    if (codeOf(error) !== 'ENOENT' || parent === folder || isThere(parent)) throw error
    makeFolder(parent)
    mkdirSync(folder, { mode: 0o700 })
  }
}

function isThere(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
