import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { ViteDevServer } from 'vite'
import { shutDownOnSignal } from './graceful-shutdown.ts'
import { type Readiness, sendReadiness, serveMetrics } from './probes.ts'
import { type FileMiddleware, serveFiles } from './static-files.ts'

/**
 * Starts the HTTP server and connects it to the shop; with its neighbours `static-files.ts`, `probes.ts` and
 * `graceful-shutdown.ts` the only code that handles sockets.
 */

type ShopModule = typeof import('./app/shop.server.ts')
type Shop = Awaited<ReturnType<ShopModule['createShop']>>
type Config = Parameters<ShopModule['createShop']>[0]
type EncodedResponse = NonNullable<Awaited<ReturnType<Shop['tryCachedWithCart']>>>
type AccessLogEntry = Parameters<Shop['logRequest']>[0]
type RequestId = string | string[] | undefined

const isDevelopment = process.env.NODE_ENV === 'development'
/** How long the rest of an unread request body is drained before the connection is destroyed. */
const DRAIN_MS = 2_000
/** Logged where the client disconnected before there was a response; never sent. */
const CLIENT_CLOSED_REQUEST = 499
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function start(): Promise<void> {
  const startedAt = performance.now()
  const server = createServer({ connectionsCheckingInterval: 1_000 })
  // Reuses the code that was compiled at the last start.
  enableCompileCache(resolvePath('./.cache/compiled'))
  const vite = isDevelopment ? await startVite(server) : null
  const module = (await (vite
    ? vite.ssrLoadModule('./app/shop.server.ts')
    : import('./build/server/index.js' as string))) as ShopModule
  const config = await exitOnConfigError(module, module.readConfig)
  let port = config.port
  const origin = () => config.publicOrigin ?? module.localOrigin(config, port)
  const shop = await exitOnConfigError(module, () => module.createShop(config, { origin }))
  const password = shop.embedded.backend?.newOwnerPassword
  // Before anything else can end the start: the account exists, and no later start knows its password.
  if (password)
    console.log(`The owner's account at /admin: ${config.owner.email}, password ${password} (shown once)`)
  const files = vite ? vite.middlewares : serveFiles(resolvePath('./build/client'))
  const readiness: Readiness = { isWarm: false, isClosing: false }
  void shop.warm.then(() => {
    readiness.isWarm = true
  })
  const isHost = rememberHost(module.isHost)
  server.on('request', (request, response) => {
    // Moves keep-alive clients to another instance with their next request.
    if (readiness.isClosing) response.setHeader('Connection', 'close')
    try {
      if (request.url === '/readyz') sendReadiness(response, readiness)
      else if (!isAcceptable(request, isHost)) sendBadRequest(response)
      else handleRequest(shop, files, request, response)
    } catch (error) {
      failRequest(shop, response, error)
    }
  })
  port = await listen(server, config)
  server.on('error', (error) => shop.services.log.error({ err: error }, 'the server failed'))
  if (!isDevelopment) logConsoleOutput(shop)
  const [opening, ...warnings] = module.openingLines(config, port)
  console.log(`${opening} (ready in ${Math.round(performance.now() - startedAt)} ms)`)
  for (const warning of warnings) console.log(warning)
  const metricsServer = startMetrics(shop, config)
  shutDownOnSignal(server, {
    delayMs: config.shutdownDelayMs,
    isDevelopment,
    onStart: () => {
      readiness.isClosing = true
    },
    closeRest: () => Promise.allSettled([shop.close(), vite?.close(), metricsServer?.close()]),
  })
}

/** Sends a cached page where there is one; everything else is a file or is served by the shop. */
function handleRequest(
  shop: Shop,
  files: FileMiddleware,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const startedAt = performance.now()
  const url = request.url ?? '/'
  const sendEncoded = ({ status, headers, body }: EncodedResponse) => {
    response.writeHead(status, headers).end(body)
    const requestId = headers['x-request-id']
    // A page from the cache has no request id: it was rendered for an earlier request.
    logRequest(shop, accessLogEntry(request, status, startedAt, requestId === undefined), requestId)
  }
  const handleUncached = () =>
    files(request, response, () => serveFromShop(shop, request, response, startedAt))
  if (request.method !== 'GET') return handleUncached()
  const readHeader = (name: string) => headerOf(request, name)
  const cached = shop.tryCached(url, readHeader)
  if (cached) return sendEncoded(cached)
  const pending = shop.tryCachedWithCart(url, readHeader)
  if (pending === null) return handleUncached()
  pending
    .then((page) => (page ? sendEncoded(page) : handleUncached()), handleUncached)
    .catch((error: unknown) => failRequest(shop, response, error))
}

