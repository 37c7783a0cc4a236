import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { enableCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import type { ViteDevServer } from 'vite'
import { type Files, serveFiles } from './static-files.ts'

/** Listens and shuts down; the only file that knows a socket. */

type ShopModule = typeof import('./app/shop.server.ts')
type PageAnswer = NonNullable<ReturnType<Shop['peek']>>
type ReadyAnswer = NonNullable<Awaited<ReturnType<Shop['prepare']>>>
type Shop = Awaited<ReturnType<ShopModule['createShop']>>
type Config = Parameters<ShopModule['createShop']>[0]
type RequestId = string | string[] | undefined

const isDevelopment = process.env.NODE_ENV === 'development'
/** Once no new connections are taken: how long whoever is still asking has to finish. In development nobody asks by hand. */
const ASKING_MS = isDevelopment ? 0 : 2_000
/** How long answers may take on their way; what the shop does besides is finished after that. */
const ANSWERING_MS = 8_000
/** When it leaves, whatever is under way. */
const GRACE_MS = 10_000
/** How long the rest of a body that nobody wants is read, and thrown away. */
const DRAIN_MS = 2_000
/** One press of Ctrl-C comes several times: from the terminal, and from npm and `scripts/start.mjs`, which got it too. */
const ONE_SIGNAL_MS = 500
/** In the log: whoever asked was cut off, or gone, before there was an answer. No answer has this status. */
const UNANSWERED = 499
const built = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function start(): Promise<void> {
  const began = performance.now()
  const server = createServer({ connectionsCheckingInterval: 1_000 })
  // What was compiled at the last start need not be compiled again.
  enableCompileCache(built('./.cache/compiled'))
  const vite = isDevelopment ? await startVite(server) : null
  const module = (await (vite
    ? vite.ssrLoadModule('./app/shop.server.ts')
    : import('./build/server/index.js' as string))) as ShopModule
  const config = await orExit(module, module.readConfig)
  let port = config.port
  const origin = () => config.publicOrigin ?? `http://localhost:${port}`
  const shop = await orExit(module, () => module.createShop(config, { origin }))
  const password = shop.embedded.backend?.newOwnerPassword
  // Before anything else can end the start: the account is there, and no later start knows its password.
  if (password)
    console.log(`The owner's account at /admin: ${config.owner.email}, password ${password} (shown once)`)
  const files = vite ? vite.middlewares : serveFiles(built('./build/client'))
  const readiness = { warm: false, closing: false }
  void shop.warm.then(() => {
    readiness.warm = true
  })
  server.on('request', (request, response) => {
    // Whoever keeps a connection goes elsewhere with the next request.
    if (readiness.closing) response.setHeader('Connection', 'close')
    try {
      if (request.url === '/readyz') answerReadiness(response, readiness)
      else if (!isAcceptable(request)) refuse(response)
      else take(shop, files, request, response)
    } catch (error) {
      fail(shop, response, error)
    }
  })
  port = await listen(server, config)
  server.on('error', (error) => shop.services.log.error({ err: error }, 'the server failed'))
  if (!isDevelopment) logComplaints(shop)
  console.log(`Wizard Box is open at ${origin()} (ready in ${Math.round(performance.now() - began)} ms)`)
  const metrics = config.metricsPort === null ? null : serveMetrics(shop, config.metricsPort, config.host)
  closeOnSignal(server, readiness, config.shutdownDelayMs, () =>
    Promise.allSettled([shop.close(), vite?.close(), metrics?.close()]),
  )
}

/** Sends a page that lies ready; everything else is a file or made by the shop. */
function take(shop: Shop, files: Files, request: IncomingMessage, response: ServerResponse) {
  const began = performance.now()
  const send = (ready: PageAnswer | ReadyAnswer) => {
    response.writeHead(ready.status, ready.headers)
    response.end(ready.body)
    const requestId = ready.headers['x-request-id']
    record(shop, answered(request, ready.status, began, requestId === undefined), requestId)
  }
  const make = () => files(request, response, () => serve(shop, request, response, began))
  if (request.method !== 'GET') return make()
  const header = (name: string) => headerOf(request, name)
  const ready = shop.peek(request.url ?? '/', header)
  if (ready) return send(ready)
  const coming = shop.prepare(request.url ?? '/', header)
  if (coming === null) return make()
  coming
    .then((page) => (page ? send(page) : make()), make)
    .catch((error: unknown) => fail(shop, response, error))
}

/** Has the shop answer, and writes down how it went. */
function serve(shop: Shop, request: IncomingMessage, response: ServerResponse, began: number): void {
  let requestId: RequestId
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : UNANSWERED
    record(shop, answered(request, status, began, false), requestId)
  })
  answer(shop, request, response).then(
    (id) => {
      requestId = id
    },
    (error) => fail(shop, response, error),
  )
}

