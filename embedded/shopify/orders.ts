import type { WebhookTopic } from '#app/models/store-requirements.ts'
import { inTransaction } from '../transaction.ts'
import type { Cart, Carts, Database, Discounts } from './database.ts'
import { type PricedLine, type PricingSources, type Quote, quoteCart } from './pricing.ts'
import type { Deliveries } from './webhooks.ts'

/** A line of an order. `current` are the units that are left after edits and refunds. */
export type OrderLine = PricedLine & {
  readonly id: number
  readonly current: number
  readonly refunded: number
}

export type Buyer = {
  readonly name: string
  readonly email: string
  readonly address: string
  readonly city: string
  readonly province: string
  readonly zip: string
}

/** What a buyer sends from the checkout's page. */
type Submission = {
  readonly buyer: Buyer
  /** The total that they saw, in minor units. */
  readonly total: number
  /** Discount codes beside the cart's own. */
  readonly codes: readonly string[]
  readonly payment: 'paid' | 'later' | 'test'
}

/** An order, as its own page and the Admin API show it. Amounts in minor units, times in ms. */
export type Order = Pick<Quote, 'country' | 'delivery' | 'codes'> & {
  readonly id: number
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly cancelledAt: number | null
  readonly isTest: boolean
  readonly buyer: Buyer
  readonly lines: readonly OrderLine[]
  /** The total, which edits change. */
  readonly dueCents: number
  /** Null until it is paid. */
  readonly paidCents: number | null
}

const FIRST_ID = 6200000000001
const FIRST_NUMBER = 1001

/** The id of a line by its place in an order. */
export function lineId(orderId: number, place: number): number {
  return (orderId - 6_000_000_000_000) * 1_000 + 1_000_000_000_000 + place
}

/** Reads a stored order. Those of earlier versions have what their page shows apart, as `receipt`. */
function toOrder(record: unknown): Order {
  const stored = JSON.parse(String(record))
  const { country, receipt, state } = stored
  if (!state) return stored
  const lines = state.lines.map((line: { variantId: string }, place: number) => {
    const { subtotalCents = 0, totalCents = 0, ...shown } = receipt.lines[place] ?? {}
    const discount = { code: '', cents: subtotalCents - totalCents }
    return { handle: '', picture: null, ...shown, ...line, merchandiseId: line.variantId, discount }
  })
  const buyer = { ...receipt.address, ...state.buyer }
  return { ...receipt, ...state, country, buyer, lines, codes: receipt.discounts }
}

/** Rolls the order back: it can't be completed as the buyer saw it. */
class QuoteChanged extends Error {}

type OrdersOptions = {
  readonly db: Database
  readonly carts: Carts
  readonly discounts: Discounts
  readonly deliveries: Deliveries
  readonly sources: PricingSources
  readonly now: () => number
}
export type Orders = ReturnType<typeof createOrders>

/** Orders. Completing one uses its discounts in the same transaction; then its webhooks are sent. */
export function createOrders({ db, carts, discounts, deliveries, sources, now }: OrdersOptions) {
  const highest = db.prepare('select max(id) as id from orders')
  const insert = db.prepare('insert into orders (id, cart_token, record) values (?, ?, ?)')
  const select = db.prepare('select record from orders where id = ?')
  const selectAll = db.prepare('select record from orders order by id')
  const update = db.prepare('update orders set record = ? where id = ?')

  /** What a cart costs now. @param codes discount codes beside the cart's own */
  const quote = (cart: Cart, codes: readonly string[]) =>
    quoteCart({ ...cart, discountCodes: [...cart.discountCodes, ...codes] }, sources)

  function place(cart: Cart, { buyer, total, payment, ...sent }: Submission): Order {
    const { country, delivery, lines, codes, totalCents, isOrderable } = quote(cart, sent.codes)
    if (!isOrderable || totalCents !== total) throw new QuoteChanged()
    const applied = codes.filter(({ problem }) => problem === null)
    if (!applied.every(({ code }) => discounts.use(code))) throw new QuoteChanged()
    const last = highest.get()?.id
    const id = last == null ? FIRST_ID : Number(last) + 1
    const at = now()
    const order: Order = {
      ...{ id, country, delivery, buyer, createdAt: at, updatedAt: at, cancelledAt: null },
      name: `#${id - FIRST_ID + FIRST_NUMBER}`,
      isTest: payment === 'test',
      codes: applied,
      lines: lines.map((line, place) => {
        return { ...line, id: lineId(id, place), current: line.quantity, refunded: 0 }
      }),
      dueCents: totalCents,
      paidCents: payment === 'later' ? null : totalCents,
    }
    insert.run(id, cart.token, JSON.stringify(order))
    if (!carts.complete(cart.token, id)) throw new QuoteChanged()
    return order
  }

  return {
    quote,
    find(id: number): Order | null {
      const row = select.get(id)
      return row ? toOrder(row.record) : null
    },
    all: (): Order[] => selectAll.all().map(({ record }) => toOrder(record)),
    /**
     * Completes the order of a cart. Idempotent: a repeated call changes nothing.
     * @returns false when price, availability or a discount has changed since the page was shown
     */
    complete(given: Cart, submission: Submission): boolean {
      try {
        const placed = inTransaction(db, () => {
          const cart = carts.find(given.token, given.key)
          if (cart === null) throw new QuoteChanged()
          return cart.orderId === null ? place(cart, submission) : null
        })
        if (placed) deliveries.queue('orders/create', { id: placed.id })
        if (placed && submission.payment !== 'later') deliveries.queue('orders/paid', { id: placed.id })
        return true
      } catch (error) {
        if (error instanceof QuoteChanged) return false
        throw error
      }
    },
    /** Stores a changed order, and tells of it by this topic and `orders/updated`. */
    save(changed: Order, topic: WebhookTopic, payload: object = { id: changed.id }): void {
      const { id, updatedAt } = changed
      // Two changes in one millisecond are two versions.
      update.run(JSON.stringify({ ...changed, updatedAt: Math.max(now(), updatedAt + 1) }), id)
      deliveries.queue(topic, payload)
      deliveries.queue('orders/updated', { id })
    },
  }
}
