import { settleWithin } from '../settle-within.server.ts'
import { ORDER_TOPICS, orderOfEvent, parseOrderEvent, processDelivery } from './deliveries.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { isSignedBy } from './signature.server.ts'

/** The store's own limit is five seconds. What takes longer goes on, and its next delivery finds it done. */
const ANSWER_WITHIN_MS = 3_000
const SHORT = /^[\w.:/-]{1,120}$/

/** Work on a delivery. One that took longer than its lock is taken up once more, so there may be two of the same. */
type Run = { readonly id: string; readonly work: Promise<boolean> }
type Shop = Pick<OrderServices, 'backend'>

/** Work under way in this process, by shop: repetitions of a delivery wait for it instead of coming back later. */
const runsByShop = new WeakMap<Shop['backend'], Set<Run>>()

function runsOf({ backend }: Shop): Set<Run> {
  const runs = runsByShop.get(backend) ?? new Set()
  runsByShop.set(backend, runs)
  return runs
}

/**
 * Resolves when nothing of what was begun here for a shop is under way any more: before its services are closed. Never
 * throws.
 */
export async function ordersSettled(shop: Shop): Promise<void> {
  await Promise.allSettled(Array.from(runsOf(shop), ({ work }) => work))
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
  const runs = runsOf(services)
  try {
    const reception = await backend.receiveWebhook(received)
    const { id, state } = reception.delivery
    if (reception.kind === 'process') {
      const run: Run = {
        id,
        work: processDelivery(services, reception.delivery).finally(() => runs.delete(run)),
      }
      runs.add(run)
    } else if (state === 'done' || state === 'ignored') return answer(200)
    return await answerInTime([...runs].findLast((run) => run.id === id)?.work ?? null)
  } catch (error) {
    log.error({ err: error, topic: received.topic }, 'webhook not written down')
    return answer(503, { 'Retry-After': '30' })
  }
}

async function answerInTime(work: Promise<boolean> | null): Promise<Response> {
  const isDone = work !== null && (await settleWithin(work, ANSWER_WITHIN_MS, () => false))
  return isDone ? answer(200) : answer(503, { 'Retry-After': '30' })
}
