import type { SupabaseClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import { type BackendAccess, expectDone, type ReadableRows, readableRows } from './client.server.ts'
import { searchFilter } from './search-patterns.server.ts'

/** A row's place in a list that is sorted by when its rows were written. */
export type RowCursor = { readonly createdAt: string; readonly id: string }

/**
 * Which part of a list: `page` from 1, and words to look for. With `after` or `before` the page begins or ends at
 * that row, which costs the same however far down it is; `page` is then only its number.
 */
export type ListQuery = {
  readonly page: number
  readonly pageSize?: number
  readonly search?: string
  readonly after?: RowCursor
  readonly before?: RowCursor
  /** Leaves the counting out, for those who read on to the end: `total` is what is known without. */
  readonly uncounted?: boolean
}

export type Page<T> = ReadableRows<T> & {
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  /** How many rows the whole list has. */
  readonly total: number
}

export type ListRequest = ReturnType<ReturnType<SupabaseClient['from']>['select']>

export type Listing<Row extends z.ZodType> = {
  readonly table: string
  readonly columns: string
  readonly schema: z.ZodArray<Row>
  readonly narrow?: (rows: ListRequest) => ListRequest
}

type ListReply = {
  readonly data: unknown
  readonly error: { readonly code?: string; readonly message: string } | null
  readonly status: number
  readonly count?: number | null
}

const PAGE_SIZE = 50
const LARGEST_PAGE = 1000
/** PostgREST's code for a range that begins beyond the last row. */
const BEYOND_THE_END = 'PGRST103'

function searched(rows: ListRequest, search: string | undefined): ListRequest {
  const filter = searchFilter(search)
  // One filter for all words: of several on the same column the embedded backend heeds the last alone.
  return filter === null ? rows : rows.filter('search_text', 'like(all)', filter)
}

/**
 * The rows beyond a place, in either direction. The first condition says nothing that the second doesn't, but lets
 * the index on `created_at` find the place.
 */
function beyond(rows: ListRequest, place: RowCursor | undefined, isForward: boolean): ListRequest {
  if (place === undefined) return rows
  const past = isForward ? 'lt' : 'gt'
  return rows
    .filter('created_at', `${past}e`, place.createdAt)
    .or(`created_at.${past}."${place.createdAt}",id.${past}."${place.id}"`)
}

/** Reads one page of a list, newest first, and counts the whole of it. @throws UpstreamError */
export function createListReader(client: SupabaseClient, access: Pick<BackendAccess, 'log'>) {
  /** The rows of the page; none beyond the end. */
  async function readRows<Row extends z.ZodType>(
    { table, columns, schema, narrow = (rows) => rows }: Listing<Row>,
    query: ListQuery,
    pageSize: number,
  ): Promise<ReadableRows<z.output<Row>>> {
    const place = query.after ?? query.before
    const isForward = query.after !== undefined || query.before === undefined
    const ascending = !isForward
    const start = place ? 0 : (query.page - 1) * pageSize
    const rows = searched(narrow(client.from(table).select(columns)), query.search)
    const reply: ListReply = await beyond(rows, place, isForward)
      .order('created_at', { ascending })
      .order('id', { ascending })
      .range(start, start + pageSize - 1)
    const data = reply.error?.code === BEYOND_THE_END ? [] : reply.data
    const error = reply.error?.code === BEYOND_THE_END ? null : reply.error
    const newestFirst = ascending && Array.isArray(data) ? data.toReversed() : data
    return readableRows(access, `list ${table}`, { ...reply, error, data: newestFirst }, schema)
  }

  async function countRows<Row extends z.ZodType>(
    { table, narrow = (rows) => rows }: Listing<Row>,
    search: string | undefined,
  ): Promise<number> {
    const rows = narrow(client.from(table).select('id', { count: 'exact', head: true }))
    const reply: ListReply = await searched(rows, search)
    expectDone(`count ${table}`, reply)
    return reply.count ?? 0
  }

  return async function list<Row extends z.ZodType>(
    listing: Listing<Row>,
    query: ListQuery,
  ): Promise<Page<z.output<Row>>> {
    const pageSize = Math.min(Math.max(1, Math.trunc(query.pageSize ?? PAGE_SIZE)), LARGEST_PAGE)
    const page = Math.max(1, Math.trunc(query.page) || 1)
    const { rows, unreadable } = await readRows(listing, { ...query, page }, pageSize)
    const found = rows.length + unreadable
    const known = (page - 1) * pageSize + found
    // A page that is not full is the end of the list: counting would be the same search once more.
    const isEnd = !query.before && found < pageSize && (page === 1 || found > 0)
    const total = query.uncounted || (isEnd && !query.after) ? known : await countRows(listing, query.search)
    return { rows, unreadable, page, pageSize, total, pageCount: Math.max(1, Math.ceil(total / pageSize)) }
  }
}
