// Brings the browsers of the journeys and the bench to a machine that has none.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, nodePath, root } from './ensure.mjs'

const isHere = (program) => existsSync(`/usr/bin/${program}`)

/** Resolves to whether a program could be run and succeeded. */
function run(program, ...args) {
  return new Promise((resolve) => {
    const env = environment({ DEBIAN_FRONTEND: 'noninteractive' })
    const child = spawn(program, args, { cwd: root, stdio: 'ignore', env })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/**
 * A whole browser, and beside it the one without a window, which needs half the time. What is missing comes from Debian, else
 * from Playwright.
 */
export async function ensureBrowser() {
  const isWhole = ['chromium', 'chromium-browser', 'google-chrome'].some(isHere)
  if (isWhole && isHere('chromium-headless-shell')) return
  console.log('Installing a browser…')
  const [head, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'timeout', '300', 'apt-get']
  const install = (program) => run(head, ...rest, 'install', '-y', '-qq', '--no-install-recommends', program)
  await run(head, ...rest, 'update', '-qq')
  if (!isWhole && !(await install('chromium')))
    await run(nodePath(), join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium')
  // Not every Debian has it, and it can be done without.
  if (isHere('chromium')) await install('chromium-headless-shell')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBrowser()
