import { createHmac, randomUUID } from 'node:crypto'
import { topicName, type WebhookTopic } from '#app/models/store-requirements.ts'
import { withDeadline } from '#app/services/upstream/upstream-error.server.ts'
import type { EmbeddedStoreOptions, Settings } from './settings.ts'

export type Deliveries = ReturnType<typeof createDeliveries>

/** A delivery fails when the receiver takes longer. */
const TIMEOUT_MS = 5_000

/**
 * Signed webhooks, one after the other. Those that are refused, or that a process leaves behind, are lost, as at Shopify now
 * and then: the shop reads changed orders at each start and every ten minutes.
 */
export function createDeliveries(
  { publicOrigin, webhookSecret, deliverWebhook, log }: EmbeddedStoreOptions,
  subscriptions: () => Settings['subscriptions'],
) {
  let running = Promise.resolve()
  let isClosed = false

  async function send(request: Request): Promise<void> {
    if (isClosed) return
    const response = await withDeadline(deliverWebhook(request), TIMEOUT_MS, () => null).catch(() => null)
    const topic = request.headers.get('X-Shopify-Topic')
    if (!response?.ok) log.warn({ topic, status: response?.status ?? null }, 'webhook refused')
  }

  return {
    /** Sends a webhook to those who want it, after the current work. */
    queue(topic: WebhookTopic, payload: object): void {
      const body = JSON.stringify(payload)
      for (const { topic: name, address } of subscriptions()) {
        if (name !== topicName(topic)) continue
        const headers = {
          'Content-Type': 'application/json',
          'X-Shopify-Topic': topic,
          'X-Shopify-Hmac-Sha256': createHmac('sha256', webhookSecret).update(body, 'utf8').digest('base64'),
          'X-Shopify-Shop-Domain': new URL(publicOrigin()).host,
          'X-Shopify-Webhook-Id': randomUUID(),
          'X-Shopify-Event-Id': randomUUID(),
        }
        const request = new Request(new URL(address, publicOrigin()), { method: 'POST', body, headers })
        running = running.then(() => send(request))
      }
    },
    /** Resolves when all webhooks so far were sent. */
    idle: (): Promise<void> => running,
    close(): Promise<void> {
      isClosed = true
      return running
    },
  }
}
