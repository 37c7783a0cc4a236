import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { expectDone, rowsOf, timestamp } from './client.server.ts'
import { giftCodeRows, type StoredGiftCode } from './gift-codes.server.ts'
import { deliveryRows, type StoredDelivery } from './webhooks.server.ts'

/** Which part of a list: `page` from 1, and words to look for. */
export type ListQuery = { readonly page: number; readonly pageSize?: number; readonly search?: string }

export type Page<T> = {
  readonly rows: readonly T[]
  readonly page: number
  readonly pageSize: number
  readonly pageCount: number
  /** How many rows the whole list has. */
  readonly total: number
}

export type GiftCodeFilter = 'all' | 'open' | 'redeemed' | 'setup-pending'

const PAGE_SIZE = 50
const LARGEST_PAGE = 1000

type ListReply = {
  readonly data: unknown
  readonly error: { readonly code?: string; readonly message: string } | null
  readonly status: number
  readonly count: number | null
}

/** The rows of a list that people may look through. */
export type ListedSubscriber = {
  readonly id: string
  readonly email: string
  readonly fullName: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly source: string
  readonly unsubscribedAt: string | null
  readonly createdAt: string
}

const subscriberRows = z.array(
  z
    .object({
      id: z.string(),
      email: z.string(),
      full_name: z.string().nullable(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      source: z.string(),
      unsubscribed_at: timestamp.nullable(),
      created_at: timestamp,
    })
    .transform(
      (row): ListedSubscriber => ({
        id: row.id,
        email: row.email,
        fullName: row.full_name,
        firstName: row.first_name,
        lastName: row.last_name,
        source: row.source,
        unsubscribedAt: row.unsubscribed_at,
        createdAt: row.created_at,
      }),
    ),
)

const waitlistRows = z.array(
  z
    .object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      market: z.string().nullable(),
      created_at: timestamp,
    })
    .transform(({ created_at, ...row }) => ({ ...row, createdAt: created_at })),
)
export type ListedWaiting = z.output<typeof waitlistRows>[number]

const messageRows = z.array(
  z
    .object({
      id: z.string(),
      full_name: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
      market: z.string().nullable(),
      answered_at: timestamp.nullable(),
      created_at: timestamp,
    })
    .transform(({ full_name, answered_at, created_at, ...row }) => ({
      ...row,
      fullName: full_name,
      answeredAt: answered_at,
      createdAt: created_at,
    })),
)
export type ListedMessage = z.output<typeof messageRows>[number]

const outboxRows = z.array(
  z
    .object({
      id: z.string(),
      template: z.string(),
      to_email: z.string(),
      subject: z.string(),
      state: z.enum(['waiting', 'sending', 'sent', 'failed']),
      attempts: z.number(),
      last_error: z.string().nullable(),
      created_at: timestamp,
      sent_at: timestamp.nullable(),
    })
    .transform((row) => ({
      id: row.id,
      template: row.template,
      toEmail: row.to_email,
      subject: row.subject,
      state: row.state,
      attempts: row.attempts,
      lastError: row.last_error,
      createdAt: row.created_at,
      sentAt: row.sent_at,
    })),
)
export type ListedMail = z.output<typeof outboxRows>[number]

const auditRows = z.array(
  z
    .object({
      id: z.string(),
      actor_email: z.string(),
      action: z.string(),
      subject_type: z.string(),
      subject_id: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()).nullable(),
      created_at: timestamp,
    })
    .transform((row) => ({
      id: row.id,
      actorEmail: row.actor_email,
      action: row.action,
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      detail: row.detail,
      createdAt: row.created_at,
    })),
)
export type ListedAudit = z.output<typeof auditRows>[number]

/** Words as a `like` pattern: what has a meaning in one matches any one character. Null for no words. */
function likePattern(search: string | undefined): string | null {
  const words = search?.trim().toLowerCase().slice(0, 100) ?? ''
  return words === '' ? null : `*${words.replace(/[%_*\\]/g, '_')}*`
}

