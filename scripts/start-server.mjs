// Starts a server in a process of its own, for the benchmarks and the load test.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { nodePath, root, serverEnvironment } from './ensure.mjs'

/**
 * Starts a server and waits for its first page.
 * @param stdio of its process, as `spawn` has it
 */
export async function startServer(args, env, port, path, stdio = ['ignore', 'ignore', 'inherit']) {
  const startedAt = performance.now()
  const child = spawn(nodePath(), args, {
    cwd: root,
    stdio,
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
    child,
    origin,
    startMs: performance.now() - startedAt,
    /** CPU time since the start, ms; NaN without /proc. */
    cpuMs: () => readCpu(child.pid),
    /** Resident memory, MB; NaN without /proc. */
    memory: () => readMemory(child.pid),
    /** Resolves to the exit status. */
    stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      return exited
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
