import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { parseExactJson } from './exact-json.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { type PaidOrder, parseOrder, parseRefund, type Refund } from './payload.server.ts'
import { takeOrder, takeRefund } from './take-order.server.ts'

/**
 * The webhook topics that the shop uses. `orders/create` is optional: it tells of orders that are not paid yet, whose
 * gifts are reserved.
 */
export const ORDER_TOPICS = ['orders/create', 'orders/paid', 'orders/cancelled', 'refunds/create'] as const
export type OrderTopic = (typeof ORDER_TOPICS)[number]

/** A parsed webhook body, by topic. */
export type OrderEvent =
  | { readonly topic: Exclude<OrderTopic, 'refunds/create'>; readonly order: PaidOrder }
  | { readonly topic: 'refunds/create'; readonly refund: Refund }

/**
 * Parses the body of a webhook; null when it does not match its topic. A cancelled order must have a cancellation
 * date: the signature covers the body, but not the topic.
 */
export function parseOrderEvent(topic: OrderTopic, body: unknown): OrderEvent | null {
  if (topic === 'refunds/create') {
    const refund = parseRefund(body)
    return refund && { topic, refund }
  }
  const order = parseOrder(body)
  if (order === null || (topic === 'orders/cancelled' && !order.isCancelled)) return null
  return { topic, order }
}

/** The order that an event belongs to. */
export function orderOfEvent(event: OrderEvent): { readonly id: string; readonly name: string | null } {
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

/**
 * Processes a delivery that was claimed (`receiveWebhook`, `retryWebhook`) and stores the result.
 * @returns whether it succeeded. Never throws.
 */
export async function processDelivery(
  services: OrderServices,
  delivery: {
    readonly id: string
    readonly topic: string
    readonly payload: string | null
    readonly attempts: number
  },
): Promise<boolean> {
  const { backend, log } = services
  try {
    const topic = ORDER_TOPICS.find((name) => name === delivery.topic)
    const event = topic ? parseOrderEvent(topic, parseExactJson(delivery.payload ?? 'null')) : null
    if (event) await handleEvent(services, event)
    await backend.finishWebhook(delivery, event ? 'done' : 'ignored')
    return true
  } catch (error) {
    log.error({ err: error, topic: delivery.topic, deliveryId: delivery.id }, 'webhook not carried out')
    await backend
      .failWebhook(delivery, failureReason(error))
      .catch((cause: unknown) => log.error({ err: cause, deliveryId: delivery.id }, 'failure not kept'))
    return false
  }
}

/** Describes an error for the owner, without email addresses. */
function failureReason(error: unknown): string {
  if (error instanceof UpstreamError) return error.message
  return error instanceof Error
    ? `${error.name}: ${error.message}`.replace(/\S+@\S+/g, '[address]')
    : 'unknown'
}
