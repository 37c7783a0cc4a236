import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environment, installArguments, root } from './install.mjs'

const SCRIPTS = ['ensure', 'install', 'start'].map((name) => `scripts/${name}.mjs`)

/** A project with nothing but its scripts, as a clone before its dependencies are installed. */
function newClone() {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-ensure-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['package.json', 'package-lock.json', ...SCRIPTS])
    copyFileSync(join(root, name), join(folder, name))
  return folder
}

// Runs npm, which may take some seconds.
test('development dependencies are installed, also in a production environment', () => {
  const { stdout } = spawnSync('npm', [...installArguments, '--dry-run', '--offline'], {
    cwd: newClone(),
    env: environment({ NODE_ENV: 'production', npm_config_omit: 'dev' }),
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^add @react-router\/dev /m)
  expect(stdout).toMatch(/^add zod /m)
}, 30_000)

test.each([
  ['where the project brings none, before anything is installed', { platform: 'darwin' }],
  ['where the one that the project brings is missing', { platform: 'linux', installed: true }],
])('a Node that is too old is told in one sentence %s', (_, { platform, installed }) => {
  const folder = newClone()
  if (installed) {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, 'package-lock.json')))
      .digest('hex')
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules/.wizard-box-lock'), hash)
  }
  // A Node that imports no TypeScript, as Node 20, and perhaps on another system.
  const system = `data:text/javascript,Object.defineProperty(process, 'platform', { value: '${platform}' })`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--no-experimental-strip-types', '--import', system, 'scripts/start.mjs'],
    { cwd: folder, encoding: 'utf8' },
  )
  expect([stdout, status]).toEqual(['', 1])
  expect(stderr).toMatch(/^Wizard Box needs Node\.js >=22\.18, and this is v[\d.]+: install one from .*\.\n$/)
})
