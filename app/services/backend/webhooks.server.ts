import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { cutText } from '#app/models/cut-text.ts'
import {
  type BackendAccess,
  expectDone,
  isoNow,
  isUuid,
  rowsOf,
  rowsWith,
  timestamp,
  UNIQUE_VIOLATION,
} from './client.server.ts'

/** A webhook delivery, from Shopify's headers and payload. */
export type WebhookDelivery = {
  readonly webhookId: string
  readonly eventId: string | null
  readonly topic: string
  readonly shopDomain: string | null
  readonly orderId: string | null
  readonly orderName: string | null
  /** The raw body; stored until the delivery is done, so that the owner can retry it. */
  readonly payload: string
}

/** A claim on a delivery; `attempts` is its fencing token. */
type DeliveryClaim = Pick<StoredDelivery, 'id' | 'attempts'>

/** Whether the caller has to process the delivery. */
export type ReceiveResult =
  | { readonly kind: 'process'; readonly delivery: StoredDelivery }
  /** It was processed earlier, or is being processed. */
  | { readonly kind: 'repeated'; readonly delivery: StoredDelivery }

/** Lifetime of a claim, ms; after that, the process is assumed to have died. */
const LOCK_MS = 60_000
const TABLE = 'webhook_deliveries'

export const deliveryRows = rowsWith({
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
export type StoredDelivery = z.output<typeof deliveryRows>[number]

/** The log of received webhooks, which also ensures that each is processed once. */
export function createWebhooks(client: SupabaseClient, access: BackendAccess) {
  /**
   * Stores a delivery and claims it. Deliveries with the same webhook id, or the same topic and event id, are repeats:
   * one is processed only if the earlier ones failed or their process died.
   * @throws UpstreamError
   */
  async function receiveWebhook(delivery: WebhookDelivery): Promise<ReceiveResult> {
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
          locked_until: toIso(now + LOCK_MS),
          created_at: toIso(now),
        },
        { onConflict: 'webhook_id', ignoreDuplicates: true },
      )
      .select('*')
    const isKnownEvent = reply.error?.code === UNIQUE_VIOLATION
    const inserted = isKnownEvent ? undefined : rowsOf('record webhook', reply, deliveryRows)[0]
    if (inserted) return { kind: 'process', delivery: inserted }
    return claimRepeat(await findDelivery(delivery), delivery.payload)
  }

  async function findDelivery(delivery: WebhookDelivery): Promise<StoredDelivery> {
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

  /** Claims a known delivery if it failed or its claim has expired; otherwise counts the repeat. */
  async function claimRepeat(known: StoredDelivery, payload: string): Promise<ReceiveResult> {
    const isDone = known.state === 'done' || known.state === 'ignored'
    const claimed = isDone ? null : await claimDelivery(known, payload)
    if (claimed) return { kind: 'process', delivery: claimed }
    const counted = await client
      .from(TABLE)
      .update({ repeats: known.repeats + 1 })
      .eq('id', known.id)
      .eq('repeats', known.repeats)
    expectDone('count repeated webhook', counted)
    return { kind: 'repeated', delivery: known }
  }

  /**
   * Claims a delivery that failed or whose claim has expired, with one conditional update, so that only one of several
   * callers gets it.
   * @param payload replaces the stored one, unless null
   */
  async function claimDelivery(
    known: StoredDelivery,
    payload: string | null,
  ): Promise<StoredDelivery | null> {
    const now = access.now()
    const reply = await client
      .from(TABLE)
      .update({
        state: 'processing',
        attempts: known.attempts + 1,
        locked_until: toIso(now + LOCK_MS),
        ...(payload === null ? {} : { payload }),
      })
      .eq('id', known.id)
      .eq('attempts', known.attempts)
      .or(`state.eq.failed,and(state.eq.processing,locked_until.lt."${toIso(now)}")`)
      .select('*')
    return rowsOf('take up webhook', reply, deliveryRows)[0] ?? null
  }

  /** Claims a failed delivery for the owner's retry. @returns null when it cannot be retried */
  async function retryWebhook(id: string): Promise<StoredDelivery | null> {
    if (!isUuid(id)) return null
    const reply = await client.from(TABLE).select('*').eq('id', id).limit(1)
    const known = rowsOf('get webhook', reply, deliveryRows)[0]
    return known && known.payload !== null ? claimDelivery(known, null) : null
  }

  /**
   * Marks a delivery as done, even if its claim has expired, and deletes its payload, which has personal data. No
   * effect unless it is being processed.
   */
  async function finishWebhook({ id }: DeliveryClaim, state: 'done' | 'ignored'): Promise<void> {
    const reply = await client
      .from(TABLE)
      .update({ state, processed_at: isoNow(access), last_error: null, locked_until: null, payload: null })
      .eq('id', id)
      .eq('state', 'processing')
    expectDone('finish webhook', reply)
  }

  /**
   * Marks a delivery as failed. No effect if it was claimed again or is done meanwhile: a delivery that is done has no
   * payload, so as a failed one it could never be retried.
   * @param reason without personal data
   */
  async function failWebhook({ id, attempts }: DeliveryClaim, reason: string): Promise<void> {
    const reply = await client
      .from(TABLE)
      .update({ state: 'failed', last_error: cutText(reason, 500), locked_until: null })
      .eq('id', id)
      .eq('state', 'processing')
      .eq('attempts', attempts)
    expectDone('fail webhook', reply)
  }

  return {
    receiveWebhook,
    retryWebhook,
    finishWebhook,
    failWebhook,
  }
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}
