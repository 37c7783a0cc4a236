import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { DocumentContext } from './components/page/document.ts'
import { requestContext, servicesContext } from './services/request/context.server.ts'

/** How long the rendering may take, ms. The loaders defer nothing, so it waits for code only. */
export const streamTimeout = 5_000

/**
 * Renders a whole document: its Content-Security-Policy lists the hashes of its scripts, so it has to be complete
 * before its headers are sent.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { id, nonce } = context.get(requestContext)
  const info = { nonce, ...(status >= 500 ? { reference: id } : {}) }
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext value={info}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </DocumentContext>,
      {
        nonce,
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          const chunks: Buffer[] = []
          pipe(
            new Writable({
              write(chunk: Buffer, _encoding, done) {
                chunks.push(chunk)
                done()
              },
              final(done) {
                resolve(new Response(Buffer.concat(chunks), { status, headers }))
                done()
              },
            }),
          )
        },
        onShellError: reject,
        onError: reject,
      },
    )
    setTimeout(abort, streamTimeout + 1_000).unref()
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
