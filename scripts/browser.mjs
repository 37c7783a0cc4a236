// Installs the browsers for the end-to-end tests and the benchmark, where there are none.
import { join } from 'node:path'
import { installPackage, isInstalled, run } from './apt.mjs'
import { nodePath, root } from './ensure.mjs'

/**
 * Installs Chromium, and Debian's headless shell, which takes half the time in tests. From Debian if possible,
 * otherwise Chromium from Playwright.
 */
export async function ensureBrowser() {
  const hasBrowser = ['chromium', 'chromium-browser', 'google-chrome'].some(isInstalled)
  if (hasBrowser && isInstalled('chromium-headless-shell')) return
  console.log('Installing a browser…')
  if (!hasBrowser && !(await installPackage('chromium')))
    await run(nodePath(), join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium')
  // Optional: not every Debian release has it.
  if (isInstalled('chromium')) await installPackage('chromium-headless-shell')
}
