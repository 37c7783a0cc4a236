import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs `work` in one transaction, with the write lock held from its start. Rolls back when it throws.
 * @throws what `work` throws, or SQLite's error when the transaction cannot be committed
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite itself may have done so, such as when the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** How long SQLite itself waits for a lock, ms: the whole process stands still meanwhile. */
export const BUSY_TIMEOUT_MS = 10
/** How long a request waits for a lock that another process holds, and how often it looks. */
const LOCKED_MS = 2_000
const RETRY_MS = 40
const SQLITE_BUSY = 5

/** Whether an error says that another process is writing to the database. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

/**
 * Repeats work that met the lock of another process, which has changed nothing then, for two seconds in all. Other requests
 * are served meanwhile.
 * @param metLock whether a result says so, where `work` does not throw it
 */
export async function retryWhileLocked<T>(
  work: () => T | Promise<T>,
  metLock: (result: T) => boolean | Promise<boolean> = () => false,
): Promise<T> {
  const end = performance.now() + LOCKED_MS
  const isOver = () => performance.now() > end
  for (;;) {
    try {
      const result = await work()
      if (isOver() || !(await metLock(result))) return result
    } catch (error) {
      if (isOver() || !isLocked(error)) throw error
    }
    await pause(RETRY_MS)
  }
}
