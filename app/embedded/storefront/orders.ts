import type { Cart, Carts } from './carts.ts'
import type { Database } from './database.ts'
import { deliveryOf } from './delivery.ts'
import type { Discounts } from './discounts.ts'
import { toOrderPayload } from './order-payload.ts'
import { type PricedCart, type PricingSources, priceCart } from './pricing.ts'
import { type Receipt, toReceipt } from './receipt.ts'
import type { Deliveries } from './webhooks.ts'

export type Buyer = {
  readonly name: string
  readonly email: string
  readonly address: string
  readonly city: string
  readonly province: string
  readonly zip: string
  readonly country: string
}

/** What the completed order page shows. */
export type OrderRecord = {
  readonly name: string
  readonly buyer: Pick<Buyer, 'name' | 'email'>
  readonly country: string
  /** Missing from orders that were placed before it was kept. */
  readonly receipt?: Receipt
}

/** What the checkout asks for, worked out anew each time. */
export type Quote = {
  readonly cart: Cart
  readonly priced: PricedCart
  readonly delivery: ReturnType<typeof deliveryOf>
  readonly totalCents: number
  readonly orderable: boolean
}

export type Completion =
  | { readonly ok: true; readonly record: OrderRecord }
  /** Something changed since the page was shown: price, availability or a discount. */
  | { readonly ok: false; readonly quote: Quote }

export type Orders = ReturnType<typeof createOrders>

const FIRST_ID = 6200000000001
const FIRST_NUMBER = 1001

class Changed extends Error {}

type OrdersOptions = {
  readonly db: Database
  readonly carts: Carts
  readonly discounts: Discounts
  readonly deliveries: Deliveries
  readonly sources: () => PricingSources
  readonly now: () => number
}

/** Orders: quoted from a cart and completed once, with their discounts used up and their webhook queued, or not at all. */
export function createOrders({ db, carts, discounts, deliveries, sources, now }: OrdersOptions) {
  const highest = db.prepare('select max(id) as id from orders')
  const insert = db.prepare('insert into orders (id, cart_token, record) values (?, ?, ?)')
  const select = db.prepare('select record from orders where id = ?')

  /** @param codes discount codes beside the cart's own */
  function quote(given: Cart, codes: readonly string[] = []): Quote {
    const cart = { ...given, discountCodes: [...given.discountCodes, ...codes] }
    const priced = priceCart(cart, sources())
    const delivery = deliveryOf(priced, cart.country)
    return {
      cart,
      priced,
      delivery,
      totalCents: priced.totalCents + delivery.cents,
      orderable: priced.lines.length > 0 && priced.lines.every((line) => line.available),
    }
  }

  function find(id: number): OrderRecord | null {
    const row = select.get(id)
    return row ? JSON.parse(String(row.record)) : null
  }

  function place(cart: Cart, buyer: Buyer, expectedCents: number, codes: readonly string[]): OrderRecord {
    const current = quote(cart, codes)
    if (!current.orderable || current.totalCents !== expectedCents) throw new Changed()
    for (const { discount, problem } of current.priced.codes)
      if (discount && problem === null && !discounts.use(discount.id)) throw new Changed()
    const last = highest.get()?.id
    const id = last == null ? FIRST_ID : Number(last) + 1
    const number = id - FIRST_ID + FIRST_NUMBER
    const at = now()
    const record = {
      name: `#${number}`,
      buyer: { name: buyer.name, email: buyer.email },
      country: cart.country,
      receipt: toReceipt(current, buyer, at),
    }
    insert.run(id, cart.token, JSON.stringify(record))
    if (!carts.complete(cart.token, id)) throw new Changed()
    deliveries.queue('orders/paid', toOrderPayload({ id, number, quote: current, buyer, at }))
    return record
  }

  /**
   * Completes the order of a cart exactly once: a repetition answers the order that is there already.
   * @param expectedCents the total that the buyer saw
   */
  function complete(given: Cart, buyer: Buyer, expectedCents: number, codes: readonly string[]): Completion {
    try {
      const record = db.transaction(() => {
        const cart = carts.find(given.token, given.key)
        if (cart === null) throw new Changed()
        const placed = cart.orderId === null ? null : find(cart.orderId)
        return placed ?? place(cart, buyer, expectedCents, codes)
      })
      return { ok: true, record }
    } catch (error) {
      if (!(error instanceof Changed)) throw error
      return { ok: false, quote: quote(given, codes) }
    }
  }

  return { quote, complete, find }
}
