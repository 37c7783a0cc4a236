import { type Catalogue, priceCents } from './catalogue.ts'
import { notImplemented, refusal } from './graphql-server.ts'
import { lineId, type OrderState, type OrderStateLine, type Orders } from './orders.ts'
import { numberOf } from './regions.ts'

/** The orders of the Admin API: read, cancelled, refunded, marked as paid, and edited. */

type OrdersArgs = { readonly query?: string | null; readonly sortKey?: string | null }
type RefundInput = {
  readonly orderId: string
  readonly refundLineItems?: readonly { readonly lineItemId: string; readonly quantity: number }[] | null
  readonly transactions?: readonly { readonly amount: string | number }[] | null
}

const gidOf = (type: string, id: number) => `gid://shopify/${type}/${id}`
const iso = (ms: number) => new Date(ms).toISOString()
const done = { userErrors: [] }
const refuse = (message: string) => ({ userErrors: [refusal(message)] })

function financialStatusOf({ paidCents, dueCents, refundedCents }: OrderState): string {
  if (paidCents === null) return 'PENDING'
  if (refundedCents > 0) return refundedCents >= paidCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return dueCents > paidCents ? 'PARTIALLY_PAID' : 'PAID'
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

/** What is due after an edit. What was paid too much is given back by a refund, which the owner decides about. */
function dueAfter({ lines: before, dueCents, paidCents }: OrderState, lines: readonly OrderStateLine[]) {
  const sumOf = (list: readonly OrderStateLine[]) =>
    list.reduce((sum, { current, unitCents }) => sum + current * unitCents, 0)
  const more = sumOf(lines) - sumOf(before)
  return more > 0 || paidCents === null ? Math.max(0, dueCents + more) : dueCents
}

export function createAdminOrders({ orders, catalogue }: { orders: Orders; catalogue: Catalogue }) {
  /** Edits that have begun; those that are not committed are forgotten with the process. */
  const edits = new Map<string, { readonly order: OrderState; lines: readonly OrderStateLine[] }>()
  let editCount = 0

  function find(gid: string): OrderState | null {
    return /^gid:\/\/shopify\/Order\/\d+$/.test(gid) ? (orders.find(numberOf(gid))?.state ?? null) : null
  }

  const toLine = (line: OrderStateLine) => ({
    id: gidOf('LineItem', line.id),
    title: line.title,
    variantTitle: line.variantTitle,
    quantity: line.quantity,
    currentQuantity: line.current,
    refundableQuantity: line.quantity - line.refunded,
    customAttributes: line.attributes,
    variant: catalogue.variant(line.variantId) && { id: line.variantId },
    product: line.productId && catalogue.product(line.productId) && { id: line.productId },
  })

  const toNode = (order: OrderState) => ({
    id: gidOf('Order', order.id),
    name: order.name,
    updatedAt: iso(order.updatedAt),
    cancelledAt: order.cancelledAt === null ? null : iso(order.cancelledAt),
    displayFinancialStatus: financialStatusOf(order),
    test: order.isTest,
    presentmentCurrencyCode: order.currency,
    email: order.buyer.email,
    billingAddress: { name: order.buyer.name },
    shippingAddress: { name: order.buyer.name },
    discountApplications: order.codes.map((code) => {
      return { __typename: 'DiscountCodeApplication', id: code, code }
    }),
    // Nothing is ever sent from this store.
    fulfillments: () => [],
    lineItems: () => order.lines.map(toLine),
  })

  return {
    order({ id }: { id: string }) {
      const order = find(id)
      return order && toNode(order)
    },
    orders({ query, sortKey }: OrdersArgs) {
      const found = orders.all().filter(matcherOf(query))
      if (sortKey === 'UPDATED_AT') found.sort((a, b) => a.updatedAt - b.updatedAt)
      return found.map(toNode)
    },
    orderCancel({ orderId }: { orderId: string }) {
      const order = find(orderId)
      if (order === null || order.cancelledAt !== null)
        return { orderCancelUserErrors: [refusal('Order does not exist or is cancelled', 'INVALID')] }
      const cancel = (before: OrderState) => ({ ...before, cancelledAt: Math.max(1, before.updatedAt) })
      orders.change(order.id, cancel, 'orders/cancelled')
      return { orderCancelUserErrors: [] }
    },
    orderMarkAsPaid({ input }: { input: { id: string } }) {
      const order = find(input.id)
      if (order === null || order.cancelledAt !== null || (order.paidCents ?? -1) >= order.dueCents)
        return refuse('Order cannot be marked as paid.')
      orders.change(order.id, (before) => ({ ...before, paidCents: before.dueCents }), 'orders/paid')
      return done
    },
    refundCreate({ input: { orderId, refundLineItems, transactions } }: { input: RefundInput }) {
      const order = find(orderId)
      if (order === null) return refuse('Order does not exist')
      const units = new Map<number, number>()
      for (const { lineItemId, quantity } of refundLineItems ?? [])
        units.set(numberOf(lineItemId), (units.get(numberOf(lineItemId)) ?? 0) + quantity)
      const hasUnits = ([id, quantity]: [number, number]) =>
        quantity > 0 && order.lines.some((line) => line.id === id && quantity <= line.current)
      if (![...units].every(hasUnits)) return refuse('Cannot refund more items than were purchased')
      const money = (transactions ?? []).reduce((sum, one) => sum + Number(one.amount) * 100, 0)
      const refund = (before: OrderState): OrderState => ({
        ...before,
        refundedCents: before.refundedCents + money,
        lines: before.lines.map((line) => {
          const quantity = units.get(line.id) ?? 0
          return { ...line, current: line.current - quantity, refunded: line.refunded + quantity }
        }),
      })
      const payload = { id: order.updatedAt, order_id: order.id }
      orders.change(order.id, refund, 'refunds/create', payload)
      return done
    },
    orderEditBegin({ id }: { id: string }) {
      const order = find(id)
      if (order === null || order.cancelledAt !== null) return refuse('The order cannot be edited.')
      const editId = gidOf('CalculatedOrder', ++editCount)
      edits.set(editId, { order, lines: order.lines })
      return { calculatedOrder: { id: editId }, userErrors: [] }
    },
    orderEditSetQuantity({ id, lineItemId, quantity }: { id: string; lineItemId: string; quantity: number }) {
      const edit = edits.get(id)
      if (!edit?.lines.some((line) => line.id === numberOf(lineItemId)) || quantity < 0)
        return refuse('The line item does not exist, or the quantity is less than 0.')
      edit.lines = edit.lines.map((line) =>
        line.id === numberOf(lineItemId)
          ? { ...line, current: quantity, quantity: Math.max(line.quantity, quantity + line.refunded) }
          : line,
      )
      return done
    },
    orderEditAddVariant({ id, variantId, quantity }: { id: string; variantId: string; quantity: number }) {
      const edit = edits.get(id)
      const found = catalogue.variant(variantId)
      if (!edit || !found || quantity < 1) return refuse('The variant does not exist.')
      const line = {
        id: lineId(edit.order.id, edit.lines.length),
        variantId,
        productId: found.product.id,
        title: found.product.title,
        variantTitle: found.variant.title,
        unitCents: priceCents(found.variant, edit.order.currency === 'USD' ? 'US' : 'GB'),
        attributes: [],
        quantity,
        current: quantity,
        refunded: 0,
      }
      edit.lines = [...edit.lines, line]
      return done
    },
    orderEditCommit({ id }: { id: string }) {
      const edit = edits.get(id)
      if (!edit) return refuse('The edit does not exist.')
      edits.delete(id)
      const commit = (order: OrderState) => ({
        ...order,
        lines: edit.lines,
        dueCents: dueAfter(order, edit.lines),
      })
      const payload = { order_edit: { id: editCount, order_id: edit.order.id } }
      orders.change(edit.order.id, commit, 'orders/edited', payload)
      return done
    },
  }
}
