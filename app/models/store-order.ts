import { z } from 'zod'
import { singleLine, wellFormed } from '#supabase/functions/_shared/text/text.ts'
import { wrappingOfAttributes } from './cart-checkout.ts'
import { cutText } from './cut-text.ts'

/** An order as the store has it at one moment: what is asked of its Admin API, and what the shop makes of the answer. */

export const READ_ORDER = `query ReadOrder($id: ID!, $after: String) {
  page: order(id: $id) {
    id name version: updatedAt displayFinancialStatus cancelledAt isTest: test currency: presentmentCurrencyCode
    email billing: billingAddress { name } shipping: shippingAddress { name }
    codes: discountApplications(first: 20) { nodes { ... on DiscountCodeApplication { code } } }
    fulfillments(first: 20) { status units: fulfillmentLineItems(first: 20) { nodes { quantity lineItem { id } } } }
    lines: lineItems(first: 50, after: $after) {
      nodes {
        id title variantTitle currentQuantity refundableQuantity
        product { id } variant { id } wrapping: customAttributes { key value }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`
/** Paid in full once, whatever was given back since: what was taken back of the order is in its lines. */
const PAID = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** The number of a global id, as text: it may be beyond 2^53. */
export const idNumber = z.string().transform((gid) => gid.split('/').at(-1) ?? gid)
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
export type PageInfo = z.output<typeof pageInfo>
/** One page of a connection. */
export const pageOf = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node), pageInfo })
const units = z.number().int().min(0)
const reference = z.object({ id: z.string() }).nullable()
const address = z.object({ name: z.string().nullable() }).nullable()

const orderLine = z.object({
  id: idNumber,
  product: reference,
  variant: reference,
  title: z.string(),
  variantTitle: z.string().nullable(),
  currentQuantity: units,
  refundableQuantity: units,
  /** Null for a line that was not sold by our cart. */
  wrapping: z
    .array(z.object({ key: z.string(), value: z.string().nullable() }))
    .transform(wrappingOfAttributes),
})
const fulfillment = z.object({
  status: z.string(),
  units: z.object({
    nodes: z.array(z.object({ quantity: units.nullable(), lineItem: z.object({ id: idNumber }) })),
  }),
})

/** One page of an order: the order, with some of its lines. */
export const orderPage = z
  .object({
    id: idNumber,
    /** For display, such as `#1043`. */
    name: z.string().transform((name) => cutText(singleLine(wellFormed(name)), 80)),
    /** Changes with every change of the order. */
    version: z.string(),
    displayFinancialStatus: z.string().nullable(),
    cancelledAt: z.string().nullable(),
    isTest: z.boolean(),
    currency: z.string(),
    email: z.string().nullable(),
    billing: address,
    shipping: address,
    codes: z.object({ nodes: z.array(z.object({ code: z.string().optional() })) }),
    fulfillments: z.array(fulfillment),
    lines: pageOf(orderLine),
  })
  .transform(
    ({ displayFinancialStatus, cancelledAt, billing, shipping, codes, fulfillments, lines, ...order }) => {
      const sent = fulfillments.flatMap(({ status, units }) => (status === 'SUCCESS' ? units.nodes : []))
      return {
        ...order,
        /** Not while it is only authorized, pending or paid in part; money given back later does not change it. */
        isPaid: PAID.includes(displayFinancialStatus ?? ''),
        isCancelled: cancelledAt !== null,
        email: order.email || null,
        buyer: billing?.name?.trim() || shipping?.name?.trim() || null,
        /** The discount codes that the store has applied to it, in upper case. */
        codes: [...new Set(codes.nodes.flatMap(({ code }) => code?.trim().toUpperCase() || []))],
        lines: lines.nodes.map(({ currentQuantity, refundableQuantity, product, variant, ...line }) => ({
          ...line,
          productId: product?.id ?? null,
          variantId: variant?.id ?? null,
          variantTitle: line.variantTitle ?? '',
          /** Units that are left: edits take units away, and refunds too. */
          left: Math.min(currentQuantity, refundableQuantity),
          /** Units that were sent to somebody, returned or not. */
          shipped: sent.reduce(
            (sum, { lineItem, quantity }) => sum + (lineItem.id === line.id ? (quantity ?? 0) : 0),
            0,
          ),
        })),
        pageInfo: lines.pageInfo,
      }
    },
  )

/** An order with all its lines. */
export type StoreOrder = Omit<z.output<typeof orderPage>, 'pageInfo'>
export type OrderLine = StoreOrder['lines'][number]
