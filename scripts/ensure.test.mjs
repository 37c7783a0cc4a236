import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment, installArguments, root } from './ensure.mjs'

// A whole npm starts here, which takes a busy machine some seconds.
test('what builds the shop is installed, whatever the environment says of production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-install-'))
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name))
  const { stdout } = spawnSync('npm', [...installArguments, '--dry-run', '--offline'], {
    cwd: folder,
    env: environment({ NODE_ENV: 'production', npm_config_omit: 'dev' }),
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true, force: true })
  expect(stdout).toMatch(/^add @react-router\/dev /m)
  expect(stdout).toMatch(/^add preact /m)
}, 30_000)
