import type { Catalogue } from './catalogue.ts'
import { done, notImplemented, refusal, refused } from './graphql-server.ts'
import { lineId, type Order, type OrderLine, type Orders } from './orders.ts'
import { priceLine } from './pricing.ts'
import { currencyOf, numberOf } from './regions.ts'

type RefundInput = {
  readonly orderId: string
  readonly refundLineItems?: readonly { readonly lineItemId: string; readonly quantity: number }[]
}

const gidOf = (type: string, id: number) => `gid://shopify/${type}/${id}`
const iso = (ms: number) => new Date(ms).toISOString()

function financialStatusOf({ paidCents, dueCents }: Order): string {
  if (paidCents === null) return 'PENDING'
  return dueCents > paidCents ? 'PARTIALLY_PAID' : 'PAID'
}

/** What an order search may ask for here: one of these two. */
function matcherOf(query: string | null | undefined): (order: Order) => boolean {
  if (!query) return () => true
  const [, since] = /^updated_at:>='([^']+)'$/.exec(query) ?? []
  if (since !== undefined) return ({ updatedAt }) => updatedAt >= Date.parse(since)
  const [, name] = /^name:"([^"]+)"$/.exec(query) ?? []
  if (name === undefined) throw notImplemented('This search of orders')
  return (order) => order.name.replace('#', '') === name.replace('#', '')
}

/** What is due after an edit. What was paid too much is given back by a refund, which the owner decides about. */
function dueAfter({ lines: before, dueCents, paidCents }: Order, lines: readonly OrderLine[]): number {
  const sumOf = (list: readonly OrderLine[]) =>
    list.reduce((sum, { current, unitCents }) => sum + current * unitCents, 0)
  const more = sumOf(lines) - sumOf(before)
  return more > 0 || paidCents === null ? Math.max(0, dueCents + more) : dueCents
}

export function createAdminOrders(orders: Orders, catalogue: Catalogue) {
  /** Edits that have begun; those that are not committed are forgotten with the process. */
  const edits = new Map<string, { readonly order: Order; lines: readonly OrderLine[] }>()
  let editCount = 0

  const find = (gid: string): Order | null => orders.find(numberOf(gid))
  function findOpen(gid: string): Order | null {
    const order = find(gid)
    return order?.cancelledAt === null ? order : null
  }

  const toLine = ({ id, merchandiseId, productId, ...line }: OrderLine) => ({
    id: gidOf('LineItem', id),
    title: line.title,
    variantTitle: line.variantTitle,
    quantity: line.quantity,
    currentQuantity: line.current,
    refundableQuantity: line.quantity - line.refunded,
    customAttributes: line.attributes,
    variant: catalogue.variant(merchandiseId) && { id: merchandiseId },
    product: productId && catalogue.product(productId) && { id: productId },
  })

  const toNode = (order: Order) => ({
    id: gidOf('Order', order.id),
    name: order.name,
    updatedAt: iso(order.updatedAt),
    cancelledAt: order.cancelledAt === null ? null : iso(order.cancelledAt),
    displayFinancialStatus: financialStatusOf(order),
    test: order.isTest,
    presentmentCurrencyCode: currencyOf(order.country),
    email: order.buyer.email,
    billingAddress: { name: order.buyer.name },
    shippingAddress: { name: order.buyer.name },
    discountApplications: order.codes.map(({ code }) => ({ __typename: 'DiscountCodeApplication', code })),
    // Nothing is ever sent from this store.
    fulfillments: [],
    lineItems: () => order.lines.map(toLine),
  })

  return {
    order({ id }: { id: string }) {
      const order = find(id)
      return order && toNode(order)
    },
    orders({ query, sortKey }: { query?: string | null; sortKey?: string | null }) {
      const found = orders.all().filter(matcherOf(query))
      if (sortKey === 'UPDATED_AT') found.sort((a, b) => a.updatedAt - b.updatedAt)
      return found.map(toNode)
    },
    orderCancel({ orderId }: { orderId: string }) {
      const order = findOpen(orderId)
      if (order === null)
        return { orderCancelUserErrors: [refusal('Order does not exist or is cancelled', 'INVALID')] }
      orders.save({ ...order, cancelledAt: Math.max(1, order.updatedAt) }, 'orders/cancelled')
      return { orderCancelUserErrors: [] }
    },
    orderMarkAsPaid({ input }: { input: { id: string } }) {
      const order = findOpen(input.id)
      if (order === null || (order.paidCents ?? -1) >= order.dueCents)
        return refused('Order cannot be marked as paid.')
      orders.save({ ...order, paidCents: order.dueCents }, 'orders/paid')
      return done
    },
    refundCreate({ input: { orderId, refundLineItems } }: { input: RefundInput }) {
      const order = find(orderId)
      if (order === null) return refused('Order does not exist')
      const lines = order.lines.map((line) => {
        const refunded = refundLineItems?.find(({ lineItemId }) => numberOf(lineItemId) === line.id)
        const quantity = refunded?.quantity ?? 0
        return { ...line, current: line.current - quantity, refunded: line.refunded + quantity }
      })
      if (lines.some(({ current }) => current < 0))
        return refused('Cannot refund more items than were purchased')
      const payload = { id: order.updatedAt, order_id: order.id }
      orders.save({ ...order, lines }, 'refunds/create', payload)
      return done
    },
    orderEditBegin({ id }: { id: string }) {
      const order = findOpen(id)
      if (order === null) return refused('The order cannot be edited.')
      const editId = gidOf('CalculatedOrder', ++editCount)
      edits.set(editId, { order, lines: order.lines })
      return { calculatedOrder: { id: editId }, userErrors: [] }
    },
    orderEditSetQuantity({ id, lineItemId, quantity }: { id: string; lineItemId: string; quantity: number }) {
      const edit = edits.get(id)
      if (!edit?.lines.some((line) => line.id === numberOf(lineItemId)) || quantity < 0)
        return refused('The line item does not exist, or the quantity is less than 0.')
      edit.lines = edit.lines.map((line) =>
        line.id === numberOf(lineItemId)
          ? { ...line, current: quantity, quantity: Math.max(line.quantity, quantity + line.refunded) }
          : line,
      )
      return done
    },
    orderEditAddVariant(args: { id: string; variantId: string; quantity: number }) {
      const { variantId, quantity } = args
      const edit = edits.get(args.id)
      const found = catalogue.variant(variantId)
      if (!edit || !found || quantity < 1) return refused('The variant does not exist.')
      const id = lineId(edit.order.id, edit.lines.length)
      const line = { merchandiseId: variantId, quantity, attributes: [] }
      const priced = priceLine(line, edit.order.country, found)
      edit.lines = [...edit.lines, { ...priced, id, current: quantity, refunded: 0 }]
      return done
    },
    orderEditCommit({ id }: { id: string }) {
      const edit = edits.get(id)
      const order = edit && orders.find(edit.order.id)
      if (!edit || !order) return refused('The edit does not exist.')
      edits.delete(id)
      const payload = { order_edit: { id: editCount, order_id: order.id } }
      const { lines } = edit
      orders.save({ ...order, lines, dueCents: dueAfter(order, lines) }, 'orders/edited', payload)
      return done
    },
  }
}
