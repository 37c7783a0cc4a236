// `npm start` and `npm run dev`: whatever is missing first, then the server on the project's own Node.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, environment, nodePath, root, serverArguments } from './ensure.mjs'

const isDevelopment = process.argv.includes('--dev')
ensureInstalled()
if (!isDevelopment) ensureBuilt()

const child = spawn(nodePath(), serverArguments, {
  cwd: root,
  stdio: 'inherit',
  env: environment({ NODE_ENV: isDevelopment ? 'development' : (process.env.NODE_ENV ?? 'production') }),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
