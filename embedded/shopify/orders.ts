import type { WebhookTopic } from '#app/models/store-requirements.ts'
import { inTransaction } from '../transaction.ts'
import type { Attribute, Cart, Carts } from './carts.ts'
import type { Database } from './database.ts'
import type { Discounts } from './discounts.ts'
import type { PricingSources } from './pricing.ts'
import { type Buyer, type Quote, quoteCart, type Receipt, toReceipt } from './quote.ts'
import { currencyOf } from './regions.ts'
import type { Settings } from './settings.ts'
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

/** A stored order: what the page of a completed order shows, and its state in the Admin API. */
export type OrderRecord = {
  readonly country: string
  readonly receipt: Receipt
  readonly state: OrderState
}

/** The id of a line by its place in an order. */
export function lineId(orderId: number, place: number): number {
  return (orderId - 6_000_000_000_000) * 1_000 + 1_000_000_000_000 + place
}

/** The state of an order that is placed. */
function newState(
  placed: Pick<OrderState, 'id' | 'name' | 'createdAt'>,
  { cart, priced, totalCents }: Quote,
  { name, email }: Buyer,
  payment: Payment,
): OrderState {
  return {
    ...placed,
    updatedAt: placed.createdAt,
    cancelledAt: null,
    isTest: payment === 'test',
    currency: currencyOf(cart.country),
    buyer: { name, email },
    codes: priced.codes.flatMap(({ code, discount, problem }) =>
      problem === null && discount ? [discount.code || code] : [],
    ),
    lines: priced.lines.map(({ line, found, unitCents }, place) => ({
      id: lineId(placed.id, place),
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

const FIRST_ID = 6200000000001
const FIRST_NUMBER = 1001

/** Rolls the order back: it can't be completed as the buyer saw it. */
class QuoteChanged extends Error {}

type OrdersOptions = {
  readonly db: Database
  readonly carts: Carts
  readonly discounts: Discounts
  readonly deliveries: Deliveries
  readonly settings: Settings
  readonly sources: () => PricingSources
  readonly now: () => number
}
export type Orders = ReturnType<typeof createOrders>

/** Orders. Completing one uses its discounts in the same transaction; then its webhooks are sent. */
export function createOrders({ db, carts, discounts, deliveries, settings, sources, now }: OrdersOptions) {
  const highest = db.prepare('select max(id) as id from orders')
  const insert = db.prepare('insert into orders (id, cart_token, record) values (?, ?, ?)')
  const select = db.prepare('select record from orders where id = ?')
  const selectAll = db.prepare('select record from orders order by id')
  const update = db.prepare('update orders set record = ? where id = ?')

  const quote = (cart: Cart, codes: readonly string[] = []) => quoteCart(cart, codes, sources(), settings)

  function find(id: number): OrderRecord | null {
    const row = select.get(id)
    return row ? JSON.parse(String(row.record)) : null
  }

  function tell({ id }: OrderState, topics: readonly WebhookTopic[], payload: object = {}): void {
    for (const topic of topics)
      deliveries.queue(topic, { id, ...(topic === 'orders/updated' ? {} : payload) })
  }

  function place(
    cart: Cart,
    buyer: Buyer,
    expectedCents: number,
    codes: readonly string[],
    payment: Payment,
  ): OrderState {
    const current = quote(cart, codes)
    if (!current.orderable || current.totalCents !== expectedCents) throw new QuoteChanged()
    for (const { discount, problem } of current.priced.codes)
      if (discount && problem === null && !discounts.use(discount.id)) throw new QuoteChanged()
    const last = highest.get()?.id
    const id = last == null ? FIRST_ID : Number(last) + 1
    const name = `#${id - FIRST_ID + FIRST_NUMBER}`
    const createdAt = now()
    const state = newState({ id, name, createdAt }, current, buyer, payment)
    const receipt = toReceipt(current, buyer, createdAt)
    const record: OrderRecord = { country: cart.country, receipt, state }
    insert.run(id, cart.token, JSON.stringify(record))
    if (!carts.complete(cart.token, id)) throw new QuoteChanged()
    return state
  }

  return {
    quote,
    find,
    all: (): OrderState[] => selectAll.all().map(({ record }) => JSON.parse(String(record)).state),
    /**
     * Completes the order of a cart. Idempotent: a repeated call changes nothing.
     * @param expectedCents the total that the buyer saw, in minor units
     * @returns null, or the quote when price, availability or a discount has changed since the page was shown
     */
    complete(
      given: Cart,
      buyer: Buyer,
      expectedCents: number,
      codes: readonly string[],
      payment: Payment,
    ): Quote | null {
      try {
        const placed = inTransaction(db, () => {
          const cart = carts.find(given.token, given.key)
          if (cart === null) throw new QuoteChanged()
          return cart.orderId === null ? place(cart, buyer, expectedCents, codes, payment) : null
        })
        if (placed) tell(placed, payment === 'later' ? ['orders/create'] : ['orders/create', 'orders/paid'])
        return null
      } catch (error) {
        if (!(error instanceof QuoteChanged)) throw error
        return quote(given, codes)
      }
    },
    /** Changes an order, and tells of it by this topic and `orders/updated`. */
    change(
      id: number,
      change: (state: OrderState) => OrderState,
      topic: WebhookTopic,
      payload?: object,
    ): void {
      const record = find(id)
      if (record === null) return
      // Two changes in one millisecond are two versions.
      const updatedAt = Math.max(now(), record.state.updatedAt + 1)
      const state = { ...change(record.state), updatedAt }
      update.run(JSON.stringify({ ...record, state }), id)
      tell(state, [topic, 'orders/updated'], payload)
    },
  }
}
