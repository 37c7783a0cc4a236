import { receiveWebhook, respond } from '#app/services/orders/doorbell.server.ts'
import { carryOutPrivacyRequest } from '#app/services/owner/person.server.ts'
import { requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/webhook'

/** Webhooks are posted; GET is not allowed. */
export const loader = () => respond(405, { Allow: 'POST' })

/**
 * Receives the store's webhooks. The topic header tells them apart, so one route serves all, although each topic has its
 * own address. Product: 5 Outward addresses
 */
export function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  return receiveWebhook(services, request, context.get(requestContext), (wish) =>
    carryOutPrivacyRequest(services, wish),
  )
}
