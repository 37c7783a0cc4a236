// Installs the browsers for the end-to-end tests and the benchmark, where there are none.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, nodePath, root } from './ensure.mjs'

const isInstalled = (program) => existsSync(`/usr/bin/${program}`)

/** Runs a program. Resolves to whether it succeeded. */
function run(program, ...args) {
  return new Promise((resolve) => {
    const env = environment({ DEBIAN_FRONTEND: 'noninteractive' })
    const child = spawn(program, args, { cwd: root, stdio: 'ignore', env })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/**
 * Installs Chromium, and Debian's headless shell, which takes half the time in tests. From Debian if possible,
 * otherwise Chromium from Playwright.
 */
export async function ensureBrowser() {
  const hasBrowser = ['chromium', 'chromium-browser', 'google-chrome'].some(isInstalled)
  if (hasBrowser && isInstalled('chromium-headless-shell')) return
  console.log('Installing a browser…')
  const [head, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'timeout', '300', 'apt-get']
  const install = (program) => run(head, ...rest, 'install', '-y', '-qq', '--no-install-recommends', program)
  await run(head, ...rest, 'update', '-qq')
  if (!hasBrowser && !(await install('chromium')))
    await run(nodePath(), join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium')
  // Optional: not every Debian release has it.
  if (isInstalled('chromium')) await install('chromium-headless-shell')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBrowser()
