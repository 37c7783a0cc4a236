import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { enableCompileCache } from 'node:module'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import sirv from 'sirv'
import type { ViteDevServer } from 'vite'

/** Listens and shuts down; the only file that knows a socket. */

type ShopModule = typeof import('./app/shop.server.ts')
type PageAnswer = NonNullable<ReturnType<Shop['peek']>>
type ReadyAnswer = NonNullable<Awaited<ReturnType<Shop['prepare']>>>
type Shop = Awaited<ReturnType<ShopModule['createShop']>>

const isDevelopment = process.env.NODE_ENV === 'development'
const GRACE = 10_000
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
  let listening = config.port
  const origin = () => config.publicOrigin ?? `http://localhost:${listening}`
  const shop = await orExit(module, () => module.createShop(config, { origin }))

  /** Tells the id under which the request is known. */
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = createRequest(request, response)
    const ready = await shop.serve(asked, { address: request.socket.remoteAddress ?? '' })
    if (response.destroyed || asked.signal.aborted) return
    if (!request.complete) await throwAwayRest(asked, request)
    if (ready instanceof Response) return void (await sendResponse(response, ready))
    response.writeHead(ready.status, ready.headers).end(ready.body)
    return ready.headers['x-request-id']
  }
  const fail = (response: ServerResponse, error: unknown) => {
    if (response.destroyed) return
    shop.services.log.error({ err: error }, 'request failed outside the routes')
    if (response.headersSent) return response.destroy()
    response.writeHead(500, { 'Content-Type': 'text/plain' })
    response.end('Something broke on our side. Please try again.')
  }
  const files = vite ? vite.middlewares : serveFiles()
  const readiness = { warm: false, closing: false }
  void shop.warm.then(() => {
    readiness.warm = true
  })
  const take = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/readyz') return answerReadiness(response, readiness)
    if (!isProper(request)) return refuse(response)
    const began = performance.now()
    const send = (ready: PageAnswer | ReadyAnswer) => {
      response.writeHead(ready.status, ready.headers)
      response.end(ready.body)
      const requestId = ready.headers['x-request-id']
      const line = answered(request, ready.status, began, requestId === undefined)
      shop.record(typeof requestId === 'string' ? { ...line, requestId } : line)
    }
    const make = () =>
      files(request, response, () => {
        let requestId: string | string[] | undefined
        response.once('close', () => {
          const line = answered(request, response.statusCode, began, false)
          shop.record(typeof requestId === 'string' ? { ...line, requestId } : line)
        })
        answer(request, response).then(
          (id) => {
            requestId = id
          },
          (error) => fail(response, error),
        )
      })
    if (request.method !== 'GET') return make()
    const ready = shop.peek(request.url ?? '/', (name) => headerOf(request, name))
    if (ready) return send(ready)
    const coming = shop.prepare(request.url ?? '/', (name) => headerOf(request, name))
    if (coming === null) return make()
    void coming.then((page) => (page ? send(page) : make()), make)
  }
  server.on('request', (request, response) => {
    try {
      take(request, response)
    } catch (error) {
      fail(response, error)
    }
  })
  // Slow senders are cut off; a browser needs far less.
  server.requestTimeout = 20_000
  server.headersTimeout = 10_000
  server.keepAliveTimeout = 65_000
  // And so are those who ask and do not read.
  server.timeout = 60_000
  await new Promise<void>((resolve) => {
    server.once('error', (error) => leaveUnheard(config.port, error))
    server.listen({ port: config.port, host: config.host }, resolve)
  })
  const address = server.address()
  if (address && typeof address === 'object') listening = address.port
  console.log(`Wizard Box is open at ${origin()} (ready in ${Math.round(performance.now() - began)} ms)`)
  const password = shop.embedded.backend?.newOwnerPassword
  if (password)
    console.log(
      `The owner's account at ${origin()}/admin: ${config.owner.email}, password ${password} (shown once)`,
    )
  const metrics = config.metricsPort === null ? null : serveMetrics(shop, config.metricsPort, config.host)
  closeOnSignal(server, readiness, () => Promise.allSettled([shop.close(), vite?.close(), metrics?.close()]))
}

function leaveUnheard(port: number, error: NodeJS.ErrnoException): never {
  const isTaken = error.code === 'EADDRINUSE'
  console.error(
    isTaken ? `Port ${port} is taken: PORT says which to use instead.` : `Cannot listen: ${error.message}`,
  )
  process.exit(1)
}

/**
 * Reads on what a sender still sends of a body that nobody wants: left where it is, it would hold up the next request
 * on the same connection. Senders without an end are cut off by the time they have.
 */
async function throwAwayRest(asked: Request, request: IncomingMessage): Promise<void> {
  if (asked.body && !asked.body.locked) await asked.body.cancel()
  request.resume()
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
function isProper({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
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

/** The built files, to be read, and to be read by those alone who go on reading. */
function serveFiles() {
  const send = sendFiles()
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const { range, 'if-range': condition, 'accept-encoding': accepted } = request.headers
    // Whoever asks for a part in another way, or for one of a certain version, gets the whole.
    if (range !== undefined && (condition !== undefined || !isPlainRange(range))) delete request.headers.range
    if (accepted !== undefined) request.headers['accept-encoding'] = withoutRefused(accepted)
    // Neither a file that nobody reads on nor one that has vanished, because a new build came, may stay open or end the process.
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    send(request, response, next)
  }
}

/** Whether a Range header asks for one part that there can be: the file server takes it to be so. */
function isPlainRange(range: string): boolean {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{1,12})?$/.exec(range) ?? []
  return first !== undefined && (last === undefined || (Number(last) > 0 && Number(first) <= Number(last)))
}

/** Without the encodings of weight zero, which are refused: the file server looks for names alone. */
function withoutRefused(accepted: string): string {
  return accepted
    .split(',')
    .filter((encoding) => !/;\s*q=0(?:\.0*)?\s*$/i.test(encoding))
    .join()
}

/** Hashed files for ever, pre-compressed; the rest for an hour. */
function sendFiles() {
  return sirv(built('./build/client'), {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      const isHashed = pathname.startsWith('/assets/')
      response.setHeader(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      response.setHeader('X-Content-Type-Options', 'nosniff')
      // The table of types that sirv uses has no icons.
      if (pathname.endsWith('.ico')) response.setHeader('Content-Type', 'image/vnd.microsoft.icon')
      // Browsers take what to fetch ahead from nothing that merely calls itself JSON.
      if (pathname === '/speculation-rules.json')
        response.setHeader('Content-Type', 'application/speculationrules+json')
    },
  })
}

/** Hot reload shares the shop's own port, so that several can run beside each other. */
async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite')
  return createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
}

/** Finishes what is under way, then leaves; a second signal or the end of grace leaves at once. */
function closeOnSignal(server: Server, state: { closing: boolean }, closeRest: () => Promise<unknown>) {
  const close = async () => {
    if (state.closing) process.exit(1)
    state.closing = true
    setTimeout(() => process.exit(1), GRACE).unref()
    server.close()
    server.closeIdleConnections()
    while (server.listening) await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        server.closeIdleConnections()
        server.getConnections((_, count) => {
          if (count > 0) return
          clearInterval(poll)
          resolve()
        })
      }, 50)
    })
    await closeRest()
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

await start()