/** Has the shop serve a request, and logs the outcome once the connection is done with it. */
function serveFromShop(
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
  startedAt: number,
): void {
  let requestId: RequestId
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST
    logRequest(shop, accessLogEntry(request, status, startedAt, false), requestId)
  })
  pipeResponse(shop, request, response).then(
    (id) => {
      requestId = id
    },
    (error) => failRequest(shop, response, error),
  )
}

/** @returns the shop's id of the request; undefined for responses of the embedded servers */
async function pipeResponse(
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<RequestId> {
  const fetchRequest = createRequest(request, response)
  const served = await shop.serve(fetchRequest, { address: request.socket.remoteAddress ?? '' })
  if (response.destroyed || fetchRequest.signal.aborted) return
  if (!request.complete) await drainBody(fetchRequest, request)
  if (served instanceof Response) return void (await sendResponse(response, served))
  response.writeHead(served.status, served.headers).end(served.body)
  return served.headers['x-request-id']
}

function logRequest(shop: Shop, entry: AccessLogEntry, requestId: RequestId): void {
  shop.logRequest(typeof requestId === 'string' ? { ...entry, requestId } : entry)
}

function failRequest(shop: Shop, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return
  shop.services.log.error({ err: error }, 'request failed outside the routes')
  if (response.headersSent) return void response.destroy()
  response.writeHead(500, { 'Content-Type': 'text/plain' })
  response.end('Something broke on our side. Please try again.')
}

/** @returns the port it listens on, which the system chooses where the configured one is 0 */
async function listen(server: Server, { port, host }: Config): Promise<number> {
  // Slow senders are cut off; a browser needs far less.
  server.requestTimeout = 20_000
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
  // So are clients that do not read their response.
  server.timeout = 60_000
  await new Promise<void>((resolve) => {
    const exit = (error: Error) => exitOnListenError('PORT', port, error)
    server.once('error', exit)
    server.listen({ port, host }, () => {
      server.off('error', exit)
      resolve()
    })
  })
  return portOf(server) ?? port
}

function portOf(server: Server): number | null {
  const address = server.address()
  return address && typeof address === 'object' ? address.port : null
}

/** @param setting the environment variable that names the port */
function exitOnListenError(setting: string, port: number, error: NodeJS.ErrnoException): never {
  const isTaken = error.code === 'EADDRINUSE'
  const reason = isTaken
    ? `Port ${port} is taken: ${setting} says which to use instead.`
    : `Cannot listen: ${error.message}`
  // Not `console`, which may write to the log by then.
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

function startMetrics(shop: Shop, { metricsPort, host }: Config): Server | null {
  if (metricsPort === null || shop.metrics === null) return null
  const server = serveMetrics(shop.metrics, metricsPort, host)
  server.once('listening', () => console.log(`Metrics are at http://localhost:${portOf(server)}/metrics`))
  return server.once('error', (error) => exitOnListenError('METRICS_PORT', metricsPort, error))
}

/**
 * Discards the rest of a request body that was not read: left in place, it would block the next request on the same
 * connection. A body that still has not ended after `DRAIN_MS`, time to read the response, ends the connection.
 */
async function drainBody(fetchRequest: Request, request: IncomingMessage): Promise<void> {
  if (fetchRequest.body && !fetchRequest.body.locked) await fetchRequest.body.cancel()
  request.resume()
  setTimeout(() => request.complete || request.destroy(), DRAIN_MS).unref()
}

/** Sends the console warnings of libraries to the log, without their text, which may repeat user input. */
function logConsoleOutput({ services }: Shop): void {
  console.error = console.warn = (...values: unknown[]) => {
    const error = values.find((value) => value instanceof Error)
    services.log.warn({ err: error ?? values[0] }, 'a library complains')
  }
}

/** Remembers the last host, as nearly all requests name the same one. */
function rememberHost(isHost: ShopModule['isHost']): ShopModule['isHost'] {
  let lastHost: string | null = null
  return (text) => {
    if (text === lastHost) return true
    const isValid = isHost(text)
    if (isValid) lastHost = text
    return isValid
  }
}

/**
 * Whether a URL can be built from a request: exactly one valid Host header, and a target that is a path. Absolute
 * targets are for proxies, and TRACE echoes the request; visitors of a shop need neither.
 */
function isAcceptable(
  { method, url = '', headers, rawHeaders }: IncomingMessage,
  isHost: (text: string) => boolean,
): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1 && isHost(headers.host ?? '') && url.startsWith('/') && method !== 'TRACE'
}

function sendBadRequest(response: ServerResponse): void {
  response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' }).end('Bad request\n')
}

function accessLogEntry(
  request: IncomingMessage,
  status: number,
  startedAt: number,
  cached: boolean,
): AccessLogEntry {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  return { method: request.method ?? 'GET', path, status, ms: performance.now() - startedAt, cached }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
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

/** Hot reload shares the shop's port, so that several development servers can run side by side. */
async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite')
  return createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
}

await start()
