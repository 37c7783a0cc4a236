import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import * as metaFunctions from './components/layout/page-head.ts'
import { provideMeta } from './components/layout/page-meta.ts'
import { ReferenceContext } from './components/layout/reference.ts'
import { requestContext, servicesContext } from './context.ts'
import { DocumentContext, type DocumentFacts } from './runtime/document-facts.ts'
import { createFragmentRenderer } from './runtime/render-fragments.server.ts'
import { finishPage, withTitleInHead } from './services/pages/finish-page.server.ts'
import { type FirstFiles, firstFiles } from './services/pages/first-files.server.ts'
import { isContentPage, pageScripts } from './services/pages/page-scripts.server.ts'
import { documentResponse } from './services/pages/rendered-response.server.ts'

provideMeta(metaFunctions)

/**
 * How long React Router waits for deferred loader data, ms, keeping the request in memory meanwhile. The shop
 * defers none, so this is short.
 */
export const streamTimeout = 250

/** How long a cached fragment may show outdated times or stock, ms. */
const FRAGMENT_MAX_AGE_MS = 60_000

/**
 * Renders a document. Nothing is streamed: the Content-Security-Policy header lists the hash of every inline
 * script, so the document has to be complete before its headers are sent.
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
  const version = `${catalogueState} ${Math.floor(now / FRAGMENT_MAX_AGE_MS)}`
  // If the catalogue changed or failed while the loaders ran, the fragments are cached for this document only.
  const isSteady = services.storefront.catalogueState() === catalogueState
  const { renderFragment, parts } = createFragmentRenderer(isSteady ? services : {}, version)
  const files = firstFiles(routerContext)
  const styles = stylesOf(routerContext, files)
  const scripts = pageScripts(
    routerContext,
    files,
    styles,
    await embeddedDataOf(routerContext, context, status),
  )
  const facts: DocumentFacts = {
    // The result of an action or an error is for one visitor only.
    page: status === 200 && request.method === 'GET' ? page : null,
    renderFragment,
  }
  const html = renderToString(
    <DocumentContext value={facts}>
      <ReferenceContext value={reference}>
        <ServerRouter context={withMatchedRoutes(routerContext)} url={request.url} />
      </ReferenceContext>
    </DocumentContext>,
  )
  // On other pages the page's scripts prefetch, and on a slow network the rules would delay these.
  if (facts.page && isContentPage(routerContext))
    headers.set('Speculation-Rules', '"/speculation-rules.json"')
  const document = `<!DOCTYPE html>${status === 200 ? html : withTitleInHead(html)}`
  return documentResponse(finishPage(document, parts, styles, scripts), { status, headers })
}

/** URLs of the stylesheets of the rendered routes: routes below an error are not rendered. */
function stylesOf(
  { staticHandlerContext: { errors } }: EntryContext,
  files: readonly FirstFiles[],
): readonly string[] {
  const failed = errors ? files.findIndex(({ route }) => errors[route.id] !== undefined) : -1
  const shown = failed < 0 ? files : files.slice(0, failed + 1)
  return [...new Set(shown.flatMap(({ styles }) => styles))]
}

/**
 * The encoded loader data to embed in the document; null for a shared page, whose data the browser requests when its
 * scripts run.
 */
async function embeddedDataOf(
  document: EntryContext,
  context: RouterContextProvider,
  status: number,
): Promise<string | null> {
  if (context.get(requestContext).shared && status === 200) return null
  const chunks: Uint8Array[] = []
  // Reading the stream encodes the data (`scripts/vite/lazy-route-data.ts`).
  for await (const chunk of document.serverHandoffStream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/**
 * The context with the matched routes only: React Router creates route objects for all it is given, on each render.
 */
function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(
    ids.flatMap((id) => (manifest.routes[id] ? [[id, manifest.routes[id]]] : [])),
  )
  // Not a spread, which would read `serverHandoffStream` and so encode the data.
  return Object.create(context, {
    manifest: { value: { ...manifest, routes } },
    serverHandoffStream: { value: undefined },
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