/** @returns the id under which the shop knows the request */
async function answer(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<RequestId> {
  const asked = createRequest(request, response)
  const ready = await shop.serve(asked, { address: request.socket.remoteAddress ?? '' })
  if (response.destroyed || asked.signal.aborted) return
  if (!request.complete) await drainBody(asked, request)
  if (ready instanceof Response) return void (await sendResponse(response, ready))
  response.writeHead(ready.status, ready.headers).end(ready.body)
  return ready.headers['x-request-id']
}

function record(shop: Shop, line: ReturnType<typeof answered>, requestId: RequestId): void {
  shop.record(typeof requestId === 'string' ? { ...line, requestId } : line)
}

function fail(shop: Shop, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return
  shop.services.log.error({ err: error }, 'request failed outside the routes')
  if (response.headersSent) return void response.destroy()
  response.writeHead(500, { 'Content-Type': 'text/plain' })
  response.end('Something broke on our side. Please try again.')
}

/** @returns the port that it listens on, which the system chooses where the configured one is 0 */
async function listen(server: Server, { port, host }: Config): Promise<number> {
  // Slow senders are cut off; a browser needs far less.
  server.requestTimeout = 20_000
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
  // And so are those who ask and do not read.
  server.timeout = 60_000
  await new Promise<void>((resolve) => {
    const exit = (error: Error) => exitOnListenError('PORT', port, error)
    server.once('error', exit)
    server.listen({ port, host }, () => {
      server.off('error', exit)
      resolve()
    })
  })
  const address = server.address()
  return address && typeof address === 'object' ? address.port : port
}

/** @param setting the variable that names the port */
function exitOnListenError(setting: string, port: number, error: NodeJS.ErrnoException): never {
  const isTaken = error.code === 'EADDRINUSE'
  const reason = isTaken
    ? `Port ${port} is taken: ${setting} says which to use instead.`
    : `Cannot listen: ${error.message}`
  // By then the console may be the log's.
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

/**
 * Reads on what a sender still sends of a body that nobody wants: left where it is, it would hold up the next request
 * on the same connection. Senders without an end are cut off, when they have had the time to read the answer.
 */
async function drainBody(asked: Request, request: IncomingMessage): Promise<void> {
  if (asked.body && !asked.body.locked) await asked.body.cancel()
  request.resume()
  setTimeout(() => request.complete || request.destroy(), DRAIN_MS).unref()
}

/** What libraries print of what they met, messages and all, may repeat what was sent: it becomes a line of the log. */
function logComplaints({ services }: Shop): void {
  console.error = console.warn = (...said: unknown[]) => {
    services.log.warn({ err: said.find((one) => one instanceof Error) ?? said[0] }, 'a library complains')
  }
}

/** Ready once the catalogue was asked for, and no longer when closing: for the balancer in front. */
function answerReadiness(response: ServerResponse, state: { warm: boolean; closing: boolean }): void {
  const status = state.closing ? 'closing' : state.warm ? 'ready' : 'starting'
  response.writeHead(status === 'ready' ? 200 : 503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  })
  response.end(JSON.stringify({ status }))
}

/** Name or address, and a port: nothing that would move into the path of an address made from it. */
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/

/**
 * Whether an address can be made of a request: one Host that is one, and a target that is a path. Proxies ask for whole
 * addresses, TRACE repeats what it is sent; nobody who visits a shop does either.
 */
function isAcceptable({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts === 1 && isHost(headers.host ?? '') && url.startsWith('/') && method !== 'TRACE'
}

/** Nearly everybody asks for the same host. */
let lastHost = ''

function isHost(host: string): boolean {
  if (host !== '' && host === lastHost) return true
  const isOne = HOST.test(host) && URL.canParse(`http://${host}`)
  if (isOne) lastHost = host
  return isOne
}

function refuse(response: ServerResponse): void {
  response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' }).end('Bad request\n')
}

function answered(request: IncomingMessage, status: number, began: number, cached: boolean) {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  return { method: request.method ?? 'GET', path, status, ms: performance.now() - began, cached }
}

/** Figures for Prometheus, on a port of their own that no visitor reaches. */
function serveMetrics(shop: Shop, port: number, host: string | undefined): Server {
  const server = createServer((_request, response) => {
    shop.metrics?.read().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.once('error', (error) => exitOnListenError('METRICS_PORT', port, error))
  return server.listen({ port, host })
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** What comes of `open`; a configuration that cannot be used ends the process, one line for each problem. */
async function orExit<T>(module: ShopModule, open: () => T | Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof module.ConfigError)) throw error
    for (const problem of error.problems) console.error(`Configuration: ${problem}`)
    process.exit(1)
  }
}

/** Hot reload shares the shop's own port, so that several can run beside each other. */
async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite')
  return createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
}

/** The open connections, and what was asked on each of them and not answered yet. */
function trackConnections(server: Server) {
  const open = new Map<Socket, Set<IncomingMessage>>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request, response) => {
    const asked = open.get(request.socket)
    asked?.add(request)
    response.once('close', () => asked?.delete(request))
  })
  const endWhere = (isOver: (socket: Socket, asked: readonly IncomingMessage[]) => boolean) => {
    for (const [socket, asked] of open) if (isOver(socket, [...asked])) socket.destroy()
  }
  return {
    /** Ends those on which nothing was ever asked: browsers open some ahead, and nobody waits for an answer there. */
    endSilent: () => endWhere((socket) => socket.bytesRead === 0),
    /** Ends those on which nobody waits for an answer, as no request has come as a whole. */
    endUnasked: () => endWhere((_socket, asked) => !asked.some(({ complete }) => complete)),
    endAll: () => endWhere(() => true),
  }
}

