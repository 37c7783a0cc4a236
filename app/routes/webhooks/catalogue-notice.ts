import { receiveCatalogueNotice } from '#app/services/catalogue-notices/receive.server.ts'
import { respond } from '#app/services/orders/signed-webhook.server.ts'
import { servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/catalogue-notice'

export const handle = { methods: 'POST' }

/** Webhooks are posted; GET is not allowed. */
export const loader = () => respond(405)

/** Receives the store's webhooks for changed and deleted products and for stock. */
export function action({ request, context }: Route.ActionArgs) {
  return receiveCatalogueNotice(context.get(servicesContext), request)
}
