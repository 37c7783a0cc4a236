import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment, installArguments, root, withAddresses } from './ensure.mjs'

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

test('the lock file names no server, and every archive gets its address at the registry that is asked', () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  expect(text).not.toContain('"resolved"')
  const lock = JSON.parse(text)
  const { packages } = withAddresses(lock, 'https://packages.example/npm/')
  const addressOf = (folder) => packages[`node_modules/${folder}`].resolved
  expect(addressOf('preact')).toMatch(/^https:\/\/packages\.example\/npm\/preact\/-\/preact-/)
  expect(addressOf('@types/node')).toMatch(
    /^https:\/\/packages\.example\/npm\/@types\/node\/-\/node-24[.\d]+\.tgz$/,
  )
  // Installed under a name of its own.
  expect(addressOf('ts7')).toContain('/npm/typescript/-/typescript-7')
  expect(withAddresses(lock, 'https://packages.example/npm').packages).toEqual(packages)
  for (const [folder, entry] of Object.entries(lock.packages)) {
    const { resolved, ...rest } = packages[folder]
    expect(rest).toEqual(entry)
    if (folder) expect(resolved).toMatch(new RegExp(`-${entry.version}\\.tgz$`))
  }
})
