import { isSharedPage } from '../../http.ts'
import { parseBundleSize } from '../../models/bundle.ts'
import { subjectOf } from '../../models/contact.ts'
import { FORM_SENT, parseFormName } from '../../models/form-reply.ts'
import { INCOMPLETE } from '../../models/incomplete-choice.ts'
import {
  editionSlug,
  parseEdition,
  parseOption,
  parseWandStyle,
  parseWrapping,
  WAND_STYLES,
  wandSlug,
} from '../../models/option-choice.ts'
import { parseProductFilter } from '../../models/product.ts'
import { hasSignedCookie, plainCookie } from '../session/visitor-session.server.ts'

/** `read` returns the canonical form of a value, or null for an unknown one. */
type Choice = readonly [name: string, pages: RegExp, read: (value: string) => string | number | null]

const PRODUCT = /^\/(us|uk)\/product\//

/**
 * Parameters that change what a shared page shows, and how each is read. Unknown values and all other parameters
 * (campaign tags and the like) are dropped, which bounds the number of variants of a page.
 */
const CHOICES: readonly Choice[] = [
  ['filter', /^\/(us|uk)\/products/, parseProductFilter],
  ['option', PRODUCT, parseOption],
  ['wand', PRODUCT, slugOf(parseWandStyle, wandSlug)],
  ['edition', PRODUCT, slugOf(parseEdition, editionSlug)],
  ['wrapping', PRODUCT, parseWrapping],
  [INCOMPLETE, PRODUCT, () => 1],
  // An empty `size` means that none is chosen; without the parameter the page has a default.
  ['size', PRODUCT, (value) => parseBundleSize(value) ?? ''],
  [FORM_SENT, /^\/(us|uk)/, parseFormName],
  ['subject', /^\/(us|uk)\/contact/, (value) => subjectOf(value) || null],
]
/** Route id of the frame around every page; data without this route holds nothing personal. */
const FRAME_ROUTE = 'market'

/** One of the versions of a shared page. */
export type PageVariant = {
  readonly key: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly isData: boolean
  /** Number of items in the cart, as the page shows it; null for a visitor without a cart. */
  readonly cartCount: number | null
  /** False for a chosen bundle: there are too many of them to cache a page for each. */
  readonly isCacheable: boolean
}

/**
 * Selects the variant of a shared page that a request gets. Variants differ by URL, by whether the cookie notice was
 * answered, and by the stored market.
 * @param target path and query
 * @param cartCount items in the cart of a visitor of whom the page shows nothing else; null for all others
 * @returns null where the page must be rendered for this visitor alone
 */
export function pageVariant(
  target: string,
  cookie: string | null,
  cartCount: number | null = null,
): PageVariant | null {
  const at = target.indexOf('?')
  const pathname = at < 0 ? target : target.slice(0, at)
  const isData = pathname.endsWith('.data')
  // Most URLs have no query, and parsing one costs more than the rest of this function.
  const parameters = at < 0 ? null : new URLSearchParams(target.slice(at))
  const routes = (isData && parameters?.get('_routes')) || null
  if (routes !== null && !areRoutesOf(pathname, routes)) return null
  const isFrameless = routes !== null && !routes.split(',').includes(FRAME_ROUTE)
  if (cartCount === null ? !isFrameless && hasSignedCookie(cookie) : isData) return null
  const search = parameters ? choicesOf(pathname, parameters) : ''
  const routesParameter = routes === null ? '' : `${search ? '&' : ''}_routes=${encodeURIComponent(routes)}`
  const cookies = isFrameless ? '' : sharedCookies(cookie)
  const path = pathname + (search || routesParameter ? `?${search}${routesParameter}` : '')
  const cart = cartCount === null ? '' : ` ${cartCount}`
  return {
    key: `${path} ${cookies}${cart}`,
    path,
    headers: cookies ? { Cookie: cookies } : {},
    isData,
    cartCount,
    isCacheable: !(parameters?.has('wands') && PRODUCT.test(pathname)),
  }
}

/**
 * The canonical address of a shared page: the same for all addresses that show the same content.
 * @param target path and query
 * @returns path and query; null for any other page
 */
export function canonicalAddress(target: string): string | null {
  const at = target.indexOf('?')
  const pathname = at < 0 ? target : target.slice(0, at)
  if (!isSharedPage(pathname) || pathname.endsWith('.data')) return null
  const search = at < 0 ? '' : choicesOf(pathname, new URLSearchParams(target.slice(at)))
  return search ? `${pathname}?${search}` : pathname
}

function choicesOf(pathname: string, parameters: URLSearchParams): string {
  const search = new URLSearchParams()
  for (const [name, pages, read] of CHOICES) {
    const value = pages.test(pathname) ? parameters.get(name) : null
    const canonical = value === null ? null : read(value)
    if (canonical !== null) search.append(name, String(canonical))
  }
  const wands = PRODUCT.test(pathname) ? parameters.getAll('wands').map(parseWandStyle) : []
  for (const wand of WAND_STYLES) if (wands.includes(wand)) search.append('wands', wandSlug(wand))
  return search.toString()
}

function slugOf<T>(read: (value: string) => T | null, write: (choice: T) => string) {
  return (value: string) => {
    const choice = read(value)
    return choice === null ? null : write(choice)
  }
}

/** Whether the requested route ids belong to this page, each listed once. */
function areRoutesOf(pathname: string, routes: string): boolean {
  const [, , page = 'home'] = pathname.replace(/(\/_)?\.data$/, '').split('/')
  const allowed = ['root', FRAME_ROUTE, `routes/market/${page}`]
  const ids = routes.split(',')
  return new Set(ids).size === ids.length && ids.every((id) => allowed.includes(id))
}

function sharedCookies(header: string | null): string {
  const market = plainCookie(header, 'selected_market')
  const consent = plainCookie(header, 'cookieConsent')
  return [
    ...(market === 'us' || market === 'uk' ? [`selected_market=${market}`] : []),
    ...(consent === 'accepted' || consent === 'dismissed' ? ['cookieConsent=accepted'] : []),
  ].join('; ')
}
