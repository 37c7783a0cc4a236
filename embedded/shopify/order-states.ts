import { inTransaction } from '../transaction.ts'
import type { Attribute } from './carts.ts'
import type { Database } from './database.ts'
import type { Quote } from './quote.ts'
import type { Buyer } from './receipt.ts'
import { currencyOf, numberOf } from './regions.ts'
import type { Deliveries } from './webhooks.ts'

/** A line of an order. `current` are the units that are left after edits and refunds. */
export type OrderStateLine = {
  readonly id: number
  readonly variantId: string
  readonly productId: string | null
  readonly title: string
  readonly variantTitle: string
  readonly unitCents: number
  readonly attributes: readonly Attribute[]
  readonly quantity: number
  readonly current: number
  readonly refunded: number
}

/** How a buyer leaves the demo's checkout. */
export type Payment = 'paid' | 'later' | 'test'

/** What the Admin API tells of an order, and changes. Amounts in minor units, times in ms. */
export type OrderState = {
  readonly id: number
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly cancelledAt: number | null
  readonly isTest: boolean
  readonly currency: string
  readonly buyer: Pick<Buyer, 'name' | 'email'>
  readonly codes: readonly string[]
  readonly lines: readonly OrderStateLine[]
  readonly dueCents: number
  /** Null until it is paid. */
  readonly paidCents: number | null
  readonly refundedCents: number
}

/** The state of an order that is placed. */
export function newOrderState(
  { id, name, at }: { id: number; name: string; at: number },
  { cart, priced, totalCents }: Quote,
  buyer: Buyer,
  payment: Payment,
): OrderState {
  return {
    id,
    name,
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
    isTest: payment === 'test',
    currency: currencyOf(cart.country),
    buyer: { name: buyer.name, email: buyer.email },
    codes: priced.codes.flatMap(({ code, discount, problem }) =>
      problem === null && discount ? [discount.code || code] : [],
    ),
    lines: priced.lines.map(({ line, found, unitCents }, place) => ({
      id: lineId(id, place),
      variantId: line.merchandiseId,
      productId: found?.product.id ?? null,
      title: found?.product.title ?? '',
      variantTitle: found?.variant.title ?? '',
      unitCents,
      attributes: line.attributes,
      quantity: line.quantity,
      current: line.quantity,
      refunded: 0,
    })),
    dueCents: totalCents,
    paidCents: payment === 'later' ? null : totalCents,
    refundedCents: 0,
  }
}

/** The id of a line by its place in an order. */
export function lineId(orderId: number, place: number): number {
  return (orderId - 6_000_000_000_000) * 1_000 + 1_000_000_000_000 + place
}

export function financialStatusOf({ paidCents, dueCents, refundedCents }: OrderState): string {
  if (paidCents === null) return 'PENDING'
  if (refundedCents > 0) return refundedCents >= paidCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return dueCents > paidCents ? 'PARTIALLY_PAID' : 'PAID'
}

export type OrderStates = ReturnType<typeof createOrderStates>

/** A message about an order, as real stores send them: the fields that a webhook may ask for. */
type OrderTopic = Parameters<Deliveries['queue']>[0]

/** The orders as the Admin API sees them. Each change queues its webhooks in the same transaction. */
export function createOrderStates(db: Database, deliveries: Deliveries, now: () => number) {
  const select = db.prepare('select record from orders where id = ?')
  const selectAll = db.prepare('select record from orders order by id')
  const update = db.prepare('update orders set record = ? where id = ?')
  const stateIn = (row: Record<string, unknown> | undefined): OrderState | null =>
    row ? (JSON.parse(String(row.record)).state ?? null) : null

  function tell(state: OrderState, topics: readonly OrderTopic[], payload: object = {}): void {
    const whole = {
      id: state.id,
      admin_graphql_api_id: `gid://shopify/Order/${state.id}`,
      name: state.name,
      currency: state.currency,
      financial_status: financialStatusOf(state).toLowerCase(),
      cancelled_at: state.cancelledAt && new Date(state.cancelledAt).toISOString(),
      test: state.isTest,
      updated_at: new Date(state.updatedAt).toISOString(),
    }
    for (const topic of topics)
      deliveries.queue(topic, topic === 'orders/updated' ? whole : { ...whole, ...payload })
  }

  return {
    tell,
    find: (id: number): OrderState | null => stateIn(select.get(id)),
    all: (): readonly OrderState[] => selectAll.all().flatMap((row) => stateIn(row) ?? []),
    /** Changes an order, and tells of it by these topics and `orders/updated`. */
    change(
      id: number,
      change: (state: OrderState) => OrderState,
      topic: OrderTopic,
      payload?: object,
    ): OrderState | null {
      return inTransaction(db, () => {
        const row = select.get(id)
        const before = stateIn(row)
        if (!row || before === null) return null
        // Two changes in one millisecond are two versions.
        const updatedAt = Math.max(now(), before.updatedAt + 1)
        const state = { ...change(before), updatedAt }
        update.run(JSON.stringify({ ...JSON.parse(String(row.record)), state }), id)
        tell(state, [topic, 'orders/updated'], payload)
        return state
      })
    },
    /** The order that a global id names. */
    byGid(gid: string): OrderState | null {
      return /^gid:\/\/shopify\/Order\/\d+$/.test(gid) ? stateIn(select.get(numberOf(gid))) : null
    },
  }
}
