import type { OrderReport } from '#app/models/owner-messages.ts'
import type { Services } from '../request/services.server.ts'

export type OrderServices = Pick<
  Services,
  'backend' | 'storefront' | 'giftDiscounts' | 'webhookSecret' | 'log' | 'now'
>

/** Reports an order that the owner has to settle, once. @throws UpstreamError */
export async function reportOnce(
  { backend }: Pick<OrderServices, 'backend'>,
  reason: OrderReport,
  order: { readonly id: string; readonly name?: string | null | undefined },
  detail: Readonly<Record<string, string | number>>,
): Promise<void> {
  await backend.reportOrder({ orderId: order.id, orderName: order.name ?? order.id, reason, detail })
}
