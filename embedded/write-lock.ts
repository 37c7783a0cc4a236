import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Only one process at a time can write to a SQLite database. node:sqlite is synchronous: waiting for the write lock
 * blocks the event loop, and with it every request. While the shop is serving, it therefore polls for the lock with
 * timers before it starts to write. A write that has started is never retried, as a sign-in is several statements
 * that are not one transaction.
 */

/** At startup another process may hold the lock to create the tables. */
const STARTUP_BUSY_TIMEOUT_MS = 10_000
/** For a process that takes the lock between the check and the write. */
const SERVING_BUSY_TIMEOUT_MS = 250
/** Shorter than the timeout of the shop's requests to its backend. */
const WAIT_TIMEOUT_MS = 3_000
const POLL_INTERVAL_MS = 25

/** Sets a long busy timeout, for a database that was just opened. */
export function setStartupBusyTimeout(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${STARTUP_BUSY_TIMEOUT_MS}`)
}

/** Sets a short busy timeout, once there are requests that would be blocked. */
export function setServingBusyTimeout(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${SERVING_BUSY_TIMEOUT_MS}`)
}

/**
 * Waits until no other process holds the write lock.
 * @returns false after the timeout: callers must not write then
 * @throws AbortError when `signal` is aborted
 */
export async function waitUntilWritable(
  db: DatabaseSync,
  signal?: AbortSignal,
  timeoutMs: number = WAIT_TIMEOUT_MS,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (isLockedByOther(db)) {
    if (performance.now() >= deadline) return false
    await pause(POLL_INTERVAL_MS, undefined, { signal })
  }
  return true
}

function isLockedByOther(db: DatabaseSync): boolean {
  // This connection holds the lock itself.
  if (db.isTransaction) return false
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    // Any other error will be reported by the write itself.
    return isBusy(error)
  } finally {
    setServingBusyTimeout(db)
  }
}

const SQLITE_BUSY = 5

/** Extended result codes of SQLITE_BUSY have it in their lowest byte. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}
