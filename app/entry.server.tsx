import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { ReferenceContext } from './components/layout/reference.ts'
import { requestContext, servicesContext } from './context.ts'

const RENDER_DEADLINE = 8_000

/**
 * Renders a document and answers it whole. Nothing is streamed: the security policy lists the hash of every inline
 * script, so the page must be finished before its headers are.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const reference = status >= 500 ? context.get(requestContext).id : undefined
  const html = await renderWhole(
    <ReferenceContext value={reference}>
      <ServerRouter context={routerContext} url={request.url} />
    </ReferenceContext>,
  )
  return new Response(request.method === 'HEAD' ? null : html, { status, headers })
}

function renderWhole(element: React.ReactElement): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => chunks.push(chunk))
    sink.on('end', () => resolve(Buffer.concat(chunks)))
    sink.on('error', reject)
    const { pipe, abort } = renderToPipeableStream(element, {
      onAllReady() {
        clearTimeout(timer)
        pipe(sink)
      },
      onShellError: reject,
      onError: reject,
    })
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_DEADLINE)
  })
}

/** Logs what nobody expected, once. Route error responses are answers, and aborted requests are nobody's fault. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { log } = context.get(servicesContext)
  log.error(
    { err: error, requestId: context.get(requestContext).id, path: new URL(request.url).pathname },
    'request failed',
  )
}