/** Takes no new connections. Resolves when the last one is closed, which somebody may hold open for nothing. */
async function closeServer(server: Server, connections: ReturnType<typeof trackConnections>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  connections.endSilent()
  const began = performance.now()
  const letGo = setInterval(() => {
    // One that is kept alive has to be let go once it has its answer.
    server.closeIdleConnections()
    const passed = performance.now() - began
    if (passed >= ASKING_MS) connections.endUnasked()
    if (passed >= ANSWERING_MS) connections.endAll()
  }, 50)
  await closed
  clearInterval(letGo)
}

/**
 * Finishes what is under way, then leaves; a second signal or the end of grace leaves at once.
 * @param delayMs how long the shop goes on, saying that it is not ready, until the balancer sends nobody any more
 */
function closeOnSignal(
  server: Server,
  state: { closing: boolean },
  delayMs: number,
  closeRest: () => Promise<unknown>,
) {
  const connections = trackConnections(server)
  let toldAt = 0
  const close = async () => {
    if (state.closing && performance.now() - toldAt < ONE_SIGNAL_MS) return
    if (state.closing) process.exit(1)
    state.closing = true
    toldAt = performance.now()
    setTimeout(() => process.exit(1), delayMs + GRACE_MS).unref()
    if (delayMs > 0) await pause(delayMs)
    await closeServer(server, connections)
    await closeRest()
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

await start()
