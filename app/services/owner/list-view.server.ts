import { cutText } from '../../models/cut-text.ts'
import type { ListQuery, Page, RowPlace } from '../backend/list-pages.server.ts'
import type { Services } from '../compose.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'

/** One page of a list as the room shows it. */
export type ListView<T> = {
  readonly rows: readonly T[]
  /** How many rows of the page cannot be shown. */
  readonly unread: number
  readonly page: number
  readonly pageCount: number
  readonly total: number
  /** The words that were looked for, or empty. */
  readonly search: string
  /** Addresses of the pages beside it; null at the ends. */
  readonly previous: string | null
  readonly next: string | null
}

const LONGEST_SEARCH = 100
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `2025-11-21T09:14:00.000Z_6f1c…`: a row's place as it stands in an address. */
function formatPlace(place: RowPlace): string {
  return `${place.createdAt}_${place.id}`
}

function parsePlace(text: string | null): RowPlace | undefined {
  const [createdAt = '', id = ''] = text?.split('_') ?? []
  const time = Date.parse(createdAt)
  return Number.isNaN(time) || !UUID.test(id) ? undefined : { createdAt: new Date(time).toISOString(), id }
}

/** What a list's address asks for; nonsense in it is the first page. */
export function readListQuery(url: URL): ListQuery & { readonly search: string } {
  const page = Number(url.searchParams.get('page') ?? 1)
  const isNumber = Number.isSafeInteger(page) && page > 1
  const after = isNumber ? parsePlace(url.searchParams.get('after')) : undefined
  const before = after ? undefined : parsePlace(url.searchParams.get('before'))
  return {
    page: isNumber ? page : 1,
    search: cutText((url.searchParams.get('q') ?? '').trim(), LONGEST_SEARCH),
    ...(after && { after }),
    // The first page begins at the beginning, whatever has come since.
    ...(before && isNumber && { before }),
  }
}

function addressOf(url: URL, changes: Record<string, string>): string {
  const query = new URLSearchParams(url.search)
  for (const name of ['page', 'after', 'before']) query.delete(name)
  for (const [name, value] of Object.entries(changes)) query.set(name, value)
  const search = query.toString()
  return search === '' ? url.pathname : `${url.pathname}?${search}`
}

function toView<T extends RowPlace>(url: URL, search: string, list: Page<T>): ListView<T> {
  const { rows, unread, page, pageCount, total } = list
  // A row that cannot be read has no place to go on from: the pages beside it are found by their numbers.
  const [first, last] = unread > 0 ? [] : [rows.at(0), rows.at(-1)]
  const isNothing = rows.length + unread === 0
  const back: Record<string, string> =
    page === 2 || isNothing ? {} : { page: String(page - 1), ...(first && { before: formatPlace(first) }) }
  const on = { page: String(page + 1), ...(last && { after: formatPlace(last) }) }
  return {
    rows,
    unread,
    page,
    pageCount: Math.max(page, pageCount),
    total,
    search,
    previous: page > 1 ? addressOf(url, back) : null,
    next: !isNothing && page < pageCount ? addressOf(url, on) : null,
  }
}

/**
 * Reads the page of a list that an address asks for; one beyond the end is the last.
 * @returns null when the backend is out of reach, which is logged
 */
export async function readList<T extends RowPlace>(
  services: Pick<Services, 'log'>,
  url: URL,
  list: (query: ListQuery) => Promise<Page<T>>,
): Promise<ListView<T> | null> {
  const query = readListQuery(url)
  return orNull(services, async () => {
    const asked = await list(query)
    const { page, pageCount, rows, unread } = asked
    const isBeyond = rows.length + unread === 0 && page > pageCount
    return toView(url, query.search, isBeyond ? await list({ page: pageCount, search: query.search }) : asked)
  })
}

/** The value, or null when the backend is out of reach: the rest of the room works on. */
export async function orNull<T>({ log }: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.warn({ err: error }, 'a list of the owner’s room is out of reach')
    return null
  }
}

/** The view with other rows, such as rows without what the browser must not get. */
export function mapList<T, U>(list: ListView<T>, map: (row: T) => U): ListView<U> {
  return { ...list, rows: list.rows.map(map) }
}
