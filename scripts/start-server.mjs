// Starts a server in a process of its own, for the benchmarks.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { nodePath, root, serverEnvironment } from './ensure.mjs'

/** Starts a server and waits for its first page. */
export async function startServer(args, env, port, path) {
  const startedAt = performance.now()
  const child = spawn(nodePath(), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: serverEnvironment({ NODE_ENV: 'production', PORT: String(port), ...env }),
  })
  const origin = `http://localhost:${port}`
  while (true) {
    const response = await fetch(origin + path).catch(() => null)
    if (response?.ok) break
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} did not start`)
    await pause(10)
  }
  return {
    origin,
    startMs: performance.now() - startedAt,
    /** CPU time since the start, ms; NaN without /proc. */
    cpuMs: () => readCpu(child.pid),
    /** Resident memory, MB; NaN without /proc. */
    memory: () => readMemory(child.pid),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

function readCpu(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

function readMemory(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return Number.NaN
  }
}
