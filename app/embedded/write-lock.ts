import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * One process at a time writes to a SQLite database. node:sqlite waits for the lock without letting anything else go on,
 * every page included: while the shop serves, it waits by the clock instead, before it begins to write. Whatever has begun
 * is never repeated: signing in takes several statements, each of which counts by itself.
 */

/** A start may be the second one of two at once, and wait until the other has made the tables. */
const AT_START_MS = 10_000
/** For whoever comes in between asking and writing. */
const WHILE_SERVING_MS = 250
/** Less than the shop waits for an answer of its backend. */
const PATIENCE_MS = 3_000
const ASK_AGAIN_MS = 25

/** Before anything is asked of a database that was just opened. */
export function waitLong(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${AT_START_MS}`)
}

/** Once there is something else that would have to wait too. */
export function waitBriefly(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${WHILE_SERVING_MS}`)
}

/**
 * Waits until no other process writes.
 * @returns false when one still does after three seconds: nothing was written, and nothing should be
 * @throws AbortError when whoever asked has gone
 */
export async function untilWritable(db: DatabaseSync, signal?: AbortSignal): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  while (isHeld(db)) {
    if (performance.now() >= until) return false
    await pause(ASK_AGAIN_MS, undefined, { signal })
  }
  return true
}

function isHeld(db: DatabaseSync): boolean {
  // By this very process.
  if (db.isTransaction) return false
  try {
    db.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    // Anything else is told by what is about to be written.
    return isBusy(error)
  } finally {
    waitBriefly(db)
  }
}

const SQLITE_BUSY = 5

/** The kinds of busy have that number in their last byte. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}
