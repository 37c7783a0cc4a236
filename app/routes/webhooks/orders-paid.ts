import { receiveOrderWebhook } from '../../services/orders/receive.server.ts'
import { servicesContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/orders-paid'

export const handle = { methods: 'POST' }

/** Webhooks are posted; GET is not allowed. */
export function loader() {
  return new Response(null, { status: 405, headers: { 'Cache-Control': 'no-store' } })
}

/**
 * Receives the store's webhooks for paid and cancelled orders and refunds. The topic header tells them apart, so one
 * URL serves all, although each has its own. Product: 5 Outward addresses
 */
export function action({ request, context }: Route.ActionArgs) {
  return receiveOrderWebhook(context.get(servicesContext), request)
}
