import { freePort } from '../../scripts/free-port.mjs'

/** Below those that the kernel gives out, a hundred for each process: nothing else takes one before its server does. */
let next = 10_000 + (process.pid % 220) * 100

/** A port for a server in another process, or for one that starts again. */
export async function ownPort(): Promise<number> {
  const wanted = next++
  const port = await freePort(wanted)
  return port === wanted ? port : ownPort()
}
