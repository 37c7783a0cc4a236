import { UpstreamError } from '../upstream-error.server.ts'
import { handlePaidOrder } from './order-paid.server.ts'
import type { OrderServices } from './order-services.server.ts'
import { handleCancelledOrder, handleRefund } from './order-undone.server.ts'
import { type PaidOrder, parseOrder, parseRefund, type Refund } from './payload.server.ts'

/** The order events that the shop listens to. */
export const ORDER_TOPICS = ['orders/paid', 'orders/cancelled', 'refunds/create'] as const
export type OrderTopic = (typeof ORDER_TOPICS)[number]

/** A webhook's body as what its topic says it is. */
export type OrderEvent =
  | { readonly topic: 'orders/paid' | 'orders/cancelled'; readonly order: PaidOrder }
  | { readonly topic: 'refunds/create'; readonly refund: Refund }

/** Reads a webhook's body; null when it is not what its topic says. A cancelled order has to say so itself: the signature covers the body, not the topic. */
export function parseOrderEvent(topic: OrderTopic, body: unknown): OrderEvent | null {
  if (topic === 'refunds/create') {
    const refund = parseRefund(body)
    return refund && { topic, refund }
  }
  const order = parseOrder(body)
  if (order === null || (topic === 'orders/cancelled' && !order.isCancelled)) return null
  return { topic, order }
}

/** Which order an event is about. */
export function orderOfEvent(event: OrderEvent): { readonly id: string; readonly name: string | null } {
  return event.topic === 'refunds/create'
    ? { id: event.refund.orderId, name: null }
    : { id: event.order.id, name: event.order.name }
}

function carryOut(services: OrderServices, event: OrderEvent, attempts: number): Promise<void> {
  switch (event.topic) {
    case 'orders/paid':
      return handlePaidOrder(services, event.order)
    case 'orders/cancelled':
      return handleCancelledOrder(services, event.order.id)
    case 'refunds/create':
      return handleRefund(services, event.refund, attempts)
  }
}

/**
 * Works on a delivery that was taken up (`receiveWebhook`, `retryWebhook`) and writes down how it went.
 * @returns whether it is done. Never throws.
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
    const topic = ORDER_TOPICS.find((known) => known === delivery.topic)
    const event = topic ? parseOrderEvent(topic, JSON.parse(delivery.payload ?? 'null')) : null
    if (event) await carryOut(services, event, delivery.attempts)
    await backend.finishWebhook(delivery, event ? 'done' : 'ignored')
    return true
  } catch (error) {
    log.error({ err: error, topic: delivery.topic, deliveryId: delivery.id }, 'webhook not carried out')
    await backend
      .failWebhook(delivery, reasonOf(error))
      .catch((cause: unknown) => log.error({ err: cause, deliveryId: delivery.id }, 'failure not kept'))
    return false
  }
}

/** What went wrong, for the owner, without anybody's data. */
function reasonOf(error: unknown): string {
  if (error instanceof UpstreamError) return error.message
  return error instanceof Error
    ? `${error.name}: ${error.message}`.replace(/\S+@\S+/g, '[address]')
    : 'unknown'
}
