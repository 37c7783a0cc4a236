import type { Answer } from './answer.server.ts'
import { isSharedPage } from './http.ts'
import { itemCount } from './models/cart.ts'
import { marketOfPath } from './models/market.ts'
import type { Services } from './services/compose.server.ts'
import type { Config } from './services/env.server.ts'
import {
  finishAnswer,
  isRedirect,
  type MadeAnswer,
  type ReadyAnswer,
  responseOf,
} from './services/pages/made-answer.server.ts'
import type { PageVariant } from './services/pages/page-variant.server.ts'
import {
  createSharedPages,
  type PageAnswer,
  type PageRequest,
  pageRequest,
} from './services/pages/shared-pages.server.ts'
import { isAhead } from './services/request.server.ts'
import { hasOnlyCartCookie } from './services/session/visitor-session.server.ts'

/** Fuller carts are rare: their pages are made one by one. */
const MOST_COUNTED = 20
const PAGE_CACHE_BYTES = 32 * 1024 * 1024
const FRESH_MS = 60_000
const STALE_MS = 24 * 3_600_000

/** A header of a request by its name, in lower case. */
type ReadHeader = (name: string) => string | undefined

type Options = {
  readonly config: Config
  readonly services: Services
  readonly answer: Answer
}

/** Answers that show nothing of their visitor, or only how many pieces are in the cart. */
export function createSharedAnswers({ config, services, answer }: Options) {
  const pages = createSharedPages({
    maxBytes: PAGE_CACHE_BYTES,
    freshFor: FRESH_MS,
    staleFor: STALE_MS,
    now: services.now,
    version: () => services.storefront.catalogueVersion(),
    misses: () => services.storefront.catalogueMisses(),
    render: async (variant, origin) => responseOf(await answerVariant(variant, origin)),
  })

  /** Nothing of the asking visitor goes into the page but what the variant holds. */
  function answerVariant(variant: PageVariant, origin: string): Promise<MadeAnswer> {
    const { path, cartCount, headers } = variant
    const request = new Request(new URL(path, origin), { headers })
    const page = { page: origin + path, shared: true, cartCount }
    return answer(request, { ip: '', origin, secure: origin.startsWith('https:') }, null, page)
  }

  /** The page for all with as many pieces in their cart. What is in it comes with the page's data. */
  async function getCounted(asked: PageRequest, count: number | null): Promise<PageAnswer | Response | null> {
    return count === null ? null : pages.get(asked, count)
  }

  /** A page that shows nothing of its visitor but a count, and is one of too many to be kept. */
  async function makeRare(asked: PageRequest, count: number | null): Promise<ReadyAnswer | null> {
    const variant = pages.find(asked, count)
    if (variant === null || variant.isKept) return null
    const made = await answerVariant(variant, asked.origin)
    return isRedirect(made.status) ? null : finishAnswer(made, 'GET', asked.acceptEncoding)
  }

  async function prepareCounted(asked: PageRequest, ahead: boolean): Promise<ReadyAnswer | null> {
    const count = await countOf(services, asked)
    if (count === null) return null
    const found = await getCounted(asked, count)
    if (found instanceof Response) return null
    return found ?? (ahead ? null : makeRare(asked, count))
  }

  return {
    pages,
    makeRare,
    countOf: (asked: PageRequest) => countOf(services, asked),

    /** A kept page, made if need be. A Response is one that may not be kept; null: no shared page answers this. */
    async get(asked: PageRequest, count: number | null): Promise<PageAnswer | Response | null> {
      return (await pages.get(asked)) ?? getCounted(asked, count)
    },

    /**
     * The cached page for a plain GET, without building a Request, running a route or waiting; null means: call
     * `prepare`.
     */
    peek(target: string, header: ReadHeader): PageAnswer | null {
      const asked = readPageRequest(config, target, header)
      return asked && pages.peek(asked)
    },

    /**
     * The same for a visitor who has a cart. Null, now or later, sends the caller to `serve`: the page depends on
     * something else of theirs.
     */
    prepare(target: string, header: ReadHeader): Promise<ReadyAnswer | null> | null {
      const asked = readPageRequest(config, target, header)
      if (asked === null || !hasOnlyCartCookie(asked.cookie) || pages.find(asked, 0) === null) return null
      return prepareCounted(asked, isAhead(headersOf(header)))
    },
  }
}

/**
 * Pieces in the cart of a visitor of whom a page shows nothing else; null for everybody else. Once they went to the
 * checkout, every page asks first what became of that.
 */
async function countOf({ sessions }: Services, asked: PageRequest): Promise<number | null> {
  if (!hasOnlyCartCookie(asked.cookie) || !isSharedPage(asked.target.split('?', 1)[0] ?? '')) return null
  const session = await sessions.open(asked.cookie, asked.origin.startsWith('https:'))
  const cart = session.cart(marketOfPath(asked.target))
  const count = itemCount(cart)
  return !session.hasCart || cart.remoteCartId !== null || count > MOST_COUNTED ? null : count
}

/** Whether the shop answers for this host at all. Health checks come by address, so they always may. */
export function isKnownHost({ allowedHosts }: Config, origin: string, pathname: string): boolean {
  const { host, hostname } = new URL(origin)
  return (
    allowedHosts === null ||
    allowedHosts.includes(host) ||
    allowedHosts.includes(hostname) ||
    pathname === '/healthz'
  )
}

/** What a request without a Request asks for; null where that takes a closer look. */
function readPageRequest(config: Config, target: string, header: ReadHeader): PageRequest | null {
  if (config.mode === 'development' || (config.trustProxy > 0 && !config.publicOrigin)) return null
  const origin = config.publicOrigin ?? `http://${header('host')?.toLowerCase()}`
  if (config.allowedHosts && !(URL.canParse(origin) && isKnownHost(config, origin, target))) return null
  return pageRequest(origin, target, headersOf(header))
}

function headersOf(header: ReadHeader) {
  return { get: (name: string) => header(name.toLowerCase()) ?? null }
}
