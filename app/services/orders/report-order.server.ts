import type { AuditAction } from '#app/models/owner-messages.ts'
import type { Services } from '../request/services.server.ts'

export type OrderServices = Pick<
  Services,
  'backend' | 'storefront' | 'giftDiscounts' | 'webhookSecret' | 'log' | 'now'
>

/** What an order is reported to the owner for, with its line in the log. */
const REPORTS = {
  'order.too-many-gifts': 'more gifts ordered than were given',
  'order.upgrades-without-gift': 'upgrades ordered without their gift',
  'order.gift-not-open': 'gift ordered that is no longer open',
  'order.redeemed-gift-refunded': 'a gift was refunded that is already redeemed',
} as const satisfies Partial<Record<AuditAction, string>>

/** Who reports them in the audit trail. */
export const ORDER_REPORTER = 'order webhook'

export type OrderReport = keyof typeof REPORTS

/** Reports an order that the owner has to settle, once. @throws UpstreamError */
export async function reportOnce(
  { backend }: Pick<OrderServices, 'backend'>,
  action: OrderReport,
  order: { readonly id: string; readonly name?: string | null | undefined },
  detail: Readonly<Record<string, string | number>>,
): Promise<void> {
  const entry = {
    actor: { id: 'shop', email: ORDER_REPORTER },
    action,
    subjectId: order.id,
    detail: { order: order.name ?? order.id, ...detail },
  }
  await backend.reportOnce(entry, { orderId: order.id, ...detail }, REPORTS[action])
}
