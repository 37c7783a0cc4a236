import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { type PipeableStream, renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { DocumentContext } from './components/page/use-shop.ts'
import { Splash } from './components/shell/splash.tsx'
import { compress } from './http.server.ts'
import { criticalCss } from './pages/critical-css.server.ts'
import { allowNoncedScripts, contentSecurityPolicy, policyContext } from './pages/security-headers.server.ts'
import { isWholeSoFar } from './services/fresh/fresh-cache.server.ts'
import { requestContext, servicesContext } from './services/request/context.server.ts'

/** How long the rendering may take, ms. The loaders defer nothing, so it waits for code only. */
export const streamTimeout = 5_000

/** The same for all. It has no code in the browser. */
const splash = renderToStaticMarkup(<Splash />)

/** A whole document: its Content-Security-Policy, a header, lists the hashes of its scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { id, nonce } = context.get(requestContext)
  const rendered = await renderWhole(
    <DocumentContext value={{ nonce, splash, ...(status >= 500 ? { reference: id } : {}) }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </DocumentContext>,
    nonce,
  )
  const { html, scripts } = allowNoncedScripts(rendered, nonce)
  const { tag, styles } = criticalCss(html)
  const policy = contentSecurityPolicy({ scripts, styles }, context.get(policyContext))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', policy)
  const end = html.indexOf('</head>')
  const text = html.slice(0, end) + tag + html.slice(end)
  const page = Buffer.allocUnsafeSlow(text.length)
  page.write(text, 'latin1')
  // Here, as every step from here to the client would copy six times as many bytes.
  const accepted = request.headers.get('Accept-Encoding')
  // Only pages of the page cache are watched.
  const isKept = status === 200 && isWholeSoFar()
  const sent = await compress(page, accepted, headers, isKept)
  // Its memory is free at once, not when all garbage is collected.
  if (sent !== page) page.buffer.transfer(0)
  return new Response(sent, { status, headers })
}

/**
 * What React has written of a page. One buffer is enough, as it writes a page all at once; with one for each page, 64 MB
 * of them waited for the garbage collection. It grows with the first pages.
 */
let written = Buffer.alloc(1_024)

/** @returns what `pipe` writes, one character per byte, which is faster to search and to send than text */
function readWhole(pipe: PipeableStream['pipe']): string {
  let length = 0
  const sink = new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Uint8Array, _encoding, done) {
      const end = length + chunk.length
      if (end > written.length) written = Buffer.concat([written], 2 * end)
      written.set(chunk, length)
      length = end
      done()
    },
  })
  pipe(sink)
  if (!sink.writableEnded) throw new Error('React has not written all of the page at once')
  return written.toString('latin1', 0, length)
}

/** Renders a whole document. */
function renderWhole(document: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(document, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        // A timer keeps the whole rendering in memory until it is cleared.
        clearTimeout(deadline)
        resolve(readWhole(pipe))
      },
      onShellError: reject,
      onError: reject,
    })
    const deadline = setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** Logs unexpected errors. Route error responses are expected, and aborted requests are not errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { log } = context.get(servicesContext)
  log.error({ err: error, path: new URL(request.url).pathname }, 'request failed')
}
