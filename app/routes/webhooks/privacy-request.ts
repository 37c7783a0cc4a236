import { readSignedWebhook, respond } from '#app/services/orders/doorbell.server.ts'
import { carryOutPrivacyRequest } from '#app/services/owner/person.server.ts'
import { requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/privacy-request'

export const handle = { methods: 'POST' }

/** Webhooks are posted; GET is not allowed. */
export const loader = () => respond(405)

/** Receives the webhooks that every app of a Shopify store must answer: erase a customer, tell what is held, erase all. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const webhook = await readSignedWebhook(services, request, context.get(requestContext).isSigned)
  return webhook instanceof Response ? webhook : respond(await carryOutPrivacyRequest(services, webhook))
}
