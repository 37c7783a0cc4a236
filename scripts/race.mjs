// `node scripts/race.mjs [rounds]`: the full test that a gift is redeemed only once. 500 rounds of 50 simultaneous
// redemptions through the embedded backend, and of the same statement on 50 connections to PostgreSQL, which is
// installed from Debian's packages if possible. `npm test` runs a short version of both.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, environment, nodePath, root } from './ensure.mjs'
import { installPackage } from './programs.mjs'

ensureInstalled()
if (!existsSync('/usr/lib/postgresql')) {
  console.log('Installing PostgreSQL…')
  await installPackage('postgresql')
  if (!existsSync('/usr/lib/postgresql')) console.log('PostgreSQL is not here: its part is left out.')
}
const rounds = process.argv[2] ?? '500'
const files = ['tests/backend/race.test.ts', 'tests/backend/postgres-race.test.ts']
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const run = spawn(nodePath(), [vitest, 'run', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ RACE_ROUNDS: rounds, RACE_WIDTH: '50' }),
})
run.on('exit', (code) => process.exit(code ?? 1))
