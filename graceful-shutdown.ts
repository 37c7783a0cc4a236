import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import closeWithGrace from 'close-with-grace'

/** How long requests in progress may take. The shop finishes its own background work after that. */
const RESPOND_MS = 8_000
/** When the process exits, whatever is still in progress. */
const GRACE_MS = 10_000
/** How often the connections of a closing server are checked. */
const POLL_MS = 50
/** npm forwards Ctrl-C, and so does `scripts/start.mjs`: it arrives several times. */
const SAME_SIGNAL_MS = 500
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export type ShutdownOptions = {
  /** Stops accepting connections; resolves when the last one is closed. */
  readonly closeServer: () => Promise<void>
  /** Closes everything else after that. */
  readonly closeRest: () => Promise<unknown>
}

/**
 * On SIGTERM, SIGINT or the end of `npm start`: finishes the requests in progress, then exits with 0. After a second signal or an error that
 * nothing caught, or at the end of the grace period, it exits with 1.
 */
export function shutDownOnSignal({ closeServer, closeRest }: ShutdownOptions): void {
  let signalledAt: number | null = null
  const options = { delay: GRACE_MS, skip: [...SIGNALS], logger: console }
  const { close } = closeWithGrace(options, async ({ err }) => {
    if (err) process.stderr.write(`${err.stack ?? err}\n`)
    await closeServer()
    await closeRest()
  })
  const onSignal = () => {
    if (signalledAt !== null && performance.now() - signalledAt >= SAME_SIGNAL_MS) process.exit(1)
    if (signalledAt !== null) return
    signalledAt = performance.now()
    void close()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  // `scripts/start.mjs`, which started this process, has ended.
  process.once('disconnect', onSignal)
}

/** Closes a server. Node alone would wait for connections that never sent a request, and requests that never end. */
export function createServerClose(server: Server, respondMs = RESPOND_MS): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    // Browsers open some connections speculatively.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    // `close` does not end keep-alive connections that become idle later.
    const poll = setInterval(() => server.closeIdleConnections(), POLL_MS)
    const deadline = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, respondMs)
    await closed
    clearInterval(poll)
    clearTimeout(deadline)
  }
}
