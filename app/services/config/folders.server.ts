import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder with access for its owner only, and its missing parents; an existing folder is left as it is.
 * Node's `recursive` option never returns below a folder such as /proc, where creating any folder fails with ENOENT.
 * @throws the file system's error
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (isFolder(folder)) return
    const parent = dirname(folder)
    if (codeOf(error) !== 'ENOENT' || parent === folder || isFolder(parent)) throw error
    makeFolder(parent)
    mkdirSync(folder, { mode: 0o700 })
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
