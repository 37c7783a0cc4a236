// Installs the programs that some parts of the tests need: `node scripts/test-programs.mjs e2e routes`
import { installPackage, isInstalled } from './apt.mjs'
import { ensureBrowser } from './browser.mjs'

const wants = (...parts) => parts.some((part) => process.argv.includes(part))

async function ensure(programs) {
  for (const [program, name = program] of programs) if (!isInstalled(program)) await installPackage(name)
}

if (wants('e2e')) await ensureBrowser()
// Firefox and WebKit; where they cannot be installed, their tests say that they were skipped.
if (wants('engines'))
  await ensure([['firefox-esr'], ['WebKitWebDriver', 'webkit2gtk-driver'], ['Xvfb', 'xvfb']])
// Only in CI, as these packages may start a service.
if (wants('routes') && process.env.CI)
  await ensure([['redis-server'], ['nginx', 'nginx-light'], ['openssl'], ['caddy']])
