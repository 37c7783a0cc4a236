import { ORDER_TOPICS } from '#app/models/store-requirements.ts'
import type { StoredDelivery, WebhookDelivery } from '../backend/webhooks.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { parseExactJson, parseOrder, parseRefund, type Refund, type StoreOrder } from './payload.server.ts'
import type { OrderServices } from './report-order.server.ts'
import { readSignedWebhook, refuseBody, respond } from './signed-webhook.server.ts'
import { takeOrder, takeRefund } from './take-order.server.ts'

type OrderTopic = (typeof ORDER_TOPICS)[number]

type OrderEvent =
  | { readonly topic: Exclude<OrderTopic, 'refunds/create'>; readonly order: StoreOrder }
  | { readonly topic: 'refunds/create'; readonly refund: Refund }

/**
 * Parses the body of a webhook; null when it does not match its topic. A cancelled order must have a cancellation
 * date: the signature covers the body, but not the topic.
 */
function parseOrderEvent(topic: OrderTopic, body: unknown): OrderEvent | null {
  if (topic === 'refunds/create') {
    const refund = parseRefund(body)
    return refund && { topic, refund }
  }
  const order = parseOrder(body)
  if (order === null || (topic === 'orders/cancelled' && !order.isCancelled)) return null
  return { topic, order }
}

function orderOfEvent(event: OrderEvent): { readonly id: string; readonly name: string | null } {
  return event.topic === 'refunds/create'
    ? { id: event.refund.orderId, name: null }
    : { id: event.order.id, name: event.order.name }
}

/** What an order has become is in its body: the topic is not signed. */
function handleEvent(services: OrderServices, event: OrderEvent): Promise<void> {
  return event.topic === 'refunds/create'
    ? takeRefund(services, event.refund)
    : takeOrder(services, event.order)
}

/** Shopify waits five seconds. Slower work continues after the response, and the next delivery finds it done. */
const RESPONSE_DEADLINE_MS = 3_000

type Shop = Pick<OrderServices, 'backend'>

/**
 * Work on a delivery in this process. There may be two on the same delivery, as one that takes longer than its lock
 * is started again.
 */
type Run = Shop & { readonly deliveryId: string; readonly isDone: Promise<boolean> }

/** Current runs in this process: a repeated delivery waits for them rather than being sent again later. */
const runs = new Set<Run>()

/** Waits until no webhook of a shop is processed in this process, before its services are closed. Never throws. */
export async function waitForOrderWebhooks({ backend }: Shop): Promise<void> {
  await Promise.allSettled([...runs].filter((run) => run.backend === backend).map(({ isDone }) => isDone))
}

/**
 * Receives an order webhook: verifies its signature over the raw body, stores the delivery and processes it once.
 *
 * | status | case                                                              |
 * | ------ | ----------------------------------------------------------------- |
 * | 200    | processed, now or earlier; or a topic that the shop does not use  |
 * | 400    | signed, but malformed; counted (`countRefusedWebhook`)             |
 * | 401    | wrong signature; counted                                          |
 * | 503    | failed or still being processed: Shopify sends it again           |
 */
export async function receiveOrderWebhook(services: OrderServices, request: Request): Promise<Response> {
  const webhook = await readSignedWebhook(services, request)
  if (webhook instanceof Response) return webhook
  const { topic, payload } = webhook
  const orderTopic = ORDER_TOPICS.find((name) => name === topic)
  // Any other status would make Shopify send it again.
  if (orderTopic === undefined) return respond(200)
  const event = parseOrderEvent(orderTopic, parseExactJson(payload))
  if (event === null) return refuseBody(services)
  const order = orderOfEvent(event)
  return processOnce(services, { ...webhook, orderId: order.id, orderName: order.name })
}

/** Stores a delivery and processes it, unless that was or is being done. Never throws. */
async function processOnce(services: OrderServices, received: WebhookDelivery): Promise<Response> {
  const { backend, log } = services
  try {
    const { kind, delivery } = await backend.receiveWebhook(received)
    if (kind === 'process') startRun(services, delivery)
    else if (delivery.state === 'done' || delivery.state === 'ignored') return respond(200)
    const run = [...runs].findLast(({ deliveryId }) => deliveryId === delivery.id)
    // Without a run, another process works on it.
    return await respondInTime(run?.isDone ?? null)
  } catch (error) {
    log.error({ err: error, topic: received.topic }, 'webhook not written down')
    return respond(503, { 'Retry-After': '30' })
  }
}

function startRun(services: OrderServices, delivery: StoredDelivery): void {
  const run: Run = {
    backend: services.backend,
    deliveryId: delivery.id,
    isDone: processDelivery(services, delivery)
      .then((failure) => failure === null)
      .finally(() => runs.delete(run)),
  }
  runs.add(run)
}

async function respondInTime(isDone: Promise<boolean> | null): Promise<Response> {
  const isDoneInTime = isDone !== null && (await settleWithin(isDone, RESPONSE_DEADLINE_MS, () => false))
  return isDoneInTime ? respond(200) : respond(503, { 'Retry-After': '30' })
}

/**
 * Processes a delivery that was claimed (`receiveWebhook`, `retryWebhook`) and stores the result.
 * @returns null when it succeeded, else why not, without personal data. Never throws.
 */
export async function processDelivery(
  services: OrderServices,
  delivery: StoredDelivery,
): Promise<string | null> {
  const { backend, log } = services
  try {
    const topic = ORDER_TOPICS.find((name) => name === delivery.topic)
    const event = topic ? parseOrderEvent(topic, parseExactJson(delivery.payload ?? 'null')) : null
    if (event) await handleEvent(services, event)
    await backend.finishWebhook(delivery, event ? 'done' : 'ignored')
    return null
  } catch (error) {
    const reason = failureReason(error)
    log.error({ err: error, topic: delivery.topic, deliveryId: delivery.id }, 'webhook not carried out')
    await backend
      .failWebhook(delivery, reason)
      .catch((cause: unknown) => log.error({ err: cause, deliveryId: delivery.id }, 'failure not kept'))
    return reason
  }
}

/** Describes an error for the owner, without email addresses. */
function failureReason(error: unknown): string {
  if (error instanceof UpstreamError) return error.message
  return error instanceof Error
    ? `${error.name}: ${error.message}`.replace(/\S+@\S+/g, '[address]')
    : 'unknown'
}
