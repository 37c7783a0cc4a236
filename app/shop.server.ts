import * as build from 'virtual:react-router/server-build'
import { type Answer, createAnswers, type Described, OWN_PAGE } from './answer.server.ts'
import { CACHE } from './http.ts'
import { type ComposeOptions, composeServices } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import type { AnsweredRequest } from './services/metrics.server.ts'
import { createMethodsOf } from './services/pages/allowed-methods.server.ts'
import { lastAnswer } from './services/pages/last-answer.server.ts'
import {
  type BareRefusal,
  finishAnswer,
  finishFor,
  isBareRefusal,
  isRedirect,
  type MadeAnswer,
  madeOf,
  type ReadyAnswer,
  responseOfReady,
} from './services/pages/made-answer.server.ts'
import { sharedAddress } from './services/pages/page-variant.server.ts'
import { pageRequest } from './services/pages/shared-pages.server.ts'
import {
  admit,
  borrowedPage,
  type Client,
  describeRequest,
  isAhead,
  requestId,
  speaksJson,
} from './services/request.server.ts'
import { createSharedAnswers, isKnownHost } from './shared-answers.server.ts'

export { ConfigError, parseConfig, readConfig } from './services/env.server.ts'

const UNKNOWN_HOST = { status: 400, reason: 'host' } as const

export type ShopOptions = Partial<Pick<ComposeOptions, 'log' | 'now'>> & {
  /** Where the shop is reached when a request does not say so (mails, webhooks). */
  readonly origin?: () => string
}

/**
 * The whole shop as one function from Request to Response.
 * @throws when an embedded server can't start
 */
export async function createShop(config: Config, options: ShopOptions = {}) {
  const origin = options.origin ?? (() => config.publicOrigin ?? `http://localhost:${config.port}`)
  const composed = await composeServices(config, {
    ...options,
    origin,
    deliverWebhook: (request) => handle(request, { address: '127.0.0.1', isShop: true }),
  })
  const { services, embedded } = composed
  const answer = createAnswers({ config, services, origin })
  const shared = createSharedAnswers({ config, services, answer })
  const methodsOf = createMethodsOf(build.routes)

  /**
   * Answers a request, ready for a socket; a Response comes from what is embedded.
   * @throws for a request that was broken off
   */
  async function serve(incoming: Request, client: Client): Promise<ReadyAnswer | Response> {
    const described = describeRequest(incoming, client, config)
    try {
      return await serveDescribed(incoming, client, described)
    } catch (error) {
      if (incoming.signal.aborted) throw error
      const id = requestId(incoming, config)
      services.log.error({ err: error, requestId: id }, 'request failed outside the routes')
      return finishAnswer(lastAnswer(id, described.secure), incoming.method, '')
    }
  }

  async function serveDescribed(
    incoming: Request,
    client: Client,
    described: Described,
  ): Promise<ReadyAnswer | Response> {
    const url = new URL(incoming.url)
    const { request, refusal } =
      client.isShop || isKnownHost(config, described.origin, url.pathname)
        ? await admit(incoming, url, described.origin)
        : { request: new Request(incoming.url), refusal: UNKNOWN_HOST }
    // The embedded store says itself which methods it takes.
    const forEmbedded = refusal?.reason === 'method' ? incoming : refusal === null ? request : null
    const fromEmbedded = forEmbedded && (await embedded.store?.handle(forEmbedded))
    if (fromEmbedded) return fromEmbedded
    const mayShare = refusal === null && request.method !== 'POST' && config.mode !== 'development'
    const ahead = isAhead(incoming.headers)
    const ready = mayShare ? await serveShared(request, url, described.origin, ahead) : null
    if (ready) return ready
    // What a browser asks for ahead may never be looked at: it gets what is finished, and nothing is done for it.
    if (ahead) return { status: 503, headers: { 'cache-control': CACHE.secret }, body: null }
    const made = refusal
      ? await answer(request, described, refusal)
      : await answerVisitor(answer, request, url, described)
    const isWordless = isBareRefusal(made) && !speaksJson(incoming.headers)
    const said = isWordless ? await inWords(answer, made, request, url, described) : made
    // A route that does not take a method says which ones it takes.
    if (said.status === 405 && !said.headers.has('Allow')) said.headers.set('Allow', methodsOf(url.pathname))
    return finishFor(request, said)
  }

  /** Answers with what shows nothing of the visitor but a count; null where more of them is needed. */
  async function serveShared(
    request: Request,
    url: URL,
    origin: string,
    ahead: boolean,
  ): Promise<ReadyAnswer | null> {
    const asked = pageRequest(origin, url.pathname + url.search, request.headers)
    const count = await shared.countOf(asked)
    const found = await shared.get(asked, count)
    if (found && !(found instanceof Response))
      return request.method === 'HEAD' ? { ...found, body: null } : found
    // A shared page knows only the part of the query that it shows; who is sent on takes all of it along.
    if (found && !(isRedirect(found.status) && url.search)) return finishFor(request, await madeOf(found))
    return ahead || request.method !== 'GET' ? null : shared.makeRare(asked, count)
  }

  /** `serve`, with a Response for every answer. */
  async function handle(incoming: Request, client: Client): Promise<Response> {
    const served = await serve(incoming, client)
    return served instanceof Response ? served : responseOfReady(served)
  }

  // Loaded only where they are wanted.
  const metrics =
    config.metricsPort === null
      ? null
      : (await import('./services/metrics.server.ts')).createMetrics({
          pageCacheBytes: () => shared.pages.bytes,
        })

  /** Writes an answered request down: a line in the log, without the query, and the metrics when they are wanted. */
  function record(answered: AnsweredRequest & { readonly requestId?: string | undefined }): void {
    const ms = Math.round(answered.ms * 10) / 10
    services.log.info({ ...answered, path: answered.path.slice(0, 200), ms }, 'request')
    metrics?.observe(answered)
  }

  return {
    handle,
    serve,
    peek: shared.peek,
    prepare: shared.prepare,
    record,
    metrics,
    /** Resolves when the catalogue was asked for once, whatever came of it. */
    warm: composed.warm,
    services,
    embedded,
    pages: shared.pages,
    close: composed.close,
  }
}

export type Shop = Awaited<ReturnType<typeof createShop>>

/**
 * Answers one visitor. A page that is shared but for them is asked for by the one address of what it shows, so that
 * nothing of their own gets into the parts that others see as well.
 */
async function answerVisitor(
  answer: Answer,
  request: Request,
  url: URL,
  described: Described,
): Promise<MadeAnswer> {
  const target = url.pathname + url.search
  const address = request.method === 'GET' ? sharedAddress(target) : null
  if (address === null) return answer(request, described, null)
  const { headers, signal } = request
  const asked = address === target ? request : new Request(new URL(address, url), { headers, signal })
  const made = await answer(asked, described, null, { ...OWN_PAGE, page: described.origin + address })
  return isRedirect(made.status) && asked !== request ? answer(request, described, null) : made
}

/** The page for a refusal that the framework answered without one. */
async function inWords(
  answer: Answer,
  refusal: BareRefusal,
  request: Request,
  url: URL,
  described: Described,
): Promise<MadeAnswer> {
  const page = new Request(borrowedPage(url), { headers: request.headers })
  const refused = await answer(page, described, { status: refusal.status, reason: 'method' })
  // Whoever may keep the refusal was settled where it was made.
  const policy = refusal.headers.get('Cache-Control')
  if (policy !== null) refused.headers.set('Cache-Control', policy)
  return refused
}
