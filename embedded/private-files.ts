import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600
const GROUP_AND_OTHERS = 0o077
/** The files of a database. SQLite creates the auxiliary ones with the mode of the main one. */
const FILE_SUFFIXES = ['', '-wal', '-shm', '-journal']

/**
 * Creates a database file that only its owner can read, before SQLite would create one with the default mode, and
 * restricts existing files of earlier versions. The folder itself may be readable by other users.
 * @throws the file system's error when the file can't be created
 */
export function createPrivateDatabaseFile(file: string): void {
  try {
    // Must not open an existing file: closing it would release the locks that SQLite holds on it in this process
    // (https://www.sqlite.org/howtocorrupt.html, 2.2).
    closeSync(openSync(file, 'wx', OWNER_ONLY))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (const suffix of FILE_SUFFIXES) restrictToOwner(file + suffix)
}

/** Removes all permissions of group and others. A file that belongs to another user is left unchanged. */
export function restrictToOwner(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & GROUP_AND_OTHERS) === 0) return
  try {
    chmodSync(file, mode & 0o777 & ~GROUP_AND_OTHERS)
  } catch (error) {
    // Deleted meanwhile, of another user, or on a file system without modes: not a reason to refuse to start.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'ENOTSUP') throw error
  }
}
