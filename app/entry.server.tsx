import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { ReferenceContext } from './components/layout/reference.ts'
import { requestContext, servicesContext } from './context.ts'
import { DocumentContext, type DocumentFacts } from './runtime/document-facts.ts'
import { renderKept } from './runtime/render-kept.server.ts'
import { finishPage } from './services/pages/finish-page.server.ts'
import { documentResponse } from './services/pages/made-answer.server.ts'

/**
 * How long an answer may wait for data that comes after it, ms. None of ours does, and until then the framework keeps the
 * whole request in memory.
 */
export const streamTimeout = 250

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
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const reference = status >= 500 ? context.get(requestContext).id : undefined
  if (import.meta.env.DEV) {
    const { renderDevelopment } = await import('./runtime/development.server.tsx')
    return new Response(await renderDevelopment(request, routerContext, reference), { status, headers })
  }
  const facts: DocumentFacts = {
    data: await dataOf(routerContext, context, status),
    styles: [],
    keep: renderKept,
  }
  const html = renderToString(
    <DocumentContext value={facts}>
      <ReferenceContext value={reference}>
        <ServerRouter context={onlyMatched(routerContext)} url={request.url} />
      </ReferenceContext>
    </DocumentContext>,
  )
  return documentResponse(`<!DOCTYPE html>${finishPage(html, facts.styles)}`, { status, headers })
}

/** A page that others will get as well leaves its data to a request of its own, which most visits never make. */
async function dataOf(
  { serverHandoffStream }: EntryContext,
  context: RouterContextProvider,
  status: number,
): Promise<string | null> {
  if (context.get(requestContext).shared && status === 200) return null
  const chunks: Uint8Array[] = []
  for await (const chunk of serverHandoffStream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The framework makes routes anew for each page: only of those that the page has. */
function onlyMatched(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(
    ids.flatMap((id) => (manifest.routes[id] ? [[id, manifest.routes[id]]] : [])),
  )
  return { ...context, manifest: { ...manifest, routes }, serverHandoffStream: undefined }
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
