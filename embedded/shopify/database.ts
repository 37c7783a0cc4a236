import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BUSY_TIMEOUT_MS } from '../transaction.ts'

export type Database = DatabaseSync

const TABLES = `
create table if not exists carts (
  token text primary key,
  key text not null,
  state text not null,
  created_at integer not null,
  updated_at integer not null,
  order_id integer
);
create index if not exists carts_by_age on carts (updated_at) where order_id is null;
create table if not exists discounts (
  id integer primary key,
  code text not null unique collate nocase,
  terms text not null,
  active integer not null default 1,
  usage_limit integer,
  used integer not null default 0
);
create table if not exists orders (id integer primary key, cart_token text not null unique, record text not null);
create table if not exists products (id text primary key, record text not null);
create table if not exists settings (id integer primary key, record text not null);`

/** The store's SQLite database; in memory for tests. Committed data survives a killed process. */
export function openDatabase(dataDir: string): Database {
  const db = new DatabaseSync(dataDir === ':memory:' ? dataDir : join(dataDir, 'store.sqlite'))
  db.exec('pragma busy_timeout = 1000; pragma journal_mode = wal; pragma synchronous = normal;')
  db.exec(TABLES)
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return db
}

export type CartLine = {
  readonly merchandiseId: string
  readonly quantity: number
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
}
type CartState = {
  readonly country: string
  readonly lines: readonly CartLine[]
  readonly discountCodes: readonly string[]
}
/** `orderId`: null until the cart is ordered. */
export type Cart = CartState & {
  readonly token: string
  readonly key: string
  readonly orderId: number | null
}

/** Shopify deletes a cart ten days after its last change. */
const CART_TTL_MS = 10 * 24 * 3_600_000

export type Carts = ReturnType<typeof createCarts>

/** Carts, found by their token and its key. */
export function createCarts(db: Database, now: () => number) {
  const select = db.prepare('select * from carts where token = ? and key = ?')
  const insert = db.prepare(
    'insert into carts (token, key, state, created_at, updated_at) values (?, ?, ?, ?, ?)',
  )
  const complete = db.prepare(
    'update carts set order_id = ?, updated_at = ? where token = ? and order_id is null',
  )
  db.prepare('delete from carts where order_id is null and updated_at < ?').run(now() - CART_TTL_MS)

  return {
    find(token: string, key: string): Cart | null {
      const row = select.get(token, key)
      if (!row) return null
      return {
        ...(JSON.parse(String(row.state)) as CartState),
        token,
        key,
        orderId: row.order_id === null ? null : Number(row.order_id),
      }
    },
    create(state: CartState): Cart {
      const [token, key] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
      insert.run(token, key, JSON.stringify(state), now(), now())
      return { ...state, token, key, orderId: null }
    },
    /** Closes a cart for good. @returns false when it was closed already */
    complete: (token: string, orderId: number): boolean => complete.run(orderId, now(), token).changes === 1,
  }
}

/** What a discount code takes off: the demo code's, and those of gifts. */
type Terms = {
  /** The part of the price that it takes off, 0 to 1. */
  readonly part: number
  /** The items it applies to; null for the whole order. */
  readonly variantIds: readonly string[] | null
}
export type Discount = Terms & {
  readonly id: number
  readonly active: boolean
  readonly usageLimit: number | null
  readonly used: number
}
export type Discounts = ReturnType<typeof createDiscounts>

const FIRST_DISCOUNT_ID = 1400000000001
const DEMO_CODE = 'OWL10'

function toDiscount(row: Record<string, unknown> | undefined): Discount | null {
  if (!row) return null
  const { value, items } = JSON.parse(String(row.terms))
  return {
    id: Number(row.id),
    part: value.part,
    variantIds: items?.variantIds ?? null,
    active: row.active === 1,
    usageLimit: row.usage_limit === null ? null : Number(row.usage_limit),
    used: Number(row.used),
  }
}

/** Discounts, found by code, ignoring case. Creates the demo code. */
export function createDiscounts(db: Database) {
  const byCode = db.prepare('select * from discounts where code = ?')
  const insert = db.prepare(
    `insert into discounts (id, code, terms, usage_limit)
    select coalesce(max(id) + 1, ?), ?, ?, ? from discounts where true
    on conflict (code) do nothing returning *`,
  )
  const use = db.prepare(
    'update discounts set used = used + 1 where code = ? and active = 1 and (usage_limit is null or used < usage_limit)',
  )
  const deactivate = db.prepare('update discounts set active = 0 where id = ?')

  /** @returns null when the code is taken */
  function create(code: string, { part, variantIds }: Terms, usageLimit: number | null) {
    const terms = { value: { part }, items: variantIds && { variantIds } }
    return toDiscount(insert.get(FIRST_DISCOUNT_ID, code, JSON.stringify(terms), usageLimit))
  }
  create(DEMO_CODE, { part: 0.1, variantIds: null }, null)

  return {
    create,
    find: (code: string): Discount | null => toDiscount(byCode.get(code.trim())),
    /** Counts one use. @returns false when the usage limit is reached */
    use: (code: string): boolean => use.run(code).changes === 1,
    /** @returns false when there is none with that id */
    deactivate: (id: number): boolean => deactivate.run(id).changes === 1,
  }
}
