import { settleWithin } from '../upstream/settle-within.server.ts'
import { ORDER_TOPICS, orderOfEvent, parseOrderEvent, processDelivery } from './deliveries.server.ts'
import { parseExactJson } from './exact-json.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { reportRefusedWebhook } from './refusals.server.ts'
import { isSignedBy } from './signature.server.ts'

/** Shopify waits five seconds. Slower work continues after the response, and the next delivery finds it done. */
const RESPONSE_DEADLINE_MS = 3_000
const HEADER_VALUE = /^[\w.:/-]{1,120}$/

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

function respond(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** The value of a header; null when it is missing or not in the format of Shopify's ids, topics and domains. */
function readHeader(request: Request, name: string): string | null {
  const value = request.headers.get(name)
  return value !== null && HEADER_VALUE.test(value) ? value : null
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
  const body = new Uint8Array(await request.arrayBuffer())
  const signature = request.headers.get('X-Shopify-Hmac-Sha256')
  if (!isSignedBy(services.webhookSecret, body, signature)) {
    await reportRefusedWebhook(services, 'signature')
    return respond(401)
  }
  const webhookId = readHeader(request, 'X-Shopify-Webhook-Id')
  const topic = readHeader(request, 'X-Shopify-Topic')
  const payload = decodeUtf8(body)
  const refuseBody = async () => {
    await reportRefusedWebhook(services, 'body')
    return respond(400)
  }
  if (webhookId === null || topic === null || payload === null) return refuseBody()
  const orderTopic = ORDER_TOPICS.find((name) => name === topic)
  // Any other status would make Shopify send it again.
  if (orderTopic === undefined) return respond(200)
  const event = parseOrderEvent(orderTopic, parseJson(payload))
  if (event === null) return refuseBody()
  const order = orderOfEvent(event)
  return processOnce(services, {
    webhookId,
    eventId: readHeader(request, 'X-Shopify-Event-Id'),
    topic,
    shopDomain: readHeader(request, 'X-Shopify-Shop-Domain'),
    orderId: order.id,
    orderName: order.name,
    payload,
  })
}

/** Null for malformed UTF-8. */
function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
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
