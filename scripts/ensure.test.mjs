import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment, installArguments, root } from './ensure.mjs'

// Runs npm, which may take some seconds.
test('development dependencies are installed, also in a production environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-install-'))
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name))
  const { stdout } = spawnSync('npm', [...installArguments, '--dry-run', '--offline'], {
    cwd: folder,
    env: environment({ NODE_ENV: 'production', npm_config_omit: 'dev' }),
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true, force: true })
  expect(stdout).toMatch(/^add @react-router\/dev /m)
  expect(stdout).toMatch(/^add zod /m)
}, 30_000)

test('the lock file names no registry, so that it works with any', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"')
})
