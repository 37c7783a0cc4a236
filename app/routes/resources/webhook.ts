import { PRIVACY_TOPICS } from '#app/models/store-requirements.ts'
import { readSignedWebhook, receiveWebhook, respond } from '#app/services/orders/doorbell.server.ts'
import { carryOutPrivacyRequest } from '#app/services/owner/person.server.ts'
import { requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/webhook'

export const handle = { methods: 'POST' }

/** Webhooks are posted; GET is not allowed. */
export const loader = () => respond(405)

/**
 * Receives the store's webhooks. The topic header tells them apart, so one route serves all, although each topic has its
 * own address. Product: 5 Outward addresses
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { isSigned, ip } = context.get(requestContext)
  const webhook = await readSignedWebhook(services, request, isSigned)
  if (webhook instanceof Response) return webhook
  const isPrivacyRequest = PRIVACY_TOPICS.some((topic) => topic === webhook.topic)
  return isPrivacyRequest
    ? respond(await carryOutPrivacyRequest(services, webhook))
    : receiveWebhook(services, webhook, ip)
}
