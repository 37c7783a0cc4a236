// Installs the programs that some stages of the tests need: `node scripts/test-programs.mjs e2e hardening`
import { installPackage, isInstalled } from './apt.mjs'
import { ensureBrowser } from './browser.mjs'

const wants = (stage) => process.argv.includes(stage)

// Only in CI, as the package may start a service.
if (wants('hardening') && process.env.CI && !isInstalled('redis-server')) await installPackage('redis-server')
if (wants('e2e')) await ensureBrowser()
