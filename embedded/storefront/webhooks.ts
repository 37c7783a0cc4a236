import { createHmac, randomUUID } from 'node:crypto'
import { type WebhookTopic, webhookPath } from '../../app/models/store-requirements.ts'
import { SHOPIFY_API_VERSION } from '../../app/services/storefront/shopify-api.server.ts'
import { settleWithin } from '../../app/services/upstream/settle-within.server.ts'
import type { StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'
import type { StoreLog } from './graphql-server.ts'
import { numberOf } from './regions.ts'

type DeliveriesOptions = {
  readonly db: Database
  readonly publicOrigin: () => string
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
  readonly attempts: number
}

/** Delays between attempts, similar to Shopify's eight retries over four hours. */
const RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 3_600_000, 3_600_000] as const
/** A delivery fails when the receiver takes longer. */
const TIMEOUT_MS = 5_000
const MAX_TIMER_MS = 60_000
/** Delays the deliveries of an earlier run until the shop has started. */
const FIRST_RUN_DELAY_MS = 2_000

function toDelivery(row: Record<string, unknown>): Delivery {
  return {
    webhookId: String(row.webhook_id),
    eventId: String(row.event_id),
    topic: String(row.topic),
    body: String(row.body),
    triggeredAt: Number(row.triggered_at),
    attempts: Number(row.attempts),
  }
}

/** Signed webhooks, stored until they are delivered. Retried with increasing delays, always with the same id. */
export function createDeliveries({ db, publicOrigin, secret, deliver, now, log }: DeliveriesOptions) {
  const insert = db.prepare(
    'insert into deliveries (webhook_id, event_id, topic, body, triggered_at, next_at) values (?, ?, ?, ?, ?, ?)',
  )
  const due = db.prepare('select * from deliveries where next_at <= ? order by triggered_at limit 20')
  const next = db.prepare('select min(next_at) as at from deliveries where next_at is not null')
  // Sets the next attempt before the delivery, so that another process does not deliver it at the same time.
  const claim = db.prepare(
    'update deliveries set attempts = attempts + 1, next_at = ? where webhook_id = ? and attempts = ?',
  )
  const done = db.prepare('update deliveries set delivered_at = ?, next_at = null where webhook_id = ?')
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let closed = false

  async function attempt(delivery: Delivery): Promise<void> {
    const delay = RETRY_DELAYS_MS[delivery.attempts]
    const claimed = claim.run(
      delay === undefined ? null : now() + delay,
      delivery.webhookId,
      delivery.attempts,
    )
    if (claimed.changes !== 1 || !(await send(delivery))) return
    done.run(now(), delivery.webhookId)
  }

  async function runDue(): Promise<void> {
    for (;;) {
      const deliveries = closed ? [] : due.all(now()).map(toDelivery)
      if (deliveries.length === 0) return
      for (const delivery of deliveries) if (!closed) await attempt(delivery)
    }
  }

  async function deliverDue(): Promise<void> {
    await running
    running ??= runDue()
      .then(
        () => schedule(),
        (error: unknown) => {
          // After a database error, such as a full disk, deliveries are still due: without a delay this would loop.
          schedule(RETRY_DELAYS_MS[0])
          throw error
        },
      )
      .finally(() => {
        running = null
      })
    await running
  }

  function schedule(minDelay = 0): void {
    if (timer) clearTimeout(timer)
    timer = null
    const at = closed ? null : next.get()?.at
    if (at == null) return
    const delay = Math.min(MAX_TIMER_MS, Math.max(minDelay, Number(at) - now()))
    timer = setTimeout(() => {
      deliverDue().catch((error: unknown) => log.error({ err: error }, 'webhooks cannot be delivered'))
    }, delay)
    timer.unref()
  }

  /** The signed request of a delivery, as Shopify sends it. */
  function toRequest({ webhookId, eventId, topic, body, triggeredAt }: Delivery): Request {
    const origin = publicOrigin()
    return new Request(origin + webhookPath(topic), {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Shopify-Captain-Hook',
        'X-Shopify-Topic': topic,
        'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body, 'utf8').digest('base64'),
        'X-Shopify-Shop-Domain': new URL(origin).host,
        'X-Shopify-API-Version': SHOPIFY_API_VERSION,
        'X-Shopify-Webhook-Id': webhookId,
        'X-Shopify-Event-Id': eventId,
        'X-Shopify-Triggered-At': new Date(triggeredAt).toISOString(),
      },
    })
  }

  /** Sends a delivery. @returns whether the shop accepted it within Shopify's timeout */
  async function send(delivery: Delivery): Promise<boolean> {
    try {
      const response = await settleWithin(deliver(toRequest(delivery)), TIMEOUT_MS, () => null)
      if (response?.ok) return true
      log.warn(
        { topic: delivery.topic, status: response?.status ?? null, attempt: delivery.attempts + 1 },
        'webhook refused',
      )
    } catch (error) {
      log.warn({ err: error, topic: delivery.topic, attempt: delivery.attempts + 1 }, 'webhook not delivered')
    }
    return false
  }

  /** Queues a webhook. It is delivered immediately, but after the current transaction. */
  function queue(topic: WebhookTopic, payload: object): void {
    const at = now()
    insert.run(randomUUID(), randomUUID(), topic, JSON.stringify(payload), at, at)
    setImmediate(() => schedule())
  }

  schedule(FIRST_RUN_DELAY_MS)

  return {
    queue,
    /** Queues the notice of a changed product, or of one that was deleted. */
    queueChange(gid: string, product: StoreProduct | null): void {
      const id = numberOf(gid)
      if (product === null) queue('products/delete', { id })
      else queue('products/update', { id, title: product.title, handle: product.handle })
    },
    deliverDue,
    async close(): Promise<void> {
      closed = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
