// Starts the servers that are compared, each in a process of its own: the shop and a static string.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { nodePath, root, serverArguments, serverEnvironment } from '../install.mjs'

/** Starts a server and waits for its first page. Figures of its process need /proc, as on Linux. */
async function startServer(args, env, port, path) {
  const child = spawn(nodePath(), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: serverEnvironment({ NODE_ENV: 'production', PORT: String(port), ...env }),
  })
  const origin = `http://localhost:${port}`
  while (!(await fetch(origin + path).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} did not start`)
    await pause(10)
  }
  const read = (file) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    origin,
    /** CPU time since the start, ms. */
    cpuMs() {
      const fields = read('stat').split(') ')[1].split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))[1]) / 1024,
    stop: () => new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM')),
  }
}

export async function startShop(port) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-bench-'))
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', TRUST_PROXY: '0' }
  // The first start creates the database.
  await (await startServer(serverArguments, env, port, '/us')).stop()
  const shop = await startServer(serverArguments, env, port, '/us')
  const stop = async () => {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...shop, stop }
}

const STRING = "require('node:http').createServer((_, r) => r.end('ok')).listen(Number(process.env.PORT))"
export const startString = (port) => startServer(['-e', STRING], {}, port, '/')
