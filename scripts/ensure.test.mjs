import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment, installArguments, root, withTarballUrls } from './ensure.mjs'

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

test('the lock file has no URLs, and every tarball gets its URL at the configured registry', () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  expect(text).not.toContain('"resolved"')
  const lock = JSON.parse(text)
  const { packages } = withTarballUrls(lock, 'https://packages.example/npm/')
  const urlOf = (folder) => packages[`node_modules/${folder}`].resolved
  expect(urlOf('zod')).toMatch(/^https:\/\/packages\.example\/npm\/zod\/-\/zod-/)
  expect(urlOf('@types/node')).toMatch(
    /^https:\/\/packages\.example\/npm\/@types\/node\/-\/node-24[.\d]+\.tgz$/,
  )
  // Installed under an alias.
  expect(urlOf('ts7')).toContain('/npm/typescript/-/typescript-7')
  expect(withTarballUrls(lock, 'https://packages.example/npm').packages).toEqual(packages)
  for (const [folder, entry] of Object.entries(lock.packages)) {
    const { resolved, ...rest } = packages[folder]
    expect(rest).toEqual(entry)
    if (folder) expect(resolved).toMatch(new RegExp(`-${entry.version}\\.tgz$`))
  }
})
