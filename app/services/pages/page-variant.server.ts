import { subjectOf } from '../../models/contact.ts'
import { hasSignedCookie, plainCookie } from '../session/visitor-session.server.ts'

/** Parameters that change what a shared page shows. Others (campaign tags and the like) do not make another page. */
const MEANINGFUL = ['filter', 'option', 'wand', 'edition', 'wrapping', 'size', 'wands', '_routes']
const MAX_SEARCH = 300
/** Route id of the frame around every page; data that leaves it out holds nothing personal. */
const FRAME_ROUTE = 'market'

/** Which of the shared versions of a page a visitor gets. */
export type PageVariant = {
  readonly key: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly isData: boolean
}

/**
 * Tells which shared version of a page answers a request, or null when it must be made for this visitor alone.
 * Versions differ by address, by whether the cookie notice was answered and by the stored market.
 * @param target path and query
 */
export function pageVariant(target: string, cookie: string | null): PageVariant | null {
  const at = target.indexOf('?')
  const pathname = at < 0 ? target : target.slice(0, at)
  const isData = pathname.endsWith('.data')
  // Nearly all addresses have no parameters, and taking them apart costs more than the rest.
  const asked = at < 0 ? null : new URLSearchParams(target.slice(at))
  const routes = asked?.get('_routes') ?? null
  const isFrameless = isData && routes !== null && !routes.split(',').includes(FRAME_ROUTE)
  if (!isFrameless && hasSignedCookie(cookie)) return null
  const search = new URLSearchParams()
  for (const name of asked ? MEANINGFUL : [])
    for (const value of asked?.getAll(name) ?? []) search.append(name, value)
  const subject = subjectOf(asked?.get('subject') ?? null)
  if (subject) search.append('subject', subject)
  const text = search.toString()
  if (text.length > MAX_SEARCH) return null
  const cookies = isFrameless ? '' : sharedCookies(cookie)
  const path = pathname + (text ? `?${text}` : '')
  return { key: `${path} ${cookies}`, path, headers: cookies ? { Cookie: cookies } : {}, isData }
}

function sharedCookies(header: string | null): string {
  const market = plainCookie(header, 'selected_market')
  const consent = plainCookie(header, 'cookieConsent')
  return [
    ...(market === 'us' || market === 'uk' ? [`selected_market=${market}`] : []),
    ...(consent === 'accepted' || consent === 'dismissed' ? ['cookieConsent=accepted'] : []),
  ].join('; ')
}
