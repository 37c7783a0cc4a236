import { receiveCatalogueNotice } from '../../services/catalogue-notices/receive.server.ts'
import { servicesContext } from '../../services/request/context.server.ts'
import type { Route } from './+types/catalogue-notice'

export const handle = { methods: 'POST' }

/** Webhooks are posted; GET is not allowed. */
export function loader() {
  return new Response(null, { status: 405, headers: { 'Cache-Control': 'no-store' } })
}

/** Receives the store's webhooks for changed and deleted products and for stock. */
export function action({ request, context }: Route.ActionArgs) {
  return receiveCatalogueNotice(context.get(servicesContext), request)
}
