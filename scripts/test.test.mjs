import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a stage that does not exist is named, with those that do', () => {
  const script = fileURLToPath(new URL('test.mjs', import.meta.url))
  const run = spawnSync(process.execPath, [script, 'lint', 'nonsense', 'hardenig'], { encoding: 'utf8' })
  expect(run.stderr).toBe(
    'No such stage: nonsense, hardenig. There are: e2e, hardening, routes, hosted, servers, types, lint, sizes, unit.\n',
  )
  expect(run.stdout).toBe('')
  expect(run.status).toBe(1)
})
