import { isSharedPage } from '../../http.ts'
import { parseBundleSize } from '../../models/bundle.ts'
import { subjectOf } from '../../models/contact.ts'
import { FORM_SENT, parseFormName } from '../../models/form-reply.ts'
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

/** `read` gives the canonical form of a value, or null for one that it does not know. */
type Choice = readonly [name: string, pages: RegExp, read: (value: string) => string | number | null]

const PRODUCT = /^\/(us|uk)\/product\//

/**
 * Parameters that change what a shared page shows, and how each is read. What can't be read shows the page as it is
 * without, and others (campaign tags and the like) do not make another page: there are only so many versions of one.
 */
const CHOICES: readonly Choice[] = [
  ['filter', /^\/(us|uk)\/products/, parseProductFilter],
  ['option', PRODUCT, parseOption],
  ['wand', PRODUCT, slugOf(parseWandStyle, wandSlug)],
  ['edition', PRODUCT, slugOf(parseEdition, editionSlug)],
  ['wrapping', PRODUCT, parseWrapping],
  // `?size=` means that no size is chosen, unlike the page's default.
  ['size', PRODUCT, (value) => parseBundleSize(value) ?? ''],
  [FORM_SENT, /^\/(us|uk)/, parseFormName],
  ['subject', /^\/(us|uk)\/contact/, (value) => subjectOf(value) || null],
]
/** Route id of the frame around every page; data that leaves it out holds nothing personal. */
const FRAME_ROUTE = 'market'

/** Which of the shared versions of a page a visitor gets. */
export type PageVariant = {
  readonly key: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly isData: boolean
  /** Pieces in the cart that the page shows; null for a visitor without one. */
  readonly cartCount: number | null
  /** Too many bundles can be chosen to keep a page for each. */
  readonly isKept: boolean
}

/**
 * Tells which shared version of a page answers a request, or null when it must be made for this visitor alone.
 * Versions differ by address, by whether the cookie notice was answered and by the stored market.
 * @param target path and query
 * @param cartCount pieces in the cart of a visitor who has nothing else of their own; null for everybody else
 */
export function pageVariant(
  target: string,
  cookie: string | null,
  cartCount: number | null = null,
): PageVariant | null {
  const at = target.indexOf('?')
  const pathname = at < 0 ? target : target.slice(0, at)
  const isData = pathname.endsWith('.data')
  // Nearly all addresses have no parameters, and taking them apart costs more than the rest.
  const asked = at < 0 ? null : new URLSearchParams(target.slice(at))
  const routes = (isData && asked?.get('_routes')) || null
  if (routes !== null && !areRoutesOf(pathname, routes)) return null
  const isFrameless = routes !== null && !routes.split(',').includes(FRAME_ROUTE)
  if (cartCount === null ? !isFrameless && hasSignedCookie(cookie) : isData) return null
  const search = asked ? choicesOf(pathname, asked) : ''
  const routesAsked = routes === null ? '' : `${search ? '&' : ''}_routes=${encodeURIComponent(routes)}`
  const cookies = isFrameless ? '' : sharedCookies(cookie)
  const path = pathname + (search || routesAsked ? `?${search}${routesAsked}` : '')
  const cart = cartCount === null ? '' : ` ${cartCount}`
  return {
    key: `${path} ${cookies}${cart}`,
    path,
    headers: cookies ? { Cookie: cookies } : {},
    isData,
    cartCount,
    isKept: !(asked?.has('wands') && PRODUCT.test(pathname)),
  }
}

/**
 * The canonical address of a shared page: every address that shows the same has the same one.
 * @param target path and query
 * @returns null for any other page
 */
export function sharedAddress(target: string): string | null {
  const at = target.indexOf('?')
  const pathname = at < 0 ? target : target.slice(0, at)
  if (!isSharedPage(pathname) || pathname.endsWith('.data')) return null
  const search = at < 0 ? '' : choicesOf(pathname, new URLSearchParams(target.slice(at)))
  return search ? `${pathname}?${search}` : pathname
}

function choicesOf(pathname: string, asked: URLSearchParams): string {
  const search = new URLSearchParams()
  for (const [name, pages, read] of CHOICES) {
    const value = pages.test(pathname) ? asked.get(name) : null
    const known = value === null ? null : read(value)
    if (known !== null) search.append(name, String(known))
  }
  const wands = PRODUCT.test(pathname) ? asked.getAll('wands').map(parseWandStyle) : []
  for (const wand of WAND_STYLES) if (wands.includes(wand)) search.append('wands', wandSlug(wand))
  return search.toString()
}

function slugOf<T>(read: (value: string) => T | null, write: (known: T) => string) {
  return (value: string) => {
    const known = read(value)
    return known === null ? null : write(known)
  }
}

/** Whether only routes that this page has are asked for, each once. */
function areRoutesOf(pathname: string, routes: string): boolean {
  const [, , page = 'home'] = pathname.replace(/(\/_)?\.data$/, '').split('/')
  const own = ['root', FRAME_ROUTE, `routes/market/${page}`]
  const ids = routes.split(',')
  return new Set(ids).size === ids.length && ids.every((id) => own.includes(id))
}

function sharedCookies(header: string | null): string {
  const market = plainCookie(header, 'selected_market')
  const consent = plainCookie(header, 'cookieConsent')
  return [
    ...(market === 'us' || market === 'uk' ? [`selected_market=${market}`] : []),
    ...(consent === 'accepted' || consent === 'dismissed' ? ['cookieConsent=accepted'] : []),
  ].join('; ')
}
