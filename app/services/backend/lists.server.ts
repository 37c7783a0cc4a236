import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { MARKET_IDS } from '#app/models/market.ts'
import { expectDone, hasRows, type Reply, rowsOf } from '#supabase/functions/_shared/database.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import { isUuid, MAX_ROWS, rowsWith, timestamp } from './client.server.ts'
import { GIFT_CODES, giftCodeRows } from './gift-records.server.ts'
import { storeOrderColumns } from './store-orders.server.ts'

const [text, time] = [z.string(), timestamp]
const [textOrNull, timeOrNull] = [text.nullable(), time.nullable()]
const row = { id: text, created_at: time }

const TABLES = {
  giftCodes: { table: GIFT_CODES, columns: '*', schema: giftCodeRows },
  subscribers: columnsOf('email_subscribers', {
    ...row,
    email: text,
    full_name: textOrNull,
    source: text,
    unsubscribed_at: timeOrNull,
  }),
  waitlist: columnsOf('waitlist', { ...row, email: text, name: text, market: textOrNull }),
  messages: columnsOf('contact_messages', {
    ...row,
    full_name: text,
    email: text,
    subject: text,
    message: text,
    answered_at: timeOrNull,
  }),
  /** Forms that wait for the owner to say that they are real. */
  heldPosts: columnsOf('held_posts', {
    ...row,
    form: text,
    full_name: text,
    email: text,
    message: text,
    fields: z.unknown(),
    market: z.enum(MARKET_IDS),
  }),
  orders: columnsOf('store_orders', storeOrderColumns),
  mails: columnsOf('mail_outbox', {
    ...row,
    to_email: text,
    subject: text,
    template: text,
    dedupe_key: text,
    data: z.object({ giftTitle: text, orderName: text, letterPath: text }).partial().catch({}),
    state: z.enum(['waiting', 'sending', 'sent', 'failed']),
    attempts: z.number(),
    last_error: textOrNull,
  }),
} as const

function columnsOf<Columns extends z.ZodRawShape>(table: string, columns: Columns) {
  return { table, columns: Object.keys(columns).join(), schema: rowsWith(columns) }
}

export type ListTable = keyof typeof TABLES
export type ListRow<Table extends ListTable> = z.output<(typeof TABLES)[Table]['schema']>[number]

/** Position of a row in a list sorted by creation time (ISO 8601), then id. */
export type RowCursor = { readonly createdAt: string; readonly id: string }

/** `only`: conditions as PostgREST writes them, of which a row fulfils at least one; `after`: rows older than that one. */
export type ListQuery = {
  readonly only?: string | undefined
  readonly search?: string
  readonly after?: RowCursor | null | undefined
  readonly limit?: number
}

/** Lists of the owner, newest first. Every call throws UpstreamError. */
export function createLists(client: SupabaseClient) {
  async function listRows<Table extends ListTable>(
    name: Table,
    query: ListQuery = {},
  ): Promise<readonly ListRow<Table>[]> {
    const { table, columns, schema } = TABLES[name]
    const rows = narrow(client.from(table).select(columns), query)
    const sorted = rows.order('created_at', { ascending: false }).order('id', { ascending: false })
    const reply: Reply = await sorted.limit(query.limit ?? MAX_ROWS)
    return rowsOf<z.ZodType>(`list ${table}`, reply, schema) as ListRow<Table>[]
  }

  return {
    listRows,
    async countRows(name: ListTable, query: Pick<ListQuery, 'only' | 'search'> = {}): Promise<number> {
      const { table } = TABLES[name]
      const reply: Reply = await narrow(
        client.from(table).select('id', { count: 'exact', head: true }),
        query,
      )
      expectDone(`count ${table}`, reply)
      return reply.count ?? 0
    },
    async findRow<Table extends ListTable>(name: Table, id: string): Promise<ListRow<Table> | null> {
      return isUuid(id) ? ((await listRows(name, { only: `id.eq.${id}`, limit: 1 }))[0] ?? null) : null
    },
    /** Changes a row, or deletes it. @returns false when it is not there any more */
    async changeRow(name: ListTable, id: string, change: object | 'delete'): Promise<boolean> {
      const rows = client.from(TABLES[name].table)
      const changed = change === 'delete' ? rows.delete() : rows.update(change)
      return hasRows(`change ${TABLES[name].table}`, await changed.eq('id', id).select('id'))
    },
  }
}

type ListRequest = ReturnType<ReturnType<SupabaseClient['from']>['select']>

/** Restricts to the rows of a query. One filter of each kind, as the embedded backend applies only the last of several. */
function narrow(all: ListRequest, { search, only, after }: ListQuery): ListRequest {
  const patterns = searchFilter(search)
  const rows = patterns === null ? all : all.filter('search_text', 'like(all)', patterns)
  if (!after) return only === undefined ? rows : rows.or(only)
  const older = [`created_at.lt."${after.createdAt}"`, `id.lt."${after.id}"`]
  return (
    rows
      // It follows from the rest, but lets PostgreSQL use the index.
      .lte('created_at', after.createdAt)
      .or(older.map((place) => (only === undefined ? place : `and(${place},or(${only}))`)).join())
  )
}

/** In characters. */
const MAX_SEARCH_LENGTH = 100
/** Each word is another scan of every row. */
const MAX_WORDS = 12

/** A `like` pattern for one word, with wildcards escaped: PostgREST takes an asterisk for one even when it is escaped. */
const toPattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`

/**
 * The value of a `like(all)` filter, a PostgreSQL array of patterns: a row's lower-case search text has to match each word,
 * regardless of their order.
 * @returns null for an empty search
 */
export function searchFilter(search: string | undefined): string | null {
  const typed = cutText(search?.normalize('NFC').toLowerCase() ?? '', MAX_SEARCH_LENGTH)
  const words = typed.split(/[\s\p{Cc}]+/u)
  const patterns = [...new Set(words.filter(Boolean))].slice(0, MAX_WORDS).map(toPattern)
  const quoted = patterns.map((pattern) => `"${pattern.replace(/["\\]/g, '\\$&')}"`)
  return quoted.length === 0 ? null : `{${quoted.join(',')}}`
}
