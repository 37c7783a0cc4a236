import { cutText } from '#app/models/cut-text.ts'
import type { ListView } from '#app/models/owner-lists.ts'
import type { ListQuery, Page } from '../backend/list-pages.server.ts'
import type { Services } from '../request/services.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'

const MAX_SEARCH_LENGTH = 100

/** The query in a list's URL. An invalid page number means the first page. */
export function readListQuery(url: URL): ListQuery & { readonly search: string } {
  const page = Number(url.searchParams.get('page') ?? 1)
  return {
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    search: cutText((url.searchParams.get('q') ?? '').trim(), MAX_SEARCH_LENGTH),
  }
}

/** The list's path and query with another page. */
function withPage(url: URL, page: number): string {
  const query = new URLSearchParams(url.search)
  if (page > 1) query.set('page', String(page))
  else query.delete('page')
  const search = query.toString()
  return search === '' ? url.pathname : `${url.pathname}?${search}`
}

function toView<T>(url: URL, search: string, list: Page<T>): ListView<T> {
  const { rows, page, pageCount, total } = list
  return {
    rows,
    page,
    pageCount: Math.max(page, pageCount),
    total,
    search,
    previous: page > 1 ? withPage(url, page - 1) : null,
    next: rows.length > 0 && page < pageCount ? withPage(url, page + 1) : null,
  }
}

/**
 * Reads the page of a list that a URL requests; beyond the end, the last page.
 * @returns null when the backend is unreachable, which is logged
 */
export async function readList<T>(
  services: Pick<Services, 'log'>,
  url: URL,
  list: (query: ListQuery) => Promise<Page<T>>,
): Promise<ListView<T> | null> {
  const query = readListQuery(url)
  return nullOnOutage(services, async () => {
    const requested = await list(query)
    const { page, pageCount, rows } = requested
    const isBeyondEnd = rows.length === 0 && page > pageCount
    const found = isBeyondEnd ? await list({ page: pageCount, search: query.search }) : requested
    return toView(url, query.search, found)
  })
}

/** The result of `work`, or null when the backend is unreachable, so that the rest of the page can be shown. */
export function nullOnOutage<T>({ log }: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T | null> {
  return onOutage(work, (error) => {
    log.warn({ err: error }, 'a list of the owner’s room is out of reach')
    return null
  })
}

/** Maps the rows of a view, such as to remove what must not be sent to the browser. */
export function mapList<T, U>(list: ListView<T>, map: (row: T) => U): ListView<U> {
  return { ...list, rows: list.rows.map(map) }
}
