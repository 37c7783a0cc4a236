import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ensureBuilt } from '#scripts/ensure.mjs'
import { folderOfFirstStart } from './first-start.ts'

/** Linux's file system in memory: what databases write there need not reach a disk. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 ** 30

const isRoomy = () => {
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES
}

const PREFIX = 'wizard-box-tests-'

/**
 * Route tests run against the built server, as visitors do; a stale build is rebuilt first. Temporary files of all tests
 * and of the programs that they start are in one folder. A shop has started there before any test: processes that begin at
 * once would each start one for themselves.
 * @returns removes it
 */
export default async function setup() {
  // Another project of this run.
  if (basename(tmpdir()).startsWith(PREFIX)) return
  ensureBuilt()
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(existsSync(MEMORY) && isRoomy() ? MEMORY : tmpdir(), PREFIX))
  process.env.TMPDIR = folder
  await folderOfFirstStart()
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true })
  }
}
