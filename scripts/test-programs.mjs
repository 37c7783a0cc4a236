// Installs the programs that some stages of the tests need: `node scripts/test-programs.mjs e2e hardening`
import { installPackage, isInstalled } from './apt.mjs'
import { ensureBrowser } from './browser.mjs'

const wants = (stage) => process.argv.includes(stage)

// Only in CI, as these packages may start a service.
if ((wants('hardening') || wants('hosted')) && process.env.CI)
  for (const [program, name] of [
    ['redis-server', 'redis-server'],
    ['nginx', 'nginx-light'],
    ['openssl', 'openssl'],
    ['caddy', 'caddy'],
  ])
    if (!isInstalled(program)) await installPackage(name)
if (wants('e2e')) await ensureBrowser()
