import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import {
  expectDone,
  isUuid,
  type ListRequest,
  type Reply,
  rowsOf,
  rowsWith,
  timestamp,
} from './client.server.ts'
import { GIFT_CODES, giftCodeRows } from './gift-records.server.ts'
import { searchFilter } from './search-patterns.server.ts'
import { storeOrderColumns } from './store-orders.server.ts'

/** The tables that the owner's lists show. */
const TABLES = {
  giftCodes: { table: GIFT_CODES, columns: '*', schema: giftCodeRows },
  subscribers: columnsOf('email_subscribers', {
    id: z.string(),
    email: z.string(),
    full_name: z.string().nullable(),
    source: z.string(),
    unsubscribed_at: timestamp.nullable(),
    created_at: timestamp,
  }),
  waitlist: columnsOf('waitlist', {
    id: z.string(),
    email: z.string(),
    name: z.string(),
    market: z.string().nullable(),
    created_at: timestamp,
  }),
  messages: columnsOf('contact_messages', {
    id: z.string(),
    full_name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    answered_at: timestamp.nullable(),
    created_at: timestamp,
  }),
  /** Forms that wait for the owner to say that they are real. */
  heldPosts: columnsOf('held_posts', {
    id: z.string(),
    form: z.string(),
    full_name: z.string(),
    email: z.string(),
    message: z.string(),
    created_at: timestamp,
  }),
  orders: columnsOf('store_orders', storeOrderColumns),
  mails: columnsOf('mail_outbox', {
    id: z.string(),
    template: z.string(),
    to_email: z.string(),
    subject: z.string(),
    state: z.enum(['waiting', 'sending', 'sent', 'failed']),
    attempts: z.number(),
    last_error: z.string().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  }),
} as const

function columnsOf<Columns extends z.ZodRawShape>(table: string, columns: Columns) {
  return { table, columns: Object.keys(columns).join(', '), schema: rowsWith(columns) }
}

export type ListTable = keyof typeof TABLES
export type ListRow<Table extends ListTable> = z.output<(typeof TABLES)[Table]['schema']>[number]

/** Which rows of a table. `anyOf`: conditions, as PostgREST writes them, of which a row fulfils at least one. */
export type RowFilter = {
  readonly where?: (rows: ListRequest) => ListRequest
  readonly anyOf?: string
}

/** Position of a row in a list sorted by creation time (ISO 8601), then id. */
export type RowCursor = { readonly createdAt: string; readonly id: string }

export type ListQuery = RowFilter & {
  readonly search?: string
  /** Reads the rows that are older than that one. */
  readonly after?: RowCursor | null | undefined
  readonly limit?: number
}

/** As many rows as PostgREST gives at once, unless the project is set to less. */
export const MAX_ROWS = 1000

/** Lists of the owner, newest first. Every call throws UpstreamError. */
export function createLists(client: SupabaseClient) {
  function narrow(rows: ListRequest, { where = (all) => all, search }: ListQuery): ListRequest {
    const patterns = searchFilter(search)
    // A single filter for all words: of several on one column, the embedded backend applies only the last.
    return patterns === null ? where(rows) : where(rows).filter('search_text', 'like(all)', patterns)
  }

  async function listRows<Table extends ListTable>(
    name: Table,
    query: ListQuery = {},
  ): Promise<readonly ListRow<Table>[]> {
    const { table, columns, schema } = TABLES[name]
    const rows = narrow(client.from(table).select(columns), query)
    const reply: Reply = await afterCursor(rows, query)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(query.limit ?? MAX_ROWS)
    return rowsOf<z.ZodType>(`list ${table}`, reply, schema) as ListRow<Table>[]
  }

  return {
    listRows,
    async countRows(
      name: ListTable,
      query: Pick<ListQuery, 'where' | 'anyOf' | 'search'> = {},
    ): Promise<number> {
      const { table } = TABLES[name]
      const rows = narrow(client.from(table).select('id', { count: 'exact', head: true }), query)
      const reply: Reply = await (query.anyOf === undefined ? rows : rows.or(query.anyOf))
      expectDone(`count ${table}`, reply)
      return reply.count ?? 0
    },
    async findRow<Table extends ListTable>(name: Table, id: string): Promise<ListRow<Table> | null> {
      if (!isUuid(id)) return null
      return (await listRows(name, { where: (rows) => rows.eq('id', id), limit: 1 }))[0] ?? null
    },
  }
}

/**
 * Restricts to rows after a cursor that fulfil one of the conditions. The filter of the time follows from the rest, but
 * lets PostgreSQL use the index. One `or` for both, as the embedded backend applies only the last of several.
 */
function afterCursor(rows: ListRequest, { after, anyOf }: ListQuery): ListRequest {
  if (!after) return anyOf === undefined ? rows : rows.or(anyOf)
  const older = [`created_at.lt."${after.createdAt}"`, `id.lt."${after.id}"`]
  return rows
    .lte('created_at', after.createdAt)
    .or(older.map((place) => (anyOf === undefined ? place : `and(${place},or(${anyOf}))`)).join())
}
