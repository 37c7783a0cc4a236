import { inTransaction } from '../transaction.ts'
import type { Cart, Carts } from './carts.ts'
import type { Database } from './database.ts'
import type { Discounts } from './discounts.ts'
import { createOrderStates, newOrderState, type OrderState, type Payment } from './order-states.ts'
import type { PricingSources } from './pricing.ts'
import { type DeliveryOf, type Quote, quoteCart } from './quote.ts'
import { type Buyer, type Receipt, toReceipt } from './receipt.ts'
import type { Deliveries } from './webhooks.ts'

/** A stored order: what the page of a completed order shows, and its state in the Admin API. */
export type OrderRecord = {
  readonly name: string
  readonly buyer: Pick<Buyer, 'name' | 'email'>
  readonly country: string
  readonly receipt: Receipt
  /** What the Admin API tells of it; null for an order of an earlier version. */
  readonly state: OrderState | null
}

export type Orders = ReturnType<typeof createOrders>

const FIRST_ID = 6200000000001
const FIRST_NUMBER = 1001

/** Rolls the order back: it can't be completed as the buyer saw it. */
class QuoteChanged extends Error {}

type OrdersOptions = {
  readonly db: Database
  readonly carts: Carts
  readonly discounts: Discounts
  readonly deliveries: Deliveries
  readonly sources: () => PricingSources
  readonly deliveryOf: DeliveryOf
  readonly now: () => number
}

/** Orders. Completing one uses its discounts and queues its webhooks in the same transaction. */
export function createOrders({ db, carts, discounts, deliveries, sources, deliveryOf, now }: OrdersOptions) {
  const highest = db.prepare('select max(id) as id from orders')
  const insert = db.prepare('insert into orders (id, cart_token, record) values (?, ?, ?)')
  const select = db.prepare('select record from orders where id = ?')

  const states = createOrderStates(db, deliveries, now)
  const quote = (cart: Cart, codes: readonly string[] = []) => quoteCart(cart, codes, sources(), deliveryOf)

  function find(id: number): OrderRecord | null {
    const row = select.get(id)
    return row ? JSON.parse(String(row.record)) : null
  }

  function place(
    cart: Cart,
    buyer: Buyer,
    expectedCents: number,
    codes: readonly string[],
    payment: Payment,
  ): void {
    const current = quote(cart, codes)
    if (!current.orderable || current.totalCents !== expectedCents) throw new QuoteChanged()
    for (const { discount, problem } of current.priced.codes)
      if (discount && problem === null && !discounts.use(discount.id)) throw new QuoteChanged()
    const last = highest.get()?.id
    const id = last == null ? FIRST_ID : Number(last) + 1
    const name = `#${id - FIRST_ID + FIRST_NUMBER}`
    const at = now()
    const state = newOrderState({ id, name, at }, current, buyer, payment)
    const record: OrderRecord = {
      name,
      buyer: { name: buyer.name, email: buyer.email },
      country: cart.country,
      receipt: toReceipt(current, buyer, at),
      state,
    }
    insert.run(id, cart.token, JSON.stringify(record))
    if (!carts.complete(cart.token, id)) throw new QuoteChanged()
    states.tell(state, payment === 'later' ? ['orders/create'] : ['orders/create', 'orders/paid'])
  }

  /**
   * Completes the order of a cart. Idempotent: a repeated call changes nothing.
   * @param expectedCents the total that the buyer saw, in minor units
   * @returns null, or the quote when price, availability or a discount has changed since the page was shown
   */
  function complete(
    given: Cart,
    buyer: Buyer,
    expectedCents: number,
    codes: readonly string[],
    payment: Payment = 'paid',
  ): Quote | null {
    try {
      inTransaction(db, () => {
        const cart = carts.find(given.token, given.key)
        if (cart === null) throw new QuoteChanged()
        if (cart.orderId === null) place(cart, buyer, expectedCents, codes, payment)
      })
      return null
    } catch (error) {
      if (!(error instanceof QuoteChanged)) throw error
      return quote(given, codes)
    }
  }

  return { quote, complete, find, states }
}
