import { z } from 'zod'
import { pageOf } from '#supabase/functions/_shared/shopify-admin.ts'
import { singleLine, wellFormed } from '#supabase/functions/_shared/text/text.ts'
import { wrappingOfAttributes } from './cart-line-words.ts'
import { cutText } from './text.ts'

/** An order as the store has it at one moment: what is asked of its Admin API, and what the shop makes of the answer. */

export const READ_ORDER = `query ReadOrder($id: ID!, $after: String) {
  page: order(id: $id) {
    id name version: updatedAt financialStatus: displayFinancialStatus cancelledAt isTest: test currency: presentmentCurrencyCode
    email billing: billingAddress { name } shipping: shippingAddress { name }
    codes: discountApplications(first: 20) { nodes { ... on DiscountCodeApplication { code } } }
    fulfillments(first: 20) { status units: fulfillmentLineItems(first: 20) { nodes { quantity lineItem { id } } } }
    lines: lineItems(first: 50, after: $after) {
      nodes {
        id title variantTitle currentQuantity refundableQuantity
        productId: product { id } variantId: variant { id } wrapping: customAttributes { key value }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`
/** Paid in full once, whatever was given back since: what was taken back of the order is in its lines. */
const PAID = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** The number of a global id, as text: it may be beyond 2^53. */
export const idNumber = z.string().transform((gid) => gid.split('/').at(-1) ?? gid)
const units = z.number().int().min(0)
const reference = z
  .object({ id: z.string() })
  .nullable()
  .transform((found) => found?.id ?? null)
const buyerName = z
  .object({ name: z.string().nullable() })
  .nullable()
  .transform((address) => address?.name?.trim() || null)

const orderLine = z.object({
  id: idNumber,
  productId: reference,
  variantId: reference,
  title: z.string(),
  variantTitle: z.string().nullable(),
  currentQuantity: units,
  refundableQuantity: units,
  /** Null for a line that was not sold by our cart. */
  wrapping: z
    .array(z.object({ key: z.string(), value: z.string().nullable() }))
    .transform(wrappingOfAttributes),
})
const sentUnits = z.object({ quantity: units.nullable(), lineItem: z.object({ id: idNumber }) })

/** One page of an order: the order, with some of its lines. */
export const orderPage = z
  .object({
    id: idNumber,
    /** For display, such as `#1043`. */
    name: z.string().transform((name) => cutText(singleLine(wellFormed(name)), 80)),
    /** Changes with every change of the order. */
    version: z.string(),
    financialStatus: z.string().nullable(),
    cancelledAt: z.string().nullable(),
    isTest: z.boolean(),
    currency: z.string(),
    email: z.string().nullable(),
    billing: buyerName,
    shipping: buyerName,
    codes: z.object({ nodes: z.array(z.object({ code: z.string().optional() })) }),
    fulfillments: z.array(z.object({ status: z.string(), units: z.object({ nodes: z.array(sentUnits) }) })),
    lines: pageOf(orderLine),
  })
  .transform(({ financialStatus, cancelledAt, isTest, billing, shipping, fulfillments, lines, ...order }) => {
    const payment: 'paid' | 'unpaid' = PAID.includes(financialStatus ?? '') ? 'paid' : 'unpaid'
    const sent = fulfillments.flatMap(({ status, units }) => (status === 'SUCCESS' ? units.nodes : []))
    const sentOf = (id: string) => sent.filter(({ lineItem }) => lineItem.id === id)
    return {
      ...order,
      /** Only `paid` counts: not while it is only authorized, pending or paid in part. */
      status: isTest ? ('test' as const) : cancelledAt !== null ? ('cancelled' as const) : payment,
      email: order.email || null,
      buyer: billing || shipping,
      /** The discount codes that the store has applied to it, in upper case. */
      codes: [...new Set(order.codes.nodes.flatMap(({ code }) => code?.trim().toUpperCase() || []))],
      lines: lines.nodes.map(({ currentQuantity, refundableQuantity, ...line }) => ({
        ...line,
        variantTitle: line.variantTitle ?? '',
        /** Units that are left: edits take units away, and refunds too. */
        left: Math.min(currentQuantity, refundableQuantity),
        /** Units that were sent to somebody, returned or not. */
        shipped: sentOf(line.id).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
      })),
      pageInfo: lines.pageInfo,
    }
  })

/** An order with all its lines. */
export type StoreOrder = Omit<z.output<typeof orderPage>, 'pageInfo'>
export type OrderLine = StoreOrder['lines'][number]
