import { settleWithin } from '../settle-within.server.ts'
import { ORDER_TOPICS, orderOfEvent, parseOrderEvent, processDelivery } from './deliveries.server.ts'
import { parseExactJson } from './exact-json.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { readSignedWebhook, refuseBody, respond } from './signed-webhook.server.ts'

/** Shopify waits five seconds. Slower work continues after the response, and the next delivery finds it done. */
const RESPONSE_DEADLINE_MS = 3_000

/**
 * Work on a delivery in this process. There may be two on the same delivery, as one that takes longer than its lock
 * is started again.
 */
type Run = { readonly deliveryId: string; readonly isDone: Promise<boolean> }
type Shop = Pick<OrderServices, 'backend'>

/** Current runs in this process, by shop: a repeated delivery waits for them rather than being sent again later. */
const runsByShop = new WeakMap<Shop['backend'], Set<Run>>()

function runsOf({ backend }: Shop): Set<Run> {
  const runs = runsByShop.get(backend) ?? new Set()
  runsByShop.set(backend, runs)
  return runs
}

/** Waits until no webhook of a shop is processed in this process, before its services are closed. Never throws. */
export async function waitForOrderWebhooks(shop: Shop): Promise<void> {
  await Promise.allSettled(Array.from(runsOf(shop), ({ isDone }) => isDone))
}

/**
 * Receives an order webhook: verifies its signature over the raw body, stores the delivery and processes it once.
 *
 * | status | case                                                              |
 * | ------ | ----------------------------------------------------------------- |
 * | 200    | processed, now or earlier; or a topic that the shop does not use  |
 * | 400    | signed, but malformed; reported (`reportRefusedWebhook`)           |
 * | 401    | wrong signature; reported                                         |
 * | 503    | failed or still being processed: Shopify sends it again           |
 */
export async function receiveOrderWebhook(services: OrderServices, request: Request): Promise<Response> {
  const webhook = await readSignedWebhook(services, request)
  if (webhook instanceof Response) return webhook
  const { topic, payload } = webhook
  const orderTopic = ORDER_TOPICS.find((name) => name === topic)
  // Any other status would make Shopify send it again.
  if (orderTopic === undefined) return respond(200)
  const event = parseOrderEvent(orderTopic, parseJson(payload))
  if (event === null) return refuseBody(services)
  const order = orderOfEvent(event)
  return processOnce(services, { ...webhook, orderId: order.id, orderName: order.name })
}

/** Undefined for malformed JSON. */
function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

type WebhookDelivery = Parameters<OrderServices['backend']['receiveWebhook']>[0]

/** Stores a delivery and processes it, unless that was or is being done. Never throws. */
async function processOnce(services: OrderServices, received: WebhookDelivery): Promise<Response> {
  const { backend, log } = services
  try {
    const { kind, delivery } = await backend.receiveWebhook(received)
    if (kind === 'process') startRun(services, delivery)
    else if (delivery.state === 'done' || delivery.state === 'ignored') return respond(200)
    const run = [...runsOf(services)].findLast(({ deliveryId }) => deliveryId === delivery.id)
    // Without a run, another process works on it.
    return await respondInTime(run?.isDone ?? null)
  } catch (error) {
    log.error({ err: error, topic: received.topic }, 'webhook not written down')
    return respond(503, { 'Retry-After': '30' })
  }
}

function startRun(services: OrderServices, delivery: Parameters<typeof processDelivery>[1]): void {
  const runs = runsOf(services)
  const run: Run = {
    deliveryId: delivery.id,
    isDone: processDelivery(services, delivery).finally(() => runs.delete(run)),
  }
  runs.add(run)
}

async function respondInTime(isDone: Promise<boolean> | null): Promise<Response> {
  const isDoneInTime = isDone !== null && (await settleWithin(isDone, RESPONSE_DEADLINE_MS, () => false))
  return isDoneInTime ? respond(200) : respond(503, { 'Retry-After': '30' })
}
