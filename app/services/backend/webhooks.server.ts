import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { cutText } from '../../models/cut-text.ts'
import {
  type BackendAccess,
  expectDone,
  idRows,
  isoNow,
  rowsOf,
  timestamp,
  UNIQUE_VIOLATION,
} from './client.server.ts'

/** What Shopify's headers and payload say of a delivery. */
export type WebhookDelivery = {
  readonly webhookId: string
  readonly eventId: string | null
  readonly topic: string
  readonly shopDomain: string | null
  readonly orderId: string | null
  readonly orderName: string | null
  /** The raw body, kept until the delivery is done so that the owner can try again. */
  readonly payload: string
}

export type StoredDelivery = {
  readonly id: string
  readonly webhookId: string
  readonly topic: string
  readonly orderId: string | null
  readonly orderName: string | null
  readonly payload: string | null
  readonly state: 'processing' | 'done' | 'failed' | 'ignored'
  readonly attempts: number
  readonly repeats: number
  readonly lastError: string | null
  readonly createdAt: string
}

/** A delivery as it was taken up; `attempts` tells one worker from the next. */
type TakenDelivery = Pick<StoredDelivery, 'id' | 'attempts'>

/** Whether this delivery is to be worked on now. */
export type Reception =
  | { readonly kind: 'process'; readonly delivery: StoredDelivery }
  /** It was worked on before, or is being worked on at this moment. */
  | { readonly kind: 'repeated'; readonly delivery: StoredDelivery }

/** How long a delivery belongs to whoever works on it; after that, it is taken to have died. */
const LOCK_MS = 60_000
const TABLE = 'webhook_deliveries'

const deliveryRow = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    topic: z.string(),
    order_id: z.string().nullable(),
    order_name: z.string().nullable(),
    payload: z.string().nullable(),
    state: z.enum(['processing', 'done', 'failed', 'ignored']),
    attempts: z.number(),
    repeats: z.number(),
    last_error: z.string().nullable(),
    created_at: timestamp,
  })
  .transform((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    topic: row.topic,
    orderId: row.order_id,
    orderName: row.order_name,
    payload: row.payload,
    state: row.state,
    attempts: row.attempts,
    repeats: row.repeats,
    lastError: row.last_error,
    createdAt: row.created_at,
  }))

/** The rows of `webhook_deliveries`. */
export const deliveryRows = z.array(deliveryRow)

/** The log of received webhooks, which is also what makes each count once. */
export function createWebhooks(client: SupabaseClient, access: BackendAccess) {
  return {
    receiveWebhook: (delivery: WebhookDelivery) => receiveWebhook(client, access, delivery),
    retryWebhook: (id: string) => retryWebhook(client, access, id),
    finishWebhook: (taken: TakenDelivery, state: 'done' | 'ignored') =>
      finishWebhook(client, access, taken, state),
    failWebhook: (taken: TakenDelivery, reason: string) => failWebhook(client, taken, reason),
    wasWebhookReceived: (topic: string, orderId: string) => wasWebhookReceived(client, topic, orderId),
    wasWebhookProcessed: (topic: string, orderId: string) =>
      wasWebhookReceived(client, topic, orderId, 'done'),
  }
}

/**
 * Writes a delivery down. Of any number of the same, by webhook id or by topic and event id, one is to be
 * processed; a failed one, or one whose worker died, is processed again when it comes back.
 * @throws UpstreamError
 */
async function receiveWebhook(
  client: SupabaseClient,
  access: BackendAccess,
  delivery: WebhookDelivery,
): Promise<Reception> {
  const now = access.now()
  const reply = await client
    .from(TABLE)
    .upsert(
      {
        webhook_id: delivery.webhookId,
        event_id: delivery.eventId,
        topic: delivery.topic,
        shop_domain: delivery.shopDomain,
        order_id: delivery.orderId,
        order_name: delivery.orderName,
        payload: delivery.payload,
        state: 'processing',
        locked_until: iso(now + LOCK_MS),
        created_at: iso(now),
      },
      { onConflict: 'webhook_id', ignoreDuplicates: true },
    )
    .select('*')
  const isOtherKeyTaken = reply.error?.code === UNIQUE_VIOLATION
  const fresh = isOtherKeyTaken ? undefined : rowsOf('record webhook', reply, deliveryRows)[0]
  if (fresh) return { kind: 'process', delivery: fresh }
  return takeUpAgain(client, access, await findDelivery(client, delivery), delivery.payload)
}

