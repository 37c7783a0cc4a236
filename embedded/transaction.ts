import type { DatabaseSync } from 'node:sqlite'

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

/** How long SQLite waits for another process that is writing, ms. This process stands still meanwhile. */
export const BUSY_TIMEOUT_MS = 2_000
