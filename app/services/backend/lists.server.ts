import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { rowsWith, timestamp } from './client.server.ts'
import {
  GIFT_CODES,
  giftCodeRows,
  ONLY_OPEN,
  onlyPending,
  type StoredGiftCode,
} from './gift-records.server.ts'
import {
  createListReader,
  type Listing,
  type ListQuery,
  type ListRequest,
  type Page,
} from './list-pages.server.ts'
import { deliveryRows, type StoredDelivery } from './webhooks.server.ts'

export type GiftCodeFilter = 'all' | 'open' | 'redeemed' | 'setup-pending'

const GIFTS = { table: GIFT_CODES, columns: '*', schema: giftCodeRows }
const SUBSCRIBERS = listing('email_subscribers', {
  id: z.string(),
  email: z.string(),
  full_name: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  source: z.string(),
  unsubscribed_at: timestamp.nullable(),
  created_at: timestamp,
})
const WAITLIST = listing('waitlist', {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  market: z.string().nullable(),
  created_at: timestamp,
})
const MESSAGES = listing('contact_messages', {
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  market: z.string().nullable(),
  answered_at: timestamp.nullable(),
  created_at: timestamp,
})
const HELD_POSTS = listing('held_posts', {
  id: z.string(),
  form: z.string(),
  full_name: z.string(),
  email: z.string(),
  message: z.string(),
  created_at: timestamp,
})
const DELIVERIES = { table: 'webhook_deliveries', columns: '*', schema: deliveryRows }
const OUTBOX = listing('mail_outbox', {
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

/** A table of which these columns are read. */
function listing<Columns extends z.ZodRawShape>(table: string, columns: Columns) {
  return { table, columns: Object.keys(columns).join(', '), schema: rowsWith(columns) }
}

type FailedOnly = { readonly failed?: boolean }

const GIFT_CODE_FILTERS: Readonly<Record<GiftCodeFilter, Pick<Listing<z.ZodType>, 'filter' | 'anyOf'>>> = {
  all: {},
  open: ONLY_OPEN,
  redeemed: { filter: (rows) => rows.eq('redeemed', true) },
  'setup-pending': { filter: onlyPending },
}

const onlyFailed = (rows: ListRequest) => rows.eq('state', 'failed')
const onlySubscribed = (rows: ListRequest) => rows.is('unsubscribed_at', null)
const onlyUnanswered = (rows: ListRequest) => rows.is('answered_at', null)

/** Paged, searchable lists for the owner, newest first. */
export function createLists(client: SupabaseClient) {
  const list = createListReader(client)

  /** Gift codes by state: a code is open, pending, redeemed or revoked. */
  function listGiftCodes(
    query: ListQuery & { readonly filter?: GiftCodeFilter },
  ): Promise<Page<StoredGiftCode>> {
    return list({ ...GIFTS, ...GIFT_CODE_FILTERS[query.filter ?? 'all'] }, query)
  }

  return {
    listGiftCodes,
    /** @param query `subscribed`: without those who have unsubscribed */
    listSubscribers: (query: ListQuery & { readonly subscribed?: boolean }) =>
      list(query.subscribed ? { ...SUBSCRIBERS, filter: onlySubscribed } : SUBSCRIBERS, query),
    listWaitlist: (query: ListQuery) => list(WAITLIST, query),
    /** @param query `unanswered`: only messages not marked as answered */
    listMessages: (query: ListQuery & { readonly unanswered?: boolean }) =>
      list(query.unanswered ? { ...MESSAGES, filter: onlyUnanswered } : MESSAGES, query),
    /** Forms that wait for the owner to say that they are real. */
    listHeldPosts: (query: ListQuery) => list(HELD_POSTS, query),
    listWebhookDeliveries: (query: ListQuery & FailedOnly): Promise<Page<StoredDelivery>> =>
      list(query.failed ? { ...DELIVERIES, filter: onlyFailed } : DELIVERIES, query),
    listOutbox: (query: ListQuery & FailedOnly) =>
      list(query.failed ? { ...OUTBOX, filter: onlyFailed } : OUTBOX, query),
  }
}
