import { sendWebhook, type WebhookOptions } from './gifts.ts'
import type { TestShop } from './test-shop.ts'

/** Orders as Shopify tells of them. */

export type OrderLine = {
  /** Its variant of Vol. II: a box with gift wrapping without it. */
  readonly variant?: string
  readonly quantity?: number
  readonly wrapping?: string | null
  readonly title?: string
}

/**
 * A paid order.
 * @param variantIdOf the numeric id of a variant of Vol. II by its title
 */
export function paidOrder(
  id: number,
  variantIdOf: (title: string) => string | undefined,
  lines: readonly OrderLine[] = [{}],
  more: object = {},
) {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id % 10_000}`,
    email: 'giver@example.com',
    currency: 'USD',
    presentment_currency: 'USD',
    financial_status: 'paid',
    cancelled_at: null,
    customer: { first_name: 'Grace', last_name: 'Giver', email: 'giver@example.com' },
    discount_codes: [] as { code: string; amount: string; type: string }[],
    line_items: lines.map(({ variant = 'No Wand', wrapping = 'Printable letter', ...line }, index) => ({
      id: id * 10 + index,
      variant_id: Number(variantIdOf(variant) ?? 1),
      product_id: 1,
      title: line.title ?? 'Vol. II: Magical You (Pre-Order)',
      variant_title: variant,
      quantity: line.quantity ?? 1,
      price: '59.00',
      properties: wrapping === null ? [] : [{ name: 'Gift wrapping', value: wrapping }],
    })),
    ...more,
  }
}

export type Order = ReturnType<typeof paidOrder>
export type RefundedLine = { readonly index: number; readonly quantity: number; readonly restock?: string }

let nextRefund = 6_600_000_000_000

/** A refund of lines of an order, in which everything was sent back unless `restock` says otherwise. */
export function refundOf(order: Order, lines: readonly RefundedLine[]) {
  return {
    id: nextRefund++,
    order_id: order.id,
    refund_line_items: lines.map(({ index, quantity, restock }) => ({
      id: nextRefund++,
      line_item_id: order.line_items[index]?.id,
      quantity,
      restock_type: restock ?? 'return',
      line_item: order.line_items[index],
    })),
  }
}

export const STORE_EVENTS = ['created', 'paid', 'cancelled', 'refunded', 'edited'] as const
export type StoreEvent = (typeof STORE_EVENTS)[number]

/** What a store sends about an order for an event. A refund takes back one unit of its first line before it shipped. */
export function deliveryOf(order: Order, event: StoreEvent): { topic: string; body: object } {
  switch (event) {
    case 'created':
      return { topic: 'orders/create', body: { ...order, financial_status: 'authorized' } }
    case 'paid':
      return { topic: 'orders/paid', body: order }
    case 'cancelled':
      return { topic: 'orders/cancelled', body: { ...order, cancelled_at: '2026-01-02T03:04:05Z' } }
    case 'refunded': {
      const refund = refundOf(order, [{ index: 0, quantity: 1, restock: 'cancel' }])
      return { topic: 'refunds/create', body: { ...refund, id: Number(`${order.id}9`) } }
    }
    case 'edited':
      return {
        topic: 'orders/edited',
        body: { order_edit: { id: 1, order_id: order.id, line_items: { additions: [], removals: [] } } },
      }
  }
}

/** Tells a shop of an event of an order, by a new delivery. @returns the status of its response */
export async function deliver(
  shop: Pick<TestShop, 'fetch' | 'services'>,
  order: Order,
  event: StoreEvent,
  options: WebhookOptions = {},
): Promise<number> {
  const { topic, body } = deliveryOf(order, event)
  return (await sendWebhook(shop, body, { topic, ...options })).status
}

/** Asks the Admin API of a shop's embedded store; throws where it answers with errors. @returns the text of its response */
export async function callStore({ embedded }: TestShop, query: string, variables: object): Promise<string> {
  const { store } = embedded
  if (!store) throw new Error('This shop has no embedded store')
  const response = await store.adminFetch(store.adminUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': store.adminToken },
    body: JSON.stringify({ query, variables }),
  })
  const text = await response.text()
  if (JSON.parse(text).errors !== undefined) throw new Error(text)
  return text
}
