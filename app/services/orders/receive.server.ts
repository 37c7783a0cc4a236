import { settleWithin } from '../settle-within.server.ts'
import { ORDER_TOPICS, orderOfEvent, parseOrderEvent, processDelivery } from './deliveries.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { isSignedBy } from './signature.server.ts'

/** The store's own limit is five seconds. What takes longer goes on, and its next delivery finds it done. */
const ANSWER_WITHIN_MS = 3_000
const SHORT = /^[\w.:/-]{1,120}$/

/** Work under way in this process, by delivery: its repetitions wait for it instead of coming back later. */
const underWay = new Map<string, Promise<boolean>>()

/** Resolves when nothing of what was begun here is under way any more: before the services are closed. Never throws. */
export async function ordersSettled(): Promise<void> {
  await Promise.allSettled(underWay.values())
}

function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

function headerOf(request: Request, name: string): string | null {
  const value = request.headers.get(name)
  return value !== null && SHORT.test(value) ? value : null
}

/**
 * Takes an order webhook: checks its signature over the raw body, writes it down once, and carries it out.
 * 401 for a wrong signature, 400 for what no store sends, 200 when it is done (now or before), 503 when it has to be
 * sent again.
 */
export async function receiveOrderWebhook(services: OrderServices, request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  const signature = request.headers.get('X-Shopify-Hmac-Sha256')
  if (!isSignedBy(services.webhookSecret, body, signature)) return answer(401)
  const webhookId = headerOf(request, 'X-Shopify-Webhook-Id')
  const topic = headerOf(request, 'X-Shopify-Topic')
  const payload = textOf(body)
  if (webhookId === null || topic === null || payload === null) return answer(400)
  const known = ORDER_TOPICS.find((name) => name === topic)
  // A topic that the shop was never subscribed to is nothing to send again.
  if (known === undefined) return answer(200)
  const event = parseOrderEvent(known, jsonOf(payload))
  if (event === null) return answer(400)
  const order = orderOfEvent(event)
  return carryOutOnce(services, {
    webhookId,
    eventId: headerOf(request, 'X-Shopify-Event-Id'),
    topic,
    shopDomain: headerOf(request, 'X-Shopify-Shop-Domain'),
    orderId: order.id,
    orderName: order.name,
    payload,
  })
}

function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Received = Parameters<OrderServices['backend']['receiveWebhook']>[0]

async function carryOutOnce(services: OrderServices, received: Received): Promise<Response> {
  const { backend, log } = services
  try {
    const reception = await backend.receiveWebhook(received)
    const { id, state } = reception.delivery
    if (reception.kind === 'process') {
      const work = processDelivery(services, reception.delivery).finally(() => underWay.delete(id))
      underWay.set(id, work)
    } else if (state === 'done' || state === 'ignored') return answer(200)
    return await answerInTime(underWay.get(id) ?? null)
  } catch (error) {
    log.error({ err: error, topic: received.topic }, 'webhook not written down')
    return answer(503, { 'Retry-After': '30' })
  }
}

async function answerInTime(work: Promise<boolean> | null): Promise<Response> {
  const isDone = work !== null && (await settleWithin(work, ANSWER_WITHIN_MS, () => false))
  return isDone ? answer(200) : answer(503, { 'Retry-After': '30' })
}
