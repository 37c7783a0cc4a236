import { createHmac, randomUUID } from 'node:crypto'
import { topicName, type WebhookTopic } from '#app/models/store-requirements.ts'
import { withDeadline } from '#app/services/upstream/upstream-error.server.ts'
import type { StoreLog } from './graphql-server.ts'
import type { Settings } from './settings.ts'

type DeliveriesOptions = {
  readonly publicOrigin: () => string
  readonly subscriptions: () => Settings['subscriptions']
  readonly secret: string
  readonly deliver: (request: Request) => Promise<Response>
  readonly log: StoreLog
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** How often a refused webhook is sent again. */
const SWEEP_MS = 10_000
/** A delivery fails when the receiver takes longer. */
const TIMEOUT_MS = 5_000

/**
 * Signed webhooks, sent again with the same id until they are accepted. Those that a process leaves behind are lost, as at
 * Shopify now and then: the shop reads changed orders at each start.
 */
export function createDeliveries({ publicOrigin, subscriptions, secret, deliver, log }: DeliveriesOptions) {
  let waiting: Request[] = []
  let running: Promise<void> | null = null
  let isClosed = false
  const timer = setInterval(() => void deliverWaiting(), SWEEP_MS).unref()

  /** Sends each waiting webhook once. Never throws. */
  async function deliverWaiting(): Promise<void> {
    // It may have begun before the last one was queued.
    await running
    running ??= sweep().finally(() => {
      running = null
    })
    await running
  }

  async function sweep(): Promise<void> {
    const due = waiting
    waiting = []
    for (const request of due) if (isClosed || !(await isAccepted(request))) waiting.push(request)
  }

  async function isAccepted(request: Request): Promise<boolean> {
    const delivered = withDeadline(deliver(request.clone()), TIMEOUT_MS, () => null)
    const response = await delivered.catch(() => null)
    const topic = request.headers.get('X-Shopify-Topic')
    if (!response?.ok) log.warn({ topic, status: response?.status ?? null }, 'webhook refused')
    return response?.ok === true
  }

  return {
    /** Sends a webhook to those who want it, with the fields that they want, after the current work. */
    queue(topic: WebhookTopic, payload: object): void {
      for (const { topic: name, address, includeFields } of subscriptions()) {
        if (name !== topicName(topic)) continue
        const wanted = Object.entries(payload).filter(
          ([field]) => includeFields.length === 0 || includeFields.includes(field),
        )
        const body = JSON.stringify(Object.fromEntries(wanted))
        const headers = {
          'Content-Type': 'application/json',
          'X-Shopify-Topic': topic,
          'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body, 'utf8').digest('base64'),
          'X-Shopify-Shop-Domain': new URL(publicOrigin()).host,
          'X-Shopify-Webhook-Id': randomUUID(),
        }
        waiting.push(new Request(new URL(address, publicOrigin()), { method: 'POST', body, headers }))
      }
      queueMicrotask(() => void deliverWaiting())
    },
    deliverWaiting,
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
