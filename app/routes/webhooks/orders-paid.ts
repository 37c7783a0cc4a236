import { servicesContext } from '../../context.ts'
import { receiveOrderWebhook } from '../../services/orders/receive.server.ts'
import type { Route } from './+types/orders-paid'

export const handle = { methods: 'POST' }

/** Webhooks are posted; there is nothing to see here. */
export function loader() {
  return new Response(null, { status: 405, headers: { 'Cache-Control': 'no-store' } })
}

/**
 * Order webhooks of the store: paid orders, and under their own addresses cancelled ones and refunds. Which it is
 * the topic header says, so one subscription address serves all. Product: 5 Outward addresses
 */
export function action({ request, context }: Route.ActionArgs) {
  return receiveOrderWebhook(context.get(servicesContext), request)
}
