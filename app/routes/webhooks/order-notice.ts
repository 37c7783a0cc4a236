import { receiveOrderWebhook } from '#app/services/orders/receive.server.ts'
import { respond } from '#app/services/orders/signed-webhook.server.ts'
import { servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/order-notice'

export const handle = { methods: 'POST' }

/** Webhooks are posted; GET is not allowed. */
export const loader = () => respond(405)

/**
 * Receives the store's webhooks for paid and cancelled orders and refunds. The topic header tells them apart, so one
 * URL serves all, although each has its own. Product: 5 Outward addresses
 */
export function action({ request, context }: Route.ActionArgs) {
  return receiveOrderWebhook(context.get(servicesContext), request)
}
