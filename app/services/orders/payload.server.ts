import { z } from 'zod'

/** Order webhooks as Shopify writes them, cut down to what the shop reads. Ids are numbers there and text here. */

const id = z.union([z.string().min(1).max(40), z.number().int().positive()]).transform(String)
const text = z.string().nullish()
const person = z.object({ first_name: text, last_name: text, name: text, email: text }).nullish().catch(null)

const MOST_UNITS = 1_000

/** Anything else that JSON can hold is nothing to read: an object may bring a `toString` that is no function. */
const value = z.union([z.string(), z.number(), z.boolean()]).nullish().catch(null)
const properties = z
  .array(z.object({ name: z.string(), value }))
  .nullish()
  .catch(null)

const line = z.object({
  id,
  variant_id: id.nullish(),
  title: z.string(),
  variant_title: text,
  quantity: z.number().int().min(0).max(MOST_UNITS),
  properties,
})

const order = z
  .object({
    id,
    name: z.string().max(80).nullish(),
    email: text,
    contact_email: text,
    currency: text,
    presentment_currency: text,
    financial_status: text,
    cancelled_at: text,
    customer: person,
    billing_address: person,
    shipping_address: person,
    discount_codes: z.array(z.object({ code: z.string() })).nullish(),
    line_items: z.array(line).max(500),
  })
  .transform((wire) => ({
    id: wire.id,
    name: wire.name || `#${wire.id}`,
    email: wire.email || wire.contact_email || wire.customer?.email || null,
    buyer: fullName(wire.customer) ?? fullName(wire.billing_address) ?? fullName(wire.shipping_address),
    currency: wire.presentment_currency || wire.currency || null,
    isPaid: !['pending', 'voided', 'refunded', 'expired'].includes(wire.financial_status ?? 'paid'),
    isCancelled: Boolean(wire.cancelled_at),
    discountCodes: (wire.discount_codes ?? []).map(({ code }) => code.trim()).filter(Boolean),
    lines: wire.line_items.map((item) => ({
      id: item.id,
      variantId: item.variant_id ? `gid://shopify/ProductVariant/${item.variant_id}` : null,
      title: item.title,
      variantTitle: item.variant_title ?? '',
      quantity: item.quantity,
      attributes: attributesOf(item.properties),
    })),
  }))

const refund = z
  .object({
    id,
    order_id: id,
    refund_line_items: z
      .array(
        z.object({
          line_item_id: id,
          quantity: z.number().int().min(0).max(MOST_UNITS),
          restock_type: text,
          line_item: z.object({ title: text, variant_title: text, properties }).nullish().catch(null),
        }),
      )
      .max(500),
  })
  .transform((wire) => ({
    id: wire.id,
    orderId: wire.order_id,
    lines: wire.refund_line_items.map((item) => ({
      lineId: item.line_item_id,
      quantity: item.quantity,
      title: item.line_item?.title ?? '',
      variantTitle: item.line_item?.variant_title ?? '',
      attributes: attributesOf(item.line_item?.properties),
      /** Taken out of the order before it was sent, rather than sent back. */
      neverSent: item.restock_type === 'cancel',
    })),
  }))

/** An order of a webhook. */
export type PaidOrder = z.output<typeof order>
export type OrderLine = PaidOrder['lines'][number]
/** A refund of a webhook; one of money alone has no lines. */
export type Refund = z.output<typeof refund>

function attributesOf(given: z.output<typeof properties>) {
  return (given ?? []).map(({ name, value }) => ({ key: name, value: String(value ?? '') }))
}

function fullName(who: z.output<typeof person>): string | null {
  const name = [who?.first_name, who?.last_name].filter(Boolean).join(' ').trim() || who?.name?.trim()
  return name || null
}

/** The order of a webhook's body, or null when it is none. */
export function parseOrder(body: unknown): PaidOrder | null {
  return order.safeParse(body).data ?? null
}

/** The refund of a webhook's body, or null when it is none. */
export function parseRefund(body: unknown): Refund | null {
  return refund.safeParse(body).data ?? null
}
