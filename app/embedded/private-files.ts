import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
/** What SQLite lays beside a database. What it makes has the database's own mode. */
const BESIDE = ['', '-wal', '-shm', '-journal']

/**
 * Makes a database file that only its owner can read, before SQLite would make one that everybody can, and takes from
 * others what an earlier version let them read. The folder may be open to all users of the machine.
 * @throws the file system's error when the file can't be made
 */
export function makePrivateDatabase(file: string): void {
  try {
    // Never one that is there: closing it would let go of the locks that SQLite holds on it in this process
    // (https://www.sqlite.org/howtocorrupt.html, 2.2).
    closeSync(openSync(file, 'wx', OWNER_ONLY))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (const ending of BESIDE) closeToOthers(file + ending)
}

/** Takes a file from everybody but its owner. One that belongs to somebody else stays as they made it. */
export function closeToOthers(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OTHERS) === 0) return
  try {
    chmodSync(file, mode & 0o777 & ~OTHERS)
  } catch (error) {
    // Gone meanwhile, or on a file system that knows no modes: nothing to be done about it, and no reason not to start.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'ENOTSUP') throw error
  }
}
