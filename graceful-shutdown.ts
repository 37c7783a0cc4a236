import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Once no new connections are accepted: how long a client may take to finish sending its request. */
const RECEIVE_MS = 2_000
/** How long responses in progress may take. The shop finishes its own background work after that. */
const RESPOND_MS = 8_000
/** When the process exits, whatever is still in progress. */
const GRACE_MS = 10_000
/** How often the connections of a closing server are checked. */
const POLL_MS = 50
/** One Ctrl-C arrives several times: from the terminal, and forwarded by npm and `scripts/start.mjs`. */
const SAME_SIGNAL_MS = 500

export type ShutdownOptions = {
  /** How long the server still accepts requests after the signal, so that a load balancer stops routing to it. */
  readonly delayMs: number
  /** Skips the wait for requests that have not arrived in full. */
  readonly isDevelopment: boolean
  /** Called once, as soon as a signal arrives. */
  readonly onStart: () => void
  /** Closes everything else, after the last connection is closed. */
  readonly closeRest: () => Promise<unknown>
}

/**
 * On SIGTERM or SIGINT: finishes the requests in progress, then exits with 0. A second signal, or the end of the
 * grace period, exits at once with 1.
 */
export function shutDownOnSignal(server: Server, options: ShutdownOptions): void {
  const { delayMs, isDevelopment, onStart, closeRest } = options
  const connections = trackConnections(server)
  let signalledAt: number | null = null
  const shutDown = async () => {
    if (signalledAt !== null) {
      if (performance.now() - signalledAt >= SAME_SIGNAL_MS) process.exit(1)
      return
    }
    signalledAt = performance.now()
    onStart()
    setTimeout(() => process.exit(1), delayMs + GRACE_MS).unref()
    if (delayMs > 0) await sleep(delayMs)
    await closeServer(server, connections, isDevelopment ? 0 : RECEIVE_MS)
    await closeRest()
    process.exit(0)
  }
  process.on('SIGTERM', shutDown)
  process.on('SIGINT', shutDown)
}

/** Tracks the open connections, and for each the requests that have no complete response yet. */
function trackConnections(server: Server) {
  const open = new Map<Socket, Set<IncomingMessage>>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request, response) => {
    const pending = open.get(request.socket)
    pending?.add(request)
    response.once('close', () => pending?.delete(request))
  })
  const destroyWhere = (matches: (socket: Socket, pending: readonly IncomingMessage[]) => boolean) => {
    for (const [socket, pending] of open) if (matches(socket, [...pending])) socket.destroy()
  }
  return {
    /** Destroys connections that never sent a byte: browsers open some speculatively. */
    destroyUnused: () => destroyWhere((socket) => socket.bytesRead === 0),
    /** Destroys connections without a fully received request: no client waits for a response there. */
    destroyWithoutRequest: () =>
      destroyWhere((_socket, pending) => !pending.some(({ complete }) => complete)),
    destroyAll: () => destroyWhere(() => true),
  }
}

/** Stops accepting connections; resolves when the last one is closed, which is enforced after `RESPOND_MS`. */
async function closeServer(
  server: Server,
  connections: ReturnType<typeof trackConnections>,
  receiveMs: number,
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  connections.destroyUnused()
  const startedAt = performance.now()
  const poll = setInterval(() => {
    // `close` does not end keep-alive connections that become idle later.
    server.closeIdleConnections()
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs >= receiveMs) connections.destroyWithoutRequest()
    if (elapsedMs >= RESPOND_MS) connections.destroyAll()
  }, POLL_MS)
  await closed
  clearInterval(poll)
}
