// `npm run doctor`: checks every service of the shop by calling it, with the same configuration as the server, and prints
// what was found and what to do. Ends with the status 0 only when the shop can open. `--json` prints the findings as JSON.
// In a container, where the shop is built already: node scripts/doctor.mjs
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, nodePath, root, serverEnvironment } from './ensure.mjs'

const BUILD = join(root, 'build/server/index.js')
const isInside = process.argv.includes('--inside')

/** Runs the checks of the built shop in this process. */
async function examine() {
  const { canOpen, examineEnvironment, formatFindings } = await import(BUILD)
  const findings = await examineEnvironment(process.env)
  if (process.argv.includes('--json'))
    console.log(JSON.stringify({ canOpen: canOpen(findings), findings }, null, 2))
  else console.log(formatFindings(findings, process.stdout.columns ?? 100))
  process.exit(canOpen(findings) ? 0 : 1)
}

/** Installs and builds what is missing, where the sources are, then runs this script on the project's own Node. */
function prepare() {
  if (existsSync(join(root, 'app/root.tsx'))) {
    const print = console.log
    console.log = console.error
    ensureInstalled()
    ensureBuilt()
    console.log = print
  }
  const envFile = join(root, '.env')
  // Variables of the environment override those of the file.
  const envFileArguments = existsSync(envFile) ? [`--env-file=${envFile}`] : []
  const own = [
    '--disable-warning=ExperimentalWarning',
    ...envFileArguments,
    ...process.argv.slice(1),
    '--inside',
  ]
  const child = spawn(nodePath(), own, {
    cwd: root,
    stdio: 'inherit',
    env: serverEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }),
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

if (isInside) await examine()
else prepare()
