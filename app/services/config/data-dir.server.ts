import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from './problems.server.ts'

/**
 * A secret that is generated on first use and stored in a file.
 * @param name file name in `<dataDir>/secrets`
 * @returns 43 characters of base64url, where the shop generated it
 * @throws the file system's error
 */
export function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets', name)
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  // A full disk or a power cut may have left less of one.
  if (stored.length >= 16) return stored
  const fresh = randomBytes(32).toString('base64url')
  mkdirSync(join(dataDir, 'secrets'), { recursive: true })
  writeFileSync(file, fresh, { flush: true })
  return fresh
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
