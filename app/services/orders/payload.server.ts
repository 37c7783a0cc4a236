import { z } from 'zod'
import { cutText } from '#app/models/cut-text.ts'
import { parseJson, singleLine, wellFormed } from '#supabase/functions/_shared/text/text.ts'

/**
 * Schemas of Shopify's order webhooks, limited to what the shop reads: of bodies by `parseExactJson`. Ids become text.
 * What decides about gifts and money has to be as documented; anything else may be missing or odd without holding up
 * the order. Lines have no limit of their own: the size of a body has one.
 * https://shopify.dev/docs/api/webhooks
 */

/** Digits, and the letters of test data. Other characters cannot be stored everywhere. */
const idSchema = z
  .union([z.string(), z.number().int().positive()])
  .transform(String)
  .pipe(z.string().regex(/^[\w-]{1,40}$/))
const textSchema = z.string().nullish().catch(null)
const personSchema = z
  .object({ first_name: textSchema, last_name: textSchema, name: textSchema, email: textSchema })
  .nullish()
  .catch(null)

/** More units than a store has; a quantity beyond it is no quantity. */
const MOST_UNITS = 1_000_000
const quantitySchema = z.number().int().min(0).max(MOST_UNITS)

/** Objects are ignored: `String(value)` throws for one whose `toString` is not a function. */
const propertySchema = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullish().catch(null),
})
/** One odd property does not hide the others, of which one is the gift wrapping. */
const propertiesSchema = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((given) =>
    (given ?? []).flatMap((entry) => {
      const { data } = propertySchema.safeParse(entry)
      return data ? [{ key: data.name, value: String(data.value ?? '') }] : []
    }),
  )

/** Codes that no gift can have, as they are too long or cannot be stored, are left out. */
const discountCodesSchema = z
  .array(z.object({ code: z.string().nullish() }))
  .nullish()
  .transform((given) => [
    ...new Set((given ?? []).map(({ code }) => (code ?? '').trim()).filter((code) => isStorable(code))),
  ])

function isStorable(code: string): boolean {
  return code !== '' && code.length <= 120 && code.isWellFormed() && !/\p{Cc}/u.test(code)
}

const lineSchema = z.object({
  id: idSchema,
  variant_id: idSchema.nullish().catch(null),
  title: textSchema,
  variant_title: textSchema,
  quantity: quantitySchema,
  properties: propertiesSchema,
})

const orderSchema = z
  .object({
    id: idSchema,
    name: textSchema,
    email: textSchema,
    contact_email: textSchema,
    currency: textSchema,
    presentment_currency: textSchema,
    financial_status: z.string().nullish(),
    cancelled_at: z.string().nullish(),
    customer: personSchema,
    billing_address: personSchema,
    shipping_address: personSchema,
    discount_codes: discountCodesSchema,
    line_items: z.array(lineSchema),
  })
  .transform((wire) => ({
    id: wire.id,
    name: cutText(singleLine(wellFormed(wire.name ?? '')), 80).trim() || `#${wire.id}`,
    email: wire.email || wire.contact_email || wire.customer?.email || null,
    buyer: fullName(wire.customer) ?? fullName(wire.billing_address) ?? fullName(wire.shipping_address),
    currency: wire.presentment_currency || wire.currency || null,
    /** Not while it is only authorized, pending or paid in part. Product: 6 Orders that count */
    isPaid: wire.financial_status === 'paid',
    isCancelled: Boolean(wire.cancelled_at),
    discountCodes: wire.discount_codes,
    lines: wire.line_items.map((item) => ({
      id: item.id,
      variantId: item.variant_id ? `gid://shopify/ProductVariant/${item.variant_id}` : null,
      title: item.title ?? '',
      variantTitle: item.variant_title ?? '',
      quantity: item.quantity,
      attributes: item.properties,
    })),
  }))

const refundSchema = z
  .object({
    id: idSchema,
    order_id: idSchema,
    refund_line_items: z.array(
      z.object({
        line_item_id: idSchema,
        quantity: quantitySchema,
        restock_type: textSchema,
        line_item: z.object({ title: textSchema, variant_title: textSchema }).nullish().catch(null),
      }),
    ),
  })
  .transform((wire) => ({
    id: wire.id,
    orderId: wire.order_id,
    lines: wire.refund_line_items.map((item) => ({
      lineId: item.line_item_id,
      quantity: item.quantity,
      title: item.line_item?.title ?? '',
      variantTitle: item.line_item?.variant_title ?? '',
      /** Removed from the order before it was shipped, rather than returned. */
      isUnfulfilled: item.restock_type === 'cancel',
    })),
  }))

/** The order in a webhook, paid or not. Ids are Shopify's, as strings; `variantId` is a global id. */
export type StoreOrder = z.output<typeof orderSchema>
export type OrderLine = StoreOrder['lines'][number]
/** The refund in a webhook; a refund of money alone has no lines. */
export type Refund = z.output<typeof refundSchema>

function fullName(person: z.output<typeof personSchema>): string | null {
  const name =
    [person?.first_name, person?.last_name].filter(Boolean).join(' ').trim() || person?.name?.trim()
  return name || null
}

/** Parses the body of an order webhook; null when it is malformed. */
export function parseOrder(body: unknown): StoreOrder | null {
  return orderSchema.safeParse(body).data ?? null
}

/** Parses the body of a refund webhook; null when it is malformed. */
export function parseRefund(body: unknown): Refund | null {
  return refundSchema.safeParse(body).data ?? null
}

/** The third argument of a reviver, which TypeScript's own types do not have yet. */
type Source = { readonly source?: string }

/**
 * Parses JSON with every integer beyond 2^53 as its text: ids of that size would otherwise become others.
 * @returns undefined for what is no JSON
 */
export function parseExactJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: Source) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? context?.source
      : value
  // Most bodies have no such number, and are parsed ten times faster without looking at each.
  return parseJson(text, /\d{16}/.test(text) ? revive : undefined)
}
