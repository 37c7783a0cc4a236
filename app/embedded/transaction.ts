import type { DatabaseSync } from 'node:sqlite'

/** Ends a transaction and keeps nothing of it. SQLite ends some itself, such as one that the disk has no room for. */
export function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('ROLLBACK')
}

/**
 * Runs `work` as one transaction: all of it or, when it throws, nothing. Whoever else writes waits meanwhile.
 * @throws what `work` throws, or SQLite's own error when what it wrote cannot be kept
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