async function findDelivery(client: SupabaseClient, delivery: WebhookDelivery): Promise<StoredDelivery> {
  const byWebhook = await client.from(TABLE).select('*').eq('webhook_id', delivery.webhookId).limit(1)
  const found = rowsOf('find webhook', byWebhook, deliveryRows)[0]
  if (found) return found
  const byEvent = await client
    .from(TABLE)
    .select('*')
    .eq('topic', delivery.topic)
    .eq('event_id', delivery.eventId ?? '')
    .limit(1)
  const [known] = rowsOf('find webhook event', byEvent, deliveryRows)
  if (!known) throw new Error('A webhook was refused as a repeat of one that does not exist')
  return known
}

async function takeUpAgain(
  client: SupabaseClient,
  access: BackendAccess,
  known: StoredDelivery,
  payload: string,
): Promise<Reception> {
  const taken =
    known.state === 'done' || known.state === 'ignored' ? null : await lock(client, access, known, payload)
  if (taken) return { kind: 'process', delivery: taken }
  const counted = await client
    .from(TABLE)
    .update({ repeats: known.repeats + 1 })
    .eq('id', known.id)
    .eq('repeats', known.repeats)
    .select('id')
  expectDone('count repeated webhook', counted)
  return { kind: 'repeated', delivery: known }
}

/** One statement, so that two deliveries of a failed one don't both take it up. */
async function lock(
  client: SupabaseClient,
  access: BackendAccess,
  known: StoredDelivery,
  payload: string | null,
): Promise<StoredDelivery | null> {
  const now = access.now()
  const reply = await client
    .from(TABLE)
    .update({
      state: 'processing',
      attempts: known.attempts + 1,
      locked_until: iso(now + LOCK_MS),
      ...(payload === null ? {} : { payload }),
    })
    .eq('id', known.id)
    .eq('attempts', known.attempts)
    .or(`state.eq.failed,and(state.eq.processing,locked_until.lt."${iso(now)}")`)
    .select('*')
  return rowsOf('take up webhook', reply, deliveryRows)[0] ?? null
}

/** Takes up a failed delivery on the owner's order. @returns null when it is not a failed one */
async function retryWebhook(
  client: SupabaseClient,
  access: BackendAccess,
  id: string,
): Promise<StoredDelivery | null> {
  if (!z.uuid().safeParse(id).success) return null
  const reply = await client.from(TABLE).select('*').eq('id', id).limit(1)
  const known = rowsOf('get webhook', reply, deliveryRows)[0]
  return known && known.payload !== null ? lock(client, access, known, null) : null
}

/**
 * Says that a delivery is done with, by whichever worker; its payload, which names people, is let go. Changes nothing
 * once nobody works on it any more.
 */
async function finishWebhook(
  client: SupabaseClient,
  access: BackendAccess,
  { id }: TakenDelivery,
  state: 'done' | 'ignored',
): Promise<void> {
  const reply = await client
    .from(TABLE)
    .update({ state, processed_at: isoNow(access), last_error: null, locked_until: null, payload: null })
    .eq('id', id)
    .eq('state', 'processing')
    .select('id')
  expectDone('finish webhook', reply)
}

/**
 * Says why a delivery could not be worked on. Changes nothing when another has taken it up since, or it is done: one
 * that is done has no payload, and called failed it could never be tried again.
 * @param reason without personal data
 */
async function failWebhook(
  client: SupabaseClient,
  { id, attempts }: TakenDelivery,
  reason: string,
): Promise<void> {
  const reply = await client
    .from(TABLE)
    .update({ state: 'failed', last_error: cutText(reason, 500), locked_until: null })
    .eq('id', id)
    .eq('state', 'processing')
    .eq('attempts', attempts)
    .select('id')
  expectDone('fail webhook', reply)
}

/** Whether a delivery of that topic has come for an order, in that state or in whatever state it is. */
async function wasWebhookReceived(
  client: SupabaseClient,
  topic: string,
  orderId: string,
  state?: StoredDelivery['state'],
): Promise<boolean> {
  const all = client.from(TABLE).select('id').eq('topic', topic).eq('order_id', orderId)
  const reply = await (state === undefined ? all : all.eq('state', state)).limit(1)
  return rowsOf('find webhook of order', reply, idRows).length > 0
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
