import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type BackendAccess, timestamp } from './client.server.ts'
import { giftCodeRows, onlyPending, type StoredGiftCode } from './gift-records.server.ts'
import { createListReader, type ListQuery, type ListRequest, type Page } from './list-pages.server.ts'
import { deliveryRows, type StoredDelivery } from './webhooks.server.ts'

export type GiftCodeFilter = 'all' | 'open' | 'redeemed' | 'setup-pending'

type ListedSubscriber = {
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

/** Paged, searchable lists for the owner, newest first. */
export function createLists(client: SupabaseClient, access: Pick<BackendAccess, 'log'>) {
  const list = createListReader(client, access)

  /** Gift codes by state. A revoked code is neither open nor pending. */
  function listGiftCodes(
    query: ListQuery & { readonly filter?: GiftCodeFilter },
  ): Promise<Page<StoredGiftCode>> {
    const filter = (rows: ListRequest) => {
      if (query.filter === 'open') return rows.eq('redeemed', false).is('revoked_at', null)
      if (query.filter === 'redeemed') return rows.eq('redeemed', true)
      if (query.filter !== 'setup-pending') return rows
      return onlyPending(rows)
    }
    return list({ ...GIFT_CODES, filter }, query)
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
    listWebhookDeliveries: (query: ListQuery & FailedOnly): Promise<Page<StoredDelivery>> =>
      list(query.failed ? { ...DELIVERIES, filter: onlyFailed } : DELIVERIES, query),
    listOutbox: (query: ListQuery & FailedOnly) =>
      list(query.failed ? { ...OUTBOX, filter: onlyFailed } : OUTBOX, query),
    listAudit: (query: ListQuery) => list(AUDIT, query),
  }
}

type FailedOnly = { readonly failed?: boolean }

function onlyFailed(rows: ListRequest): ListRequest {
  return rows.eq('state', 'failed')
}

function onlySubscribed(rows: ListRequest): ListRequest {
  return rows.is('unsubscribed_at', null)
}

function onlyUnanswered(rows: ListRequest): ListRequest {
  return rows.is('answered_at', null)
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
