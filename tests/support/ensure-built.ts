import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../scripts/ensure.mjs'

/** Linux's file system in memory: what databases write there need not reach a disk. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 ** 30

const isRoomy = () => {
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES
}

/**
 * Route tests run against the built server, as visitors do; a stale build is rebuilt first. Temporary files of all tests
 * and of the programs that they start are in one folder.
 * @returns removes it
 */
export default function setup() {
  ensureBuilt()
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(existsSync(MEMORY) && isRoomy() ? MEMORY : tmpdir(), 'wizard-box-tests-'))
  // PostgreSQL, as a user of its own, has a folder in there.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
