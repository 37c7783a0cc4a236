import { receiveWebhook, respond } from '#app/services/orders/doorbell.server.ts'
import { requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/doorbell'

export const handle = { methods: 'POST' }

/** Webhooks are posted; GET is not allowed. */
export const loader = () => respond(405)

/**
 * Receives the store's webhooks of orders, products and stock. The topic header tells them apart, so one route serves
 * all, although each topic has its own address. Product: 5 Outward addresses
 */
export function action({ request, context }: Route.ActionArgs) {
  return receiveWebhook(context.get(servicesContext), request, context.get(requestContext))
}
