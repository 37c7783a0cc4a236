import { createHmac, randomUUID } from 'node:crypto'
import type { WebhookTopic } from '#app/models/store-requirements.ts'
import { SHOPIFY_API_VERSION } from '#app/services/storefront/shopify-api.server.ts'
import { settleWithin } from '#app/services/upstream/settle-within.server.ts'
import type { StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'
import type { StoreLog } from './graphql-server.ts'
import { numberOf } from './regions.ts'

/** Who is sent a topic, and which fields of it; all when the list is empty. */
type Subscriber = { readonly address: string; readonly includeFields: readonly string[] }

type DeliveriesOptions = {
  readonly db: Database
  readonly publicOrigin: () => string
  readonly subscribersOf: (topic: string) => readonly Subscriber[]
  readonly secret: string
  readonly deliver: (request: Request) => Promise<Response>
  readonly now: () => number
  readonly log: StoreLog
}

export type Deliveries = ReturnType<typeof createDeliveries>

type Delivery = {
  readonly webhookId: string
  readonly eventId: string
  readonly topic: string
  readonly body: string
  readonly triggeredAt: number
}

/** How often a webhook is sent until it is accepted. */
const SWEEP_MS = 10_000
/** A webhook that is never accepted is given up after that. */
const KEPT_MS = 48 * 3_600_000
/** A delivery fails when the receiver takes longer. */
const TIMEOUT_MS = 5_000

function toDelivery(row: Record<string, unknown>): Delivery {
  return {
    webhookId: String(row.webhook_id),
    eventId: String(row.event_id),
    topic: String(row.topic),
    body: String(row.body),
    triggeredAt: Number(row.triggered_at),
  }
}

/** Signed webhooks, stored until the shop has accepted them, and always sent with the same id. */
export function createDeliveries(options: DeliveriesOptions) {
  const { db, publicOrigin, subscribersOf, secret, deliver, now, log } = options
  const insert = db.prepare(
    'insert into deliveries (webhook_id, event_id, topic, body, triggered_at) values (?, ?, ?, ?, ?)',
  )
  const waiting = db.prepare('select * from deliveries order by triggered_at desc')
  const giveUp = db.prepare('delete from deliveries where triggered_at < ?')
  const accepted = db.prepare('delete from deliveries where webhook_id = ?')
  let running: Promise<void> | null = null
  let closed = false
  const timer = setInterval(() => void deliverWaiting(), SWEEP_MS).unref()

  async function sweep(): Promise<void> {
    try {
      // The newest first: one that is refused holds up no other.
      for (const delivery of closed ? [] : waiting.all().map(toDelivery))
        if (!closed && (await send(delivery))) accepted.run(delivery.webhookId)
      if (!closed) giveUp.run(now() - KEPT_MS)
    } catch (error) {
      log.error({ err: error }, 'webhooks cannot be delivered')
    }
  }

  /** Sends each waiting webhook once. Never throws. */
  async function deliverWaiting(): Promise<void> {
    // It may have begun before the last one was queued.
    await running
    running ??= sweep().finally(() => {
      running = null
    })
    await running
  }

  /** The signed request of a delivery, as Shopify sends it. */
  function toRequest(
    { webhookId, eventId, topic, body: whole, triggeredAt }: Delivery,
    { address, includeFields }: Subscriber,
  ): Request {
    const isWanted = ([name]: [string, unknown]) => includeFields.length === 0 || includeFields.includes(name)
    const body = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(whole)).filter(isWanted)))
    return new Request(address, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Shopify-Captain-Hook',
        'X-Shopify-Topic': topic,
        'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body, 'utf8').digest('base64'),
        'X-Shopify-Shop-Domain': new URL(publicOrigin()).host,
        'X-Shopify-API-Version': SHOPIFY_API_VERSION,
        'X-Shopify-Webhook-Id': webhookId,
        'X-Shopify-Event-Id': eventId,
        'X-Shopify-Triggered-At': new Date(triggeredAt).toISOString(),
      },
    })
  }

  /** Sends a delivery to its subscribers. @returns whether all accepted it */
  async function send(delivery: Delivery): Promise<boolean> {
    const { topic } = delivery
    const accepted = await Promise.all(subscribersOf(topic).map((one) => sendTo(one, delivery)))
    return accepted.every(Boolean)
  }

  /** @returns whether it was accepted within Shopify's timeout */
  async function sendTo(subscriber: Subscriber, delivery: Delivery): Promise<boolean> {
    try {
      const response = await settleWithin(deliver(toRequest(delivery, subscriber)), TIMEOUT_MS, () => null)
      if (response?.ok) return true
      log.warn({ topic: delivery.topic, status: response?.status ?? null }, 'webhook refused')
    } catch (error) {
      log.warn({ err: error, topic: delivery.topic }, 'webhook not delivered')
    }
    return false
  }

  /** Queues a webhook, if the shop wants it. It is delivered immediately, but after the current transaction. */
  function queue(topic: WebhookTopic, payload: object): void {
    if (subscribersOf(topic).length === 0) return
    insert.run(randomUUID(), randomUUID(), topic, JSON.stringify(payload), now())
    queueMicrotask(() => void deliverWaiting())
  }

  return {
    queue,
    /** Queues the notice of a changed product, or of one that was deleted. */
    queueChange(gid: string, product: StoreProduct | null): void {
      const id = numberOf(gid)
      if (product === null) queue('products/delete', { id })
      else queue('products/update', { id, title: product.title, handle: product.handle })
    },
    deliverWaiting,
    async close(): Promise<void> {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}
