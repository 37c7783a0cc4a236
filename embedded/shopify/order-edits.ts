import { toOrderNode } from './admin-orders.ts'
import type { Catalogue } from './catalogue.ts'
import { priceCents } from './catalogue.ts'
import { lineId, type OrderState, type OrderStateLine, type OrderStates } from './order-states.ts'
import { numberOf } from './regions.ts'

/** Edits of orders by the Admin API: begun, changed as often as the owner likes, then committed all at once. */

type Edit = { readonly orderId: number; lines: readonly OrderStateLine[] }
type Options = { readonly states: OrderStates; readonly catalogue: Catalogue }

const refuse = (field: string, message: string) => ({
  calculatedOrder: null,
  calculatedLineItem: null,
  order: null,
  userErrors: [{ field: [field], message }],
})

export function createOrderEdits({ states, catalogue }: Options) {
  /** Edits that have begun; those that are not committed are forgotten with the process. */
  const edits = new Map<string, Edit>()
  let count = 0

  const lineNode = (line: OrderStateLine) => ({
    id: `gid://shopify/CalculatedLineItem/${line.id}`,
    title: line.title,
    quantity: line.current,
  })
  const reply = (id: string, line?: OrderStateLine) => ({
    calculatedOrder: { id },
    calculatedLineItem: line ? lineNode(line) : null,
    userErrors: [],
  })

  function commit(order: OrderState, { lines }: Edit): OrderState {
    const due = (list: readonly OrderStateLine[]) =>
      list.reduce((sum, { current, unitCents }) => sum + current * unitCents, 0)
    const isGrown = due(lines) > due(order.lines)
    // What was paid too much is given back by a refund, which the owner decides about.
    const dueCents =
      isGrown || order.paidCents === null ? order.dueCents + due(lines) - due(order.lines) : order.dueCents
    return { ...order, lines, dueCents: Math.max(0, dueCents) }
  }

  return {
    orderEditBegin({ id }: { id: string }) {
      const order = states.byGid(id)
      if (order === null || order.cancelledAt !== null) return refuse('id', 'The order cannot be edited.')
      const editId = `gid://shopify/CalculatedOrder/${++count}`
      edits.set(editId, { orderId: order.id, lines: order.lines })
      return reply(editId)
    },
    orderEditSetQuantity({ id, lineItemId, quantity }: { id: string; lineItemId: string; quantity: number }) {
      const edit = edits.get(id)
      const line = edit?.lines.find((one) => one.id === numberOf(lineItemId))
      if (!edit || !line) return refuse('lineItemId', 'The line item does not exist.')
      if (quantity < 0) return refuse('quantity', 'Quantity must be greater than or equal to 0.')
      const changed = {
        ...line,
        current: quantity,
        quantity: Math.max(line.quantity, quantity + line.refunded),
      }
      edit.lines = edit.lines.map((one) => (one === line ? changed : one))
      return reply(id, changed)
    },
    orderEditAddVariant({ id, variantId, quantity }: { id: string; variantId: string; quantity: number }) {
      const edit = edits.get(id)
      const found = catalogue.variant(variantId)
      const order = edit && states.find(edit.orderId)
      if (!edit || !order || !found || quantity < 1) return refuse('variantId', 'The variant does not exist.')
      const line: OrderStateLine = {
        id: lineId(order.id, edit.lines.length),
        variantId,
        productId: found.product.id,
        title: found.product.title,
        variantTitle: found.variant.title,
        unitCents: priceCents(found.variant, order.currency === 'USD' ? 'US' : 'GB'),
        attributes: [],
        quantity,
        current: quantity,
        refunded: 0,
      }
      edit.lines = [...edit.lines, line]
      return reply(id, line)
    },
    orderEditCommit({ id }: { id: string }) {
      const edit = edits.get(id)
      if (!edit) return refuse('id', 'The edit does not exist.')
      edits.delete(id)
      const payload = { order_edit: { id: count, order_id: edit.orderId, notify_customer: false } }
      const order = states.change(edit.orderId, (before) => commit(before, edit), 'orders/edited', payload)
      return { order: order && toOrderNode(order, catalogue), userErrors: [] }
    },
  }
}
