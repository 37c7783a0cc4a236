import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../../scripts/ensure.mjs'

/**
 * Route tests run against the built server, as visitors do; a stale build is rebuilt first.
 * @returns removes the data folders of the shops that were opened
 */
export default function setup() {
  ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-tests-'))
  process.env.TEST_SHOPS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
