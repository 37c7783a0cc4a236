import { createServer, type Server, type ServerResponse } from 'node:http'
import { enableCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createServerClose, shutDownOnSignal } from './graceful-shutdown.ts'

/** Starts the HTTP server around the shop: the only code that handles sockets. */

type ShopModule = typeof import('./app/shop.server.ts')
type Config = Parameters<ShopModule['createShop']>[0]

const isDevelopment = process.env.NODE_ENV === 'development'
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function start(): Promise<void> {
  const startedAt = performance.now()
  // Databases, secrets and mails are for no other user of the machine, however open the data folder is.
  process.umask(0o077)
  // Slow senders are cut off, and clients that do not read their response; a browser needs far less. The headers have
  // room for the shop's own cookies, and for as much of other sites on the owner's domain.
  const server = createServer({ connectionsCheckingInterval: 1_000, maxHeaderSize: 32_768 })
  Object.assign(server, { headersTimeout: 10_000, requestTimeout: 20_000, timeout: 60_000 })
  server.keepAliveTimeout = 65_000
  // Reuses the code that was compiled at the last start.
  enableCompileCache(resolvePath('./.cache/compiled'))
  // Hot reload shares the shop's port, so that several development servers can run side by side.
  const vite = isDevelopment
    ? await (await import('vite')).createServer({
        server: { middlewareMode: true, hmr: { server } },
        appType: 'custom',
      })
    : null
  const module = (await (vite
    ? vite.ssrLoadModule('./app/shop.server.ts')
    : import('./build/server/index.js' as string))) as ShopModule
  const config = await exitOnConfigError(module, () => module.parseConfig(process.env))
  let port = config.port
  const origin = () => config.publicOrigin ?? module.localOrigin(config, port)
  // Before the shop is composed: a start that cannot listen prints no password.
  const probe = createServer()
  await listen(probe, config)
  probe.close()
  const files = vite ? null : resolvePath('./build/client')
  const shop = await exitOnConfigError(module, () => module.createShop(config, { origin, files }))
  const password = shop.embedded.backend?.newOwnerPassword
  // Before anything else can end the start: the account exists, and no later start knows its password.
  if (password)
    console.log(`The owner's account at /admin: ${config.owner.email}, password ${password} (shown once)`)
  const serve = getRequestListener((request, { incoming, outgoing }) =>
    shop.handle(request, { address: incoming.socket.remoteAddress ?? '', outgoing }),
  )
  const closeServer = createServerClose(server, isDevelopment ? 0 : undefined)
  const turns = createTurns()
  server.on('request', async (incoming, outgoing) => {
    if (!(await turns(incoming.socket, outgoing))) return
    // Absolute targets are for proxies: they would choose the host that pages show.
    if (!incoming.url?.startsWith('/')) outgoing.writeHead(400, { Connection: 'close' }).end()
    else if (vite) vite.middlewares(incoming, outgoing, () => serve(incoming, outgoing))
    else serve(incoming, outgoing)
  })
  port = await listen(server, config)
  server.on('error', (error) => shop.services.log.error({ err: error }, 'the server failed'))
  if (!isDevelopment) module.sendConsoleTo(shop.services.log)
  const [opening, ...warnings] = module.openingLines(config, port)
  console.log(`${opening} (ready in ${Math.round(performance.now() - startedAt)} ms)`)
  for (const warning of warnings) console.log(warning)
  shutDownOnSignal({
    closeServer,
    closeRest: () => Promise.allSettled([shop.close(), vite?.close()]),
  })
}

/** Listens, or ends the process with one line. @returns the port, also where 0 was given */
async function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>): Promise<number> {
  return new Promise((resolve) => {
    const exit = (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken: PORT says which to use instead.`
      const reason = error.code === 'EADDRINUSE' ? taken : `Cannot listen: ${error.message}`
      // Not `console`, which may write to the log by then.
      process.stderr.write(`${reason}\n`)
      process.exit(1)
    }
    server.once('error', exit).listen({ port, host }, () => {
      server.off('error', exit)
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : port)
    })
  })
}

/** No client of today sends more requests on a connection than it has read responses; proxies send none. */
const MAX_PIPELINED = 10

/**
 * Creates the function that waits until the requests before on the same connection are answered: a client who sends a
 * thousand at once, and reads nothing, would have them all rendered into memory.
 * @returns whether the request is to be answered; where there are too many, the connection is closed
 */
function createTurns() {
  const turns = new WeakMap<Socket, { open: number; last?: Promise<void> }>()
  return async (socket: Socket, response: ServerResponse): Promise<boolean> => {
    const turn = turns.get(socket) ?? { open: 0 }
    turns.set(socket, turn)
    if (++turn.open > MAX_PIPELINED) socket.destroy()
    const before = turn.last
    turn.last = new Promise((resolve) => {
      response.once('close', () => {
        turn.open--
        resolve()
      })
    })
    await before
    return !socket.destroyed
  }
}

/** Runs `step`; an unusable configuration ends the process, with one line for each problem. */
async function exitOnConfigError<T>(module: ShopModule, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof module.ConfigError)) throw error
    for (const problem of error.problems) console.error(`Configuration: ${problem}`)
    process.exit(1)
  }
}

await start()
