import { cutText } from '../../models/cut-text.ts'
import type { ListView } from '../../models/owner-lists.ts'
import type { ListQuery, Page, RowCursor } from '../backend/list-pages.server.ts'
import type { Services } from '../request/services.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'

const MAX_SEARCH_LENGTH = 100
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A cursor as it appears in URLs: `2025-11-21T09:14:00.000Z_6f1c…`. */
function formatCursor(cursor: RowCursor): string {
  return `${cursor.createdAt}_${cursor.id}`
}

function parseCursor(text: string | null): RowCursor | undefined {
  const [createdAt = '', id = ''] = text?.split('_') ?? []
  const time = Date.parse(createdAt)
  return Number.isNaN(time) || !UUID.test(id) ? undefined : { createdAt: new Date(time).toISOString(), id }
}

/** The query in a list's URL. Invalid parameters are ignored; an invalid page number means the first page. */
export function readListQuery(url: URL): ListQuery & { readonly search: string } {
  const page = Number(url.searchParams.get('page') ?? 1)
  const isLaterPage = Number.isSafeInteger(page) && page > 1
  const after = isLaterPage ? parseCursor(url.searchParams.get('after')) : undefined
  const before = after ? undefined : parseCursor(url.searchParams.get('before'))
  return {
    page: isLaterPage ? page : 1,
    search: cutText((url.searchParams.get('q') ?? '').trim(), MAX_SEARCH_LENGTH),
    ...(after && { after }),
    // The first page starts at the newest row, so it takes no cursor.
    ...(before && isLaterPage && { before }),
  }
}

/** The list's path and query with another position. */
function withPosition(url: URL, position: Record<string, string>): string {
  const query = new URLSearchParams(url.search)
  for (const name of ['page', 'after', 'before']) query.delete(name)
  for (const [name, value] of Object.entries(position)) query.set(name, value)
  const search = query.toString()
  return search === '' ? url.pathname : `${url.pathname}?${search}`
}

function toView<T extends RowCursor>(url: URL, search: string, list: Page<T>): ListView<T> {
  const { rows, page, pageCount, total } = list
  const [first, last] = [rows.at(0), rows.at(-1)]
  const isEmpty = rows.length === 0
  const previous: Record<string, string> =
    page === 2 || isEmpty ? {} : { page: String(page - 1), ...(first && { before: formatCursor(first) }) }
  const next = { page: String(page + 1), ...(last && { after: formatCursor(last) }) }
  return {
    rows,
    page,
    pageCount: Math.max(page, pageCount),
    total,
    search,
    previous: page > 1 ? withPosition(url, previous) : null,
    next: !isEmpty && page < pageCount ? withPosition(url, next) : null,
  }
}

/**
 * Reads the page of a list that a URL requests; beyond the end, the last page.
 * @returns null when the backend is unreachable, which is logged
 */
export async function readList<T extends RowCursor>(
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
