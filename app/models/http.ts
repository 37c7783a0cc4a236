/** `Cache-Control` values by purpose. Times in seconds. */
export const CACHE = {
  /** A page that is the same for all visitors: stored by shared caches, revalidated by browsers. */
  sharedPage: 'public, max-age=0, s-maxage=60, stale-while-revalidate=300, must-revalidate',
  /** Loader data of such a page, which the browser prefetches and stores until the click. */
  sharedData: 'public, max-age=120, s-maxage=60, stale-while-revalidate=300',
  /** A page for one visitor. `no-store` would disable the back/forward cache. */
  personalPage: 'private, no-cache',
  file: 'public, max-age=3600',
  /** A file with a hash of its content in its name. */
  hashedFile: 'public, max-age=31536000, immutable',
  /** Information about a visitor that an external service was called for. */
  visitor: 'private, max-age=3600',
  /** Admin pages, and responses that contain a secret. */
  secret: 'private, no-store',
  none: 'no-store',
} as const

/** Whether a text is a name or IP address with an optional port, so that it cannot change the path of a URL. */
export function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`)
}

/** Whether an If-None-Match header matches `etag`: `*` matches anything, and comparison is weak (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  return (
    ifNoneMatch !== null && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.replace(/^W\//, '')))
  )
}

/** The encodings in an Accept-Encoding header, in lower case, without those of weight zero, which are refused. */
export function acceptedEncodings(accepted: string): string[] {
  return accepted
    .toLowerCase()
    .split(',')
    .filter((encoding) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(encoding))
    .map((encoding) => (encoding.split(';')[0] ?? '').trim().replace(/^x-gzip$/, 'gzip'))
}

/** The first of these encodings that an Accept-Encoding header names. */
export function chooseEncoding<Name extends string>(names: readonly Name[], accepted: string | null) {
  return names.find((name) => acceptedEncodings(accepted ?? '').includes(name))
}

/** Whether a path asks for the data of a page, as the client router does, instead of the page. */
export function isDataPath(pathname: string): boolean {
  return pathname.endsWith('.data')
}

/** The query for a redirect, with its "?", without the client router's `_routes`. */
export function originalSearch(url: string): string {
  const { pathname, search, searchParams } = new URL(url)
  if (!isDataPath(pathname)) return search
  searchParams.delete('_routes')
  return searchParams.size > 0 ? `?${searchParams}` : ''
}
