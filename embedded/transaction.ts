import type { DatabaseSync } from 'node:sqlite'

/** Rolls a transaction back, unless SQLite has already done so, such as when the disk is full. */
export function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('ROLLBACK')
}

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
    rollBack(db)
    throw error
  }
}
