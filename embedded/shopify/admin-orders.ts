import { z } from 'zod'
import type { Catalogue } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { notImplemented } from './graphql-server.ts'
import { financialStatusOf, type OrderState, type OrderStateLine, type OrderStates } from './order-states.ts'
import { numberOf } from './regions.ts'

/** The orders of the Admin API: read, cancelled, refunded and marked as paid. */

type Options = { readonly states: OrderStates; readonly catalogue: Catalogue }
type OrdersArgs = ConnectionArgs & { readonly query?: string | null; readonly sortKey?: string | null }
type RefundInput = {
  readonly orderId: string
  readonly refundLineItems?: readonly { readonly lineItemId: string; readonly quantity: number }[] | null
  readonly transactions?: readonly { readonly amount: string | number }[] | null
}

const iso = (ms: number) => new Date(ms).toISOString()
const gidOf = (type: string, id: number) => `gid://shopify/${type}/${id}`
const userError = (field: string, message: string) => ({ field: [field], message })
const NO_ORDER = 'Order does not exist'

/** An order as a node of the Admin API. */
export function toOrderNode(order: OrderState, catalogue: Catalogue) {
  const address = { name: order.buyer.name }
  const applications = order.codes.map((code, index) => {
    return { __typename: 'DiscountCodeApplication', id: code, index, code }
  })
  return {
    id: gidOf('Order', order.id),
    name: order.name,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    cancelledAt: order.cancelledAt === null ? null : iso(order.cancelledAt),
    displayFinancialStatus: financialStatusOf(order),
    test: order.isTest,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.currency,
    email: order.buyer.email,
    sourceName: 'web',
    billingAddress: address,
    shippingAddress: address,
    discountCodes: order.codes,
    discountApplications: (args: ConnectionArgs) => toConnection(applications, args),
    // Nothing is ever sent from this store.
    fulfillments: () => [],
    lineItems: (args: ConnectionArgs) =>
      toConnection(
        order.lines.map((line) => ({ ...line, id: String(line.id), number: line.id })),
        args,
        (line) => toLineNode({ ...line, id: line.number }, catalogue),
      ),
  }
}

function toLineNode(line: OrderStateLine, catalogue: Catalogue) {
  const isSold = catalogue.variant(line.variantId) !== null
  const hasProduct = line.productId !== null && catalogue.product(line.productId) !== null
  return {
    id: gidOf('LineItem', line.id),
    title: line.title,
    variantTitle: line.variantTitle,
    quantity: line.quantity,
    currentQuantity: line.current,
    refundableQuantity: line.quantity - line.refunded,
    unfulfilledQuantity: line.current,
    customAttributes: line.attributes,
    variant: isSold ? { id: line.variantId } : null,
    product: hasProduct ? { id: line.productId } : null,
  }
}

/** What an order search may ask for here: one of these two. */
function matcherOf(query: string | null | undefined): (order: OrderState) => boolean {
  if (!query) return () => true
  const [, since] = /^updated_at:>='([^']+)'$/.exec(query) ?? []
  if (since !== undefined) return ({ updatedAt }) => updatedAt >= Date.parse(since)
  const [, name] = /^name:"([^"]+)"$/.exec(query) ?? []
  if (name === undefined) throw notImplemented('This search of orders')
  return (order) => order.name.replace('#', '') === name.replace('#', '')
}

const amount = z.coerce.number().min(0)

export function createAdminOrders({ states, catalogue }: Options) {
  const node = (order: OrderState | null) => order && toOrderNode(order, catalogue)

  return {
    order: ({ id }: { id: string }) => node(states.byGid(id)),
    orders({ query, sortKey, ...args }: OrdersArgs) {
      const found = states.all().filter(matcherOf(query))
      const sorted = sortKey === 'UPDATED_AT' ? found.toSorted((a, b) => a.updatedAt - b.updatedAt) : found
      const items = sorted.map((order) => ({ id: String(order.id), order }))
      return toConnection(items, args, ({ order }) => node(order))
    },
    orderCancel({ orderId }: { orderId: string }) {
      const before = states.byGid(orderId)
      const errors =
        before === null
          ? [userError('orderId', NO_ORDER)]
          : before.cancelledAt === null
            ? []
            : [userError('orderId', 'Order has already been cancelled')]
      if (before !== null && errors.length === 0)
        states.change(
          before.id,
          (order) => ({ ...order, cancelledAt: Math.max(1, order.updatedAt) }),
          'orders/cancelled',
        )
      return { orderCancelUserErrors: errors.map((error) => ({ ...error, code: 'INVALID' })) }
    },
    orderMarkAsPaid({ input }: { input: { id: string } }) {
      const before = states.byGid(input.id)
      if (before === null) return { order: null, userErrors: [userError('id', NO_ORDER)] }
      if (before.cancelledAt !== null || (before.paidCents ?? -1) >= before.dueCents)
        return { order: node(before), userErrors: [userError('id', 'Order cannot be marked as paid.')] }
      const paid = states.change(
        before.id,
        (order) => ({ ...order, paidCents: order.dueCents }),
        'orders/paid',
      )
      return { order: node(paid), userErrors: [] }
    },
    refundCreate({ input }: { input: RefundInput }) {
      const before = states.byGid(input.orderId)
      if (before === null) return { order: null, userErrors: [userError('orderId', NO_ORDER)] }
      const units = new Map<number, number>()
      for (const { lineItemId, quantity } of input.refundLineItems ?? [])
        units.set(numberOf(lineItemId), (units.get(numberOf(lineItemId)) ?? 0) + quantity)
      const isPossible = [...units].every(([id, quantity]) => {
        const line = before.lines.find((one) => one.id === id)
        return line !== undefined && quantity > 0 && quantity <= line.current
      })
      if (!isPossible)
        return {
          order: node(before),
          userErrors: [userError('refundLineItems', 'Quantity cannot refund more items than were purchased')],
        }
      const money = (input.transactions ?? []).reduce((sum, one) => sum + amount.parse(one.amount) * 100, 0)
      const refunded = states.change(
        before.id,
        (order) => ({
          ...order,
          refundedCents: order.refundedCents + money,
          lines: order.lines.map((line) => {
            const quantity = units.get(line.id) ?? 0
            return { ...line, current: line.current - quantity, refunded: line.refunded + quantity }
          }),
        }),
        'refunds/create',
        { id: before.updatedAt, order_id: before.id },
      )
      return { order: node(refunded), userErrors: [] }
    },
  }
}
