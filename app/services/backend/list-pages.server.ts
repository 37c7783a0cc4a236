import type { SupabaseClient } from '@supabase/supabase-js'
import type { z } from 'zod'
import { expectDone, type Reply, rowsOf } from './client.server.ts'
import { searchFilter } from './search-patterns.server.ts'

/** Position of a row in a list sorted by creation time, then id. `createdAt` is ISO 8601. */
export type RowCursor = { readonly createdAt: string; readonly id: string }

/** A page of a list, counted from 1, filtered by search terms. */
export type ListQuery = {
  readonly page: number
  /** At most 1,000, as many as PostgREST gives. */
  readonly pageSize?: number
  readonly search?: string
  /** For callers that read the list to its end: skips counting, and reads from the last row that they have. */
  readonly walk?: { readonly after: RowCursor | null }
}

export type Page<T> = {
  readonly rows: readonly T[]
  readonly page: number
  readonly pageCount: number
  /** Number of rows in the whole list. */
  readonly total: number
}

export type ListRequest = ReturnType<ReturnType<SupabaseClient['from']>['select']>

export type Listing<Row extends z.ZodType> = {
  readonly table: string
  readonly columns: string
  readonly schema: z.ZodArray<Row>
  readonly filter?: (rows: ListRequest) => ListRequest
  /** Conditions, as PostgREST writes them, of which a row fulfils at least one. */
  readonly anyOf?: string
}

const PAGE_SIZE = 50
/** PostgREST's error code for a range that starts beyond the last row. */
const RANGE_NOT_SATISFIABLE = 'PGRST103'

function withSearch(rows: ListRequest, search: string | undefined): ListRequest {
  const patterns = searchFilter(search)
  // A single filter for all words: of several on one column, the embedded backend applies only the last.
  return patterns === null ? rows : rows.filter('search_text', 'like(all)', patterns)
}

/**
 * Restricts to rows older than a cursor that fulfil one of the conditions. The filter of the time follows from the rest,
 * but lets PostgreSQL use the index. One `or` for both, as the embedded backend applies only the last of several.
 */
function afterCursor(rows: ListRequest, cursor: RowCursor | null, anyOf: string | undefined): ListRequest {
  if (cursor === null) return anyOf === undefined ? rows : rows.or(anyOf)
  const older = [`created_at.lt."${cursor.createdAt}"`, `id.lt."${cursor.id}"`]
  return rows
    .lte('created_at', cursor.createdAt)
    .or(older.map((place) => (anyOf === undefined ? place : `and(${place},or(${anyOf}))`)).join())
}

/** Creates a function that reads one page of a list, newest first, and counts its rows. It throws UpstreamError. */
export function createListReader(client: SupabaseClient) {
  /** The rows of the page; empty beyond the end. */
  async function readRows<Row extends z.ZodType>(
    { table, columns, schema, filter = (rows) => rows, anyOf }: Listing<Row>,
    query: ListQuery,
    pageSize: number,
  ): Promise<readonly z.output<Row>[]> {
    const start = query.walk ? 0 : (query.page - 1) * pageSize
    const rows = withSearch(filter(client.from(table).select(columns)), query.search)
    const reply: Reply = await afterCursor(rows, query.walk?.after ?? null, anyOf)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(start, start + pageSize - 1)
    if (reply.error?.code === RANGE_NOT_SATISFIABLE) return []
    return rowsOf(`list ${table}`, reply, schema)
  }

  async function countRows<Row extends z.ZodType>(
    { table, filter = (rows) => rows, anyOf }: Listing<Row>,
    search: string | undefined,
  ): Promise<number> {
    const rows = filter(client.from(table).select('id', { count: 'exact', head: true }))
    const found = withSearch(rows, search)
    const reply: Reply = await (anyOf === undefined ? found : found.or(anyOf))
    expectDone(`count ${table}`, reply)
    return reply.count ?? 0
  }

  return async function list<Row extends z.ZodType>(
    listing: Listing<Row>,
    query: ListQuery,
  ): Promise<Page<z.output<Row>>> {
    const { page, pageSize = PAGE_SIZE } = query
    const rows = await readRows(listing, query, pageSize)
    const known = (page - 1) * pageSize + rows.length
    // A page that is not full is the last one, so the total is known without a second query.
    const isEnd = rows.length < pageSize && (page === 1 || rows.length > 0)
    const total = query.walk || isEnd ? known : await countRows(listing, query.search)
    return { rows, page, total, pageCount: Math.max(1, Math.ceil(total / pageSize)) }
  }
}
