import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

export type Attribute = { readonly key: string; readonly value: string }

export type CartLine = {
  /** Unique in its cart. */
  readonly id: string
  readonly merchandiseId: string
  readonly quantity: number
  readonly attributes: readonly Attribute[]
}

export type Cart = {
  readonly token: string
  readonly key: string
  /** Null until the cart is ordered. */
  readonly orderId: number | null
  readonly country: string
  readonly lines: readonly CartLine[]
  readonly discountCodes: readonly string[]
  readonly attributes: readonly Attribute[]
}

type CartState = Omit<Cart, 'token' | 'key' | 'orderId'>

/** Shopify deletes a cart ten days after its last change. */
const CART_TTL_MS = 10 * 24 * 3_600_000

export type Carts = ReturnType<typeof createCarts>

export function cartGid(cart: Pick<Cart, 'token' | 'key'>): string {
  return `gid://shopify/Cart/${cart.token}?key=${cart.key}`
}

/** Carts, found by their secret id. */
export function createCarts(db: Database, now: () => number) {
  const select = db.prepare('select * from carts where token = ?')
  const insert = db.prepare(
    'insert into carts (token, key, state, created_at, updated_at) values (?, ?, ?, ?, ?)',
  )
  const complete = db.prepare(
    'update carts set order_id = ?, updated_at = ? where token = ? and order_id is null',
  )
  const prune = db.prepare('delete from carts where order_id is null and updated_at < ?')

  function find(token: string, key: string): Cart | null {
    const row = select.get(token)
    if (!row || row.key !== key) return null
    const state: CartState = JSON.parse(String(row.state))
    return { ...state, token, key, orderId: row.order_id === null ? null : Number(row.order_id) }
  }

  prune.run(now() - CART_TTL_MS)

  return {
    find,
    /** The cart with that global id; null when there is none or it was ordered. */
    findOpen(id: string): Cart | null {
      const match = /^gid:\/\/shopify\/Cart\/([\w-]{1,64})\?key=([\w-]{1,64})$/.exec(id)
      const cart = match?.[1] && match[2] ? find(match[1], match[2]) : null
      return cart?.orderId === null ? cart : null
    },
    create(state: CartState): Cart {
      const token = randomBytes(16).toString('hex')
      const key = randomBytes(16).toString('hex')
      const at = now()
      insert.run(token, key, JSON.stringify(state), at, at)
      return { ...state, token, key, orderId: null }
    },
    /** Closes a cart for good. @returns false when it was closed already */
    complete: (token: string, orderId: number): boolean => complete.run(orderId, now(), token).changes === 1,
  }
}
