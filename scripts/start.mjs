// `npm start` and `npm run dev`: installs and builds what is missing, then starts the server on the project's own
// Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureInstalled,
  nodePath,
  root,
  serverArguments,
  serverEnvironment,
} from './ensure.mjs'

const isDevelopment = process.argv.includes('--dev')
ensureInstalled()
if (!isDevelopment) ensureBuilt()

// Variables of the environment override those of the file.
const envFile = join(root, '.env')
const envFileArguments = existsSync(envFile) ? [`--env-file=${envFile}`] : []

const child = spawn(nodePath(), [...envFileArguments, ...serverArguments], {
  cwd: root,
  stdio: 'inherit',
  env: serverEnvironment({
    NODE_ENV: isDevelopment ? 'development' : (process.env.NODE_ENV ?? 'production'),
  }),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
