import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import * as heads from './components/layout/page-head.ts'
import { provideMeta } from './components/layout/page-meta.ts'
import { ReferenceContext } from './components/layout/reference.ts'
import { requestContext, servicesContext } from './context.ts'
import { DocumentContext, type DocumentFacts } from './runtime/document-facts.ts'
import { createFragmentRenderer } from './runtime/render-fragments.server.ts'
import { finishPage, withTitleInHead } from './services/pages/finish-page.server.ts'
import { type FirstFiles, firstFiles } from './services/pages/first-files.server.ts'
import { documentResponse } from './services/pages/made-answer.server.ts'
import { isContentPage, pageScripts } from './services/pages/page-scripts.server.ts'

provideMeta(heads)

/**
 * How long an answer may wait for data that comes after it, ms. None of ours does, and until then the framework keeps the
 * whole request in memory.
 */
export const streamTimeout = 250

/** How long a part that speaks of today or of what is left is kept, ms. */
const MOMENT = 60_000

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
  const { page, now, catalogueState } = context.get(requestContext)
  const services = context.get(servicesContext)
  const version = `${catalogueState} ${Math.floor(now / MOMENT)}`
  // What the loaders made of a catalogue that changed meanwhile, or that could not be had, is for this document only.
  const isSteady = services.storefront.catalogueState() === catalogueState
  const { renderFragment, parts } = createFragmentRenderer(isSteady ? services : {}, version)
  const files = firstFiles(routerContext)
  const styles = stylesOf(routerContext, files)
  const scripts = pageScripts(routerContext, files, styles, await dataOf(routerContext, context, status))
  const facts: DocumentFacts = {
    // What an action or an error has put on a page is for one visitor.
    page: status === 200 && request.method === 'GET' ? page : null,
    renderFragment,
  }
  const html = renderToString(
    <DocumentContext value={facts}>
      <ReferenceContext value={reference}>
        <ServerRouter context={onlyMatched(routerContext)} url={request.url} />
      </ReferenceContext>
    </DocumentContext>,
  )
  // Elsewhere the page's own scripts fetch ahead soon, and on a slow line the rules would stand in their way.
  if (facts.page && isContentPage(routerContext))
    headers.set('Speculation-Rules', '"/speculation-rules.json"')
  const document = `<!DOCTYPE html>${status === 200 ? html : withTitleInHead(html)}`
  return documentResponse(finishPage(document, parts, styles, scripts), { status, headers })
}

/** Stylesheets of the routes that are shown: those below an error are not. */
function stylesOf(
  { staticHandlerContext: { errors } }: EntryContext,
  files: readonly FirstFiles[],
): readonly string[] {
  const failed = errors ? files.findIndex(({ route }) => errors[route.id] !== undefined) : -1
  const shown = failed < 0 ? files : files.slice(0, failed + 1)
  return [...new Set(shown.flatMap(({ styles }) => styles))]
}

/** A page that others will get as well leaves its data to a request of its own, which most visits never make. */
async function dataOf(
  document: EntryContext,
  context: RouterContextProvider,
  status: number,
): Promise<string | null> {
  if (context.get(requestContext).shared && status === 200) return null
  const chunks: Uint8Array[] = []
  // Encoded only when it is looked at (`vite.config.ts`).
  for await (const chunk of document.serverHandoffStream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The framework makes routes anew for each page: only of those that the page has. */
function onlyMatched(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(
    ids.flatMap((id) => (manifest.routes[id] ? [[id, manifest.routes[id]]] : [])),
  )
  // Without a look at what it leaves alone.
  return Object.create(context, {
    manifest: { value: { ...manifest, routes } },
    serverHandoffStream: { value: undefined },
  })
}

/** Logs what nobody expected. Route error responses are answers, and aborted requests are nobody's fault. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { log } = context.get(servicesContext)
  log.error({ err: error, path: new URL(request.url).pathname }, 'request failed')
}
