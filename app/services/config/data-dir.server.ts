import { randomBytes, randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from './problems.server.ts'

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

/** The data folder, which is made where it is missing. @throws ConfigError when it can't be used */
export function openDataDir(dataDir: string): string {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new ConfigError([`DATA_DIR: ${folder} is no folder that can be written to (${reason})`])
  }
}

/** Runs `open`. @throws ConfigError for problems of the folder: no space, no permission, or a damaged file */
export async function inDataDir<T>(dataDir: string, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const reason = fileErrorOf(error)
    throw reason === null ? error : new ConfigError([`DATA_DIR: ${dataDir} cannot be used (${reason})`])
  }
}

/** The code or message of the file system or SQLite in an error or its causes; null for any other error. */
function fileErrorOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr
  if ('syscall' in error && 'code' in error) return String(error.code)
  return fileErrorOf(error.cause)
}

/** Path of a file of the project, from this module upwards: the build moves the module, but not the files. */
export function projectPath(path: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, path))) return join(folder, path)
    if (folder === dirname(folder)) return resolve(path)
  }
}
