import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the kernel gives out. */
const FIRST = 10_000
const BLOCKS = 220
const SIZE = 100

/** Listens on a port for as long as this process lives. @returns whether no other process did */
async function holdPort(port: number): Promise<boolean> {
  const server = createServer().unref()
  const isHeld = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  return isHeld
}

/** Takes a hundred ports, by holding the first of them: another process, also of another run, takes other ones. */
async function takePorts(): Promise<number> {
  for (let block = process.pid % BLOCKS; ; block = (block + 1) % BLOCKS) {
    const first = FIRST + block * SIZE
    if (await holdPort(first)) return first + 1
  }
}

let next = await takePorts()

/** A port for a server in another process, or for one that starts again. Nothing else takes it before. */
export function ownPort(): number {
  return next++
}
