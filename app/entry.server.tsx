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
  const facts = await documentFacts(routerContext, context, status)
  const html = renderToString(
    <DocumentContext value={facts}>
      <ReferenceContext value={reference}>
        <ServerRouter context={{ ...routerContext, serverHandoffStream: undefined }} url={request.url} />
      </ReferenceContext>
    </DocumentContext>,
  )
  return documentResponse(`<!DOCTYPE html>${finishPage(html, facts.styles)}`, { status, headers })
}

/** A page that others will get as well leaves its data to a request of its own, which most visits never make. */
async function documentFacts(
  { serverHandoffStream }: EntryContext,
  context: RouterContextProvider,
  status: number,
): Promise<DocumentFacts> {
  if (context.get(requestContext).shared && status === 200) return { data: null, styles: [] }
  return { data: await new Response(serverHandoffStream).text(), styles: [] }
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
