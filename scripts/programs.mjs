// Installs the programs that tests and benchmarks need, from Debian where there is apt-get and the right to use it, and Deno
// from npm, into .cache.
// Those of some parts of the tests: `node scripts/programs.mjs e2e routes`
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, nodePath, root } from './install.mjs'

const isInstalled = (program) =>
  ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(`${folder}/${program}`))

/** Runs a program. Resolves to whether it succeeded. */
function run(program, ...args) {
  return new Promise((resolve) => {
    const env = environment({ DEBIAN_FRONTEND: 'noninteractive' })
    const child = spawn(program, args, { cwd: root, stdio: 'ignore', env })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

function apt(...args) {
  const [head, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'timeout', '300', 'apt-get']
  return run(head, ...rest, ...args, '-qq')
}

let updated = null

/** Resolves to whether the package has been installed. */
async function installPackage(name) {
  updated ??= apt('update')
  await updated
  return apt('install', '-y', '--no-install-recommends', name)
}

/** Path of the machine's own Chromium; without one, Playwright starts its own. */
export const browserPath = () =>
  ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync)

/**
 * Installs Chromium, and Debian's headless shell, which takes half the time in tests. From Debian if possible,
 * otherwise Chromium from Playwright. @returns its path, as for `browserPath`
 */
export async function ensureBrowser() {
  if (browserPath() && isInstalled('chromium-headless-shell')) return browserPath()
  console.log('Installing a browser…')
  if (!browserPath() && !(await installPackage('chromium')))
    await run(nodePath(), join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium')
  // Optional: not every Debian release has it.
  if (isInstalled('chromium')) await installPackage('chromium-headless-shell')
  return browserPath()
}

async function ensure(programs) {
  for (const [program, name = program] of programs) if (!isInstalled(program)) await installPackage(name)
}

/** The runtime of Supabase's functions. Not a dependency: whoever only runs the shop needs no 90 MB more. */
const DENO = 'deno@2.9.6'
export const denoPath = join(root, '.cache/deno/node_modules/.bin/deno')

async function ensureDeno() {
  if (existsSync(denoPath)) return
  console.log('Installing Deno…')
  const quick = ['--no-save', '--no-audit', '--no-fund', '--fetch-retries=0']
  await run('npm', 'install', '--prefix', join(root, '.cache/deno'), ...quick, DENO)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wants = (part) => process.argv.includes(part)
  if (wants('e2e') || wants('journeys')) await ensureBrowser()
  // Firefox and WebKit; where they cannot be installed, their tests say that they were skipped.
  if (wants('engines'))
    await ensure([['firefox-esr'], ['WebKitWebDriver', 'webkit2gtk-driver'], ['Xvfb', 'xvfb']])
  if (wants('routes')) await ensureDeno()
  // Only in CI, as these packages may start a service.
  if (wants('routes') && process.env.CI) await ensure([['redis-server'], ['caddy'], ['psql', 'postgresql']])
}