type Listing<Schema> = {
  readonly table: string
  readonly columns: string
  readonly schema: Schema
  readonly narrow?: (rows: ListRequest) => ListRequest
}
type ListRequest = ReturnType<ReturnType<SupabaseClient['from']>['select']>

/** Paged, searchable lists for the owner, newest first. Each is one query that counts as it reads. */
export function createLists(client: SupabaseClient) {
  async function list<Schema extends z.ZodType<readonly unknown[]>>(
    listing: Listing<Schema>,
    query: ListQuery,
  ): Promise<Page<z.output<Schema>[number]>> {
    const { table, columns, schema, narrow = (rows: ListRequest) => rows } = listing
    const pageSize = Math.min(Math.max(1, Math.trunc(query.pageSize ?? PAGE_SIZE)), LARGEST_PAGE)
    const page = Math.max(1, Math.trunc(query.page) || 1)
    const pattern = likePattern(query.search)
    const ask = (head: boolean) => {
      const rows = narrow(client.from(table).select(columns, { count: 'exact', head }))
      return pattern === null ? rows : rows.like('search_text', pattern)
    }
    const reply: ListReply = await ask(false)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range((page - 1) * pageSize, page * pageSize - 1)
    // Beyond the last page PostgREST refuses and the embedded backend forgets to count.
    const isBeyond = page > 1 && (reply.error?.code === 'PGRST103' || isEmptyList(reply.data))
    const counted: ListReply = isBeyond ? await ask(true) : reply
    expectDone(`count ${table}`, counted)
    const rows = isBeyond ? [] : rowsOf(`list ${table}`, reply, schema)
    const total = counted.count ?? 0
    return { rows, page, pageSize, total, pageCount: Math.max(1, Math.ceil(total / pageSize)) }
  }

  /** Gift codes, narrowed to a state. Setup pending is a code with a discount code that the owner hasn't confirmed. */
  function listGiftCodes(
    query: ListQuery & { readonly filter?: GiftCodeFilter },
  ): Promise<Page<StoredGiftCode>> {
    const narrow = (rows: ListRequest) => {
      if (query.filter === 'open') return rows.eq('redeemed', false)
      if (query.filter === 'redeemed') return rows.eq('redeemed', true)
      if (query.filter !== 'setup-pending') return rows
      return rows.eq('shopify_manual_setup_complete', false).not('shopify_discount_code', 'is', null)
    }
    return list({ ...GIFT_CODES, narrow }, query)
  }

  return {
    listGiftCodes,
    listSubscribers: (query: ListQuery) => list(SUBSCRIBERS, query),
    listWaitlist: (query: ListQuery) => list(WAITLIST, query),
    listMessages: (query: ListQuery) => list(MESSAGES, query),
    listWebhookDeliveries: (query: ListQuery): Promise<Page<StoredDelivery>> => list(DELIVERIES, query),
    listOutbox: (query: ListQuery) => list(OUTBOX, query),
    listAudit: (query: ListQuery) => list(AUDIT, query),
  }
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}

const GIFT_CODES = {
  table: 'gift_redemption_codes',
  columns: '*',
  schema: giftCodeRows,
}
const SUBSCRIBERS = {
  table: 'email_subscribers',
  columns: 'id, email, full_name, first_name, last_name, source, unsubscribed_at, created_at',
  schema: subscriberRows,
}
const WAITLIST = {
  table: 'waitlist',
  columns: 'id, email, name, market, created_at',
  schema: waitlistRows,
}
const MESSAGES = {
  table: 'contact_messages',
  columns: 'id, full_name, email, subject, message, market, answered_at, created_at',
  schema: messageRows,
}
const DELIVERIES = {
  table: 'webhook_deliveries',
  columns: '*',
  schema: deliveryRows,
}
const OUTBOX = {
  table: 'mail_outbox',
  columns: 'id, template, to_email, subject, state, attempts, last_error, created_at, sent_at',
  schema: outboxRows,
}
const AUDIT = {
  table: 'audit_trail',
  columns: 'id, actor_email, action, subject_type, subject_id, detail, created_at',
  schema: auditRows,
}
