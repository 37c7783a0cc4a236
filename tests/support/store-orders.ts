import { randomUUID } from 'node:crypto'
import { HANDLES } from '../../app/models/product.ts'
import { sendWebhook, type WebhookOptions } from './gifts.ts'
import type { TestShop } from './test-shop.ts'

export type OrderLine = {
  readonly variant: string
  readonly quantity?: number
  readonly wrapping?: string
  readonly title?: string
}

/** Orders as Shopify reports them, with variant ids of the US store. */
export async function orderWriter(shop: TestShop) {
  const product = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const ids = new Map((product?.variants ?? []).map(({ title, id }) => [title, Number(id.split('/').at(-1))]))

  /** A paid order. */
  function order(id: number | string, lines: readonly OrderLine[], more: object = {}) {
    return {
      id,
      name: `#${String(id).slice(-6)}`,
      email: 'giver@example.com',
      currency: 'USD',
      presentment_currency: 'USD',
      financial_status: 'paid',
      cancelled_at: null as string | null,
      customer: { first_name: 'Grace', last_name: 'Giver', email: 'giver@example.com' },
      discount_codes: [] as { code: string; amount: string; type: string }[],
      line_items: lines.map((line, index) => ({
        id: `${id}${index}`,
        variant_id: ids.get(line.variant) ?? 1,
        title: line.title ?? 'Vol. II: Magical You (Pre-Order)',
        variant_title: line.variant,
        quantity: line.quantity ?? 1,
        price: '59.00',
        properties: line.wrapping === undefined ? [] : [{ name: 'Gift wrapping', value: line.wrapping }],
      })),
      ...more,
    }
  }

  return {
    order,
    /** An order that spends the gift with that discount. */
    redeeming: (id: number | string, code: string | null, more: object = {}) =>
      order(id, [{ variant: 'Gift Bundle - No Wand' }], {
        discount_codes: [{ code: code ?? '', amount: '59.00', type: 'percentage' }],
        ...more,
      }),
    /** An order that buys gifts. */
    buying: (id: number | string, quantity = 1, more: object = {}) =>
      order(id, [{ variant: 'No Wand', quantity, wrapping: 'Printable letter' }], more),
  }
}

type Order = ReturnType<Awaited<ReturnType<typeof orderWriter>>['order']>

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
    case 'refunded':
      return {
        topic: 'refunds/create',
        body: {
          id: `${order.id}9`,
          order_id: order.id,
          refund_line_items: [
            {
              id: 1,
              line_item_id: order.line_items[0]?.id,
              quantity: 1,
              restock_type: 'cancel',
              line_item: order.line_items[0],
            },
          ],
        },
      }
    case 'edited':
      return {
        topic: 'orders/edited',
        body: { order_edit: { id: 1, order_id: order.id, line_items: { additions: [], removals: [] } } },
      }
  }
}

/** Sends a new delivery of an event of an order. */
export function deliver(
  shop: Pick<TestShop, 'fetch' | 'services'>,
  order: Order,
  event: StoreEvent,
  options: WebhookOptions = {},
): Promise<Response> {
  const { topic, body } = deliveryOf(order, event)
  return sendWebhook(shop, body, { webhookId: randomUUID(), topic, ...options })
}
