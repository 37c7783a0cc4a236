import { z } from 'zod'

/**
 * Schemas of Shopify's order webhooks, limited to what the shop reads. Numeric ids become strings.
 * https://shopify.dev/docs/api/webhooks
 */

const idSchema = z.union([z.string().min(1).max(40), z.number().int().positive()]).transform(String)
const textSchema = z.string().nullish()
const personSchema = z
  .object({ first_name: textSchema, last_name: textSchema, name: textSchema, email: textSchema })
  .nullish()
  .catch(null)

const MAX_QUANTITY = 1_000

/** Objects are ignored: `String(value)` throws for one whose `toString` is not a function. */
const propertyValueSchema = z.union([z.string(), z.number(), z.boolean()]).nullish().catch(null)
const propertiesSchema = z
  .array(z.object({ name: z.string(), value: propertyValueSchema }))
  .nullish()
  .catch(null)

const lineSchema = z.object({
  id: idSchema,
  variant_id: idSchema.nullish(),
  title: z.string(),
  variant_title: textSchema,
  quantity: z.number().int().min(0).max(MAX_QUANTITY),
  properties: propertiesSchema,
})

const orderSchema = z
  .object({
    id: idSchema,
    name: z.string().max(80).nullish(),
    email: textSchema,
    contact_email: textSchema,
    currency: textSchema,
    presentment_currency: textSchema,
    financial_status: textSchema,
    cancelled_at: textSchema,
    customer: personSchema,
    billing_address: personSchema,
    shipping_address: personSchema,
    discount_codes: z.array(z.object({ code: z.string() })).nullish(),
    line_items: z.array(lineSchema).max(500),
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
      attributes: toAttributes(item.properties),
    })),
  }))

const refundSchema = z
  .object({
    id: idSchema,
    order_id: idSchema,
    refund_line_items: z
      .array(
        z.object({
          line_item_id: idSchema,
          quantity: z.number().int().min(0).max(MAX_QUANTITY),
          restock_type: textSchema,
          line_item: z
            .object({ title: textSchema, variant_title: textSchema, properties: propertiesSchema })
            .nullish()
            .catch(null),
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
      attributes: toAttributes(item.line_item?.properties),
      /** Removed from the order before it was shipped, rather than returned. */
      isUnfulfilled: item.restock_type === 'cancel',
    })),
  }))

/** The order in a webhook. Ids are Shopify's, as strings; `variantId` is a global id. */
export type PaidOrder = z.output<typeof orderSchema>
export type OrderLine = PaidOrder['lines'][number]
/** The refund in a webhook; a refund of money alone has no lines. */
export type Refund = z.output<typeof refundSchema>

function toAttributes(given: z.output<typeof propertiesSchema>) {
  return (given ?? []).map(({ name, value }) => ({ key: name, value: String(value ?? '') }))
}

function fullName(person: z.output<typeof personSchema>): string | null {
  const name =
    [person?.first_name, person?.last_name].filter(Boolean).join(' ').trim() || person?.name?.trim()
  return name || null
}

/** Parses the body of an order webhook; null when it is malformed. */
export function parseOrder(body: unknown): PaidOrder | null {
  return orderSchema.safeParse(body).data ?? null
}

/** Parses the body of a refund webhook; null when it is malformed. */
export function parseRefund(body: unknown): Refund | null {
  return refundSchema.safeParse(body).data ?? null
}
